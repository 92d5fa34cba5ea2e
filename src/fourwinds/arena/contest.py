"""One game between bots.

A bot that crashes, answers with no legal action or answers too late loses that decision to a
stand-in: the mate, or a random legal action where there is none. It is noted as a fault and the
game goes on. A bot that has `see` is shown the whole state before it chooses; nothing but the arena
does that, and every report marks it.
"""

from __future__ import annotations

import operator
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, MutableSequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from fourwinds import bots
from fourwinds.arena.schedule import Job, RunPlan, bot_seed, deal_seed, make_bot, seating, sees_all
from fourwinds.bots.deckhand import Deckhand
from fourwinds.core.facts import Fact
from fourwinds.core.rollout import ASKED_EVERY, is_deadlocked
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

CRASHED, ILLEGAL, LATE, DIED = "crashed", "illegal", "late", "died"
FAULTS = (CRASHED, ILLEGAL, LATE, DIED)
STAND_INS = ("mate", "deckhand")
BEFORE_PLAY = -1
NOBODY_ASKED = -1.0
LONGEST_MESSAGE = 200
# Bounds in seconds, by which thinking times are counted.
TIMES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong; `decision` counts from 0 over the whole game."""

    seat: int
    place: int
    decision: int
    kind: str
    message: str


@dataclass
class Outcome:
    """What came of a game. Lists are by seat, but `actions` are those played, in order."""

    deal: int
    rotation: int
    places: list[int]
    scores: list[int]
    ranking: list[int]
    winners: list[int]
    finished: bool
    digest: str
    actions: list[int] = field(repr=False)
    asked: list[int]
    seconds: list[float]
    slowest: list[float]
    stood_in: list[int] = field(default_factory=list)
    """The decisions that a stand-in made."""
    times: list[list[int]] = field(default_factory=list)
    """How many decisions took no longer than each of TIMES, and, last, longer than all."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def number(self) -> tuple[int, int]:
        return self.deal, self.rotation

    def share(self, seat: int) -> float:
        """The seat's share of the win; an unfinished game is shared by all."""
        if not self.finished:
            return 1 / len(self.places)
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def rank(self, seat: int) -> float:
        """The seat's place; seats that share places have their mean, so that ranks add up."""
        if not self.finished:
            return (len(self.places) + 1) / 2
        mine = self.ranking[seat]
        return mine + (self.ranking.count(mine) - 1) / 2

    def json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def read(data: Mapping[str, Any]) -> Outcome:
        fields = dict(data)
        fields["faults"] = [Fault(**fault) for fault in fields["faults"]]
        return Outcome(**fields)


Mark = MutableSequence[float]
"""Who is being asked: seat, decision, since when; so that others see where a game got stuck."""


class Seat:
    """A bot at its seat, with who stands in for it (by the view alone: it heard nothing)."""

    def __init__(self, plan: RunPlan, rules: Rules, job: Job, seat: int, mark: Mark) -> None:
        self.plan = plan
        self.rules = rules
        self.seat = seat
        self.place = seating(plan.players, job.rotation)[seat]
        self.seed = bot_seed(plan.seed, job.deal, job.rotation, self.place)
        self.ban = job.banned.get(seat)
        self.mark = mark
        self.faults: list[Fault] = []
        self.stood_in: list[int] = []
        self.asked = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.times = [0] * (len(TIMES) + 1)
        self.bot: Any = None
        self.stand_in: Any = None
        self.chance = Deckhand.make(None, self.seed)
        if self.ban is None or self.ban[0] > BEFORE_PLAY:
            self.bot = self._guard(lambda: self._make(plan.bots[self.place]), BEFORE_PLAY)

    @property
    def listens(self) -> bool:
        return isinstance(self.bot, bots.Sees)

    def choose(self, state: State, actions: list[int], decision: int) -> int:
        """The bot's choice, or the stand-in's where the bot fails."""
        self.asked += 1
        if self.ban is not None and decision >= self.ban[0]:
            self._fault(decision, self.ban[1], "gave no answer; replaced from here on")
            self.bot = self.ban = None
        if self.bot is None:
            return self._stand_in(state, actions, decision)
        # Made before the clock runs: it is our time.
        view = state.view(self.seat)
        everything = state.copy() if sees_all(self.bot) else None
        limit = self.plan.move_limit
        began = time.monotonic()
        deadline = None if limit is None else began + limit
        self.mark[:] = [self.seat, decision, began]
        try:
            answer = self._ask(view, everything, list(actions), deadline)
        except (Exception, SystemExit) as error:
            self._fault(decision, CRASHED, _shown(error))
            return self._stand_in(state, actions, decision)
        finally:
            took = time.monotonic() - began
            self.mark[0] = NOBODY_ASKED
            self.seconds += took
            self.slowest = max(self.slowest, took)
            self.times[bisect_left(TIMES, took)] += 1
        if limit is not None and took > limit:
            self._fault(decision, LATE, f"expected within {limit:g} s, took {took:.3f} s")
            return self._stand_in(state, actions, decision)
        action = _whole(answer)
        if action is None or action not in actions:
            self._fault(decision, ILLEGAL, f"expected one of the actions, got {_shown(answer)}")
            return self._stand_in(state, actions, decision)
        return action

    def hear(self, facts: list[Fact], decision: int) -> None:
        """Tell the bot what its seat may hear."""
        if isinstance(self.bot, bots.Sees):
            heard = [fact for fact in facts if fact.heard_by(self.seat)]
            self._guard(partial(self.bot.saw, heard), decision)

    def _ask(
        self,
        view: dict[str, Any],
        everything: State | None,
        actions: list[int],
        deadline: float | None,
    ) -> object:
        if everything is not None:
            self.bot.see(everything)
        return self.bot.choose(view, actions, deadline)

    def _guard(self, work: Callable[[], Any], decision: int, who: str = "") -> Any:
        """What comes of it; a failure is noted and gives None."""
        self.mark[:] = [self.seat, decision, time.monotonic()]
        try:
            return work()
        except (Exception, SystemExit) as error:
            self._fault(max(decision, 0), CRASHED, who + _shown(error))
        finally:
            self.mark[0] = NOBODY_ASKED

    def _stand_in(self, state: State, actions: list[int], decision: int) -> int:
        """The choice of the first stand-in that makes a legal one; the last always does."""
        self.stood_in.append(decision)
        name = next(name for name in STAND_INS if name in bots.OURS)
        who = f"{name}, standing in: "
        if self.stand_in is None:
            self.stand_in = self._guard(lambda: self._make(name), decision, who)
        if self.stand_in is not None:
            view = state.view(self.seat)
            ask = partial(self.stand_in.choose, view, list(actions), None)
            answer = self._guard(ask, decision, who)
            action = _whole(answer)
            if action is not None and action in actions:
                return action
        return self.chance.choose({}, actions, None)

    def _make(self, spec: str) -> Any:
        bot = make_bot(spec, self.seed)
        if isinstance(bot, bots.Begins):
            bot.begin(self.rules, self.seat)
        return bot

    def _fault(self, decision: int, kind: str, message: str) -> None:
        self.faults.append(Fault(self.seat, self.place, decision, kind, message[:LONGEST_MESSAGE]))


def play(plan: RunPlan, rules: Rules, job: Job, mark: Mark | None = None) -> Outcome:
    """Play one game of the plan to its end."""
    shown: Mark = mark if mark is not None else [NOBODY_ASKED, 0.0, 0.0]
    seats = [Seat(plan, rules, job, seat, shown) for seat in range(plan.players)]
    facts: list[Fact] | None = [] if any(seat.listens for seat in seats) else None
    state = rules.start(deal_seed(plan.seed, job.deal), facts)
    actions: list[int] = []
    _tell(seats, facts, 0)
    while not state.over and len(actions) < plan.most_decisions:
        if len(actions) % ASKED_EVERY == ASKED_EVERY - 1 and is_deadlocked(state):
            break
        seat = state.actors[0]
        action = seats[seat].choose(state, state.actions(seat), len(actions))
        state.play(seat, action, facts)
        actions.append(action)
        _tell(seats, facts, len(actions))
    return Outcome(
        deal=job.deal,
        rotation=job.rotation,
        places=[seat.place for seat in seats],
        scores=state.scores,
        ranking=state.ranking,
        winners=state.winners,
        finished=state.over,
        digest=state.digest(),
        actions=actions,
        asked=[seat.asked for seat in seats],
        seconds=[round(seat.seconds, 6) for seat in seats],
        slowest=[round(seat.slowest, 6) for seat in seats],
        times=[seat.times for seat in seats],
        stood_in=sorted(number for seat in seats for number in seat.stood_in),
        faults=sorted(
            (fault for seat in seats for fault in seat.faults),
            key=lambda fault: (fault.decision, fault.seat),
        ),
    )


def _tell(seats: list[Seat], facts: list[Fact] | None, decision: int) -> None:
    if facts:
        for seat in seats:
            seat.hear(facts, decision)
        facts.clear()


def replay(
    plan: RunPlan, rules: Rules, outcome: Outcome, tell: list[Fact] | None = None
) -> Iterator[tuple[State, int, int]]:
    """Before each decision of a game played: the state, who is asked, what he will choose."""
    state = rules.start(deal_seed(plan.seed, outcome.deal), tell)
    for action in outcome.actions:
        seat = state.actors[0]
        yield state, seat, action
        state.play(seat, action, tell)


def _whole(answer: object) -> int | None:
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)  # type: ignore[arg-type]
    except Exception:
        return None


def _shown(value: object) -> str:
    """What a stranger's bot gave or raised; it may not even have a text."""
    try:
        return repr(value)[:LONGEST_MESSAGE]
    except Exception:
        return f"something of type {type(value).__name__}"
