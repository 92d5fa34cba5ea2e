"""State and Step: what every game's table has in common.

A game derives its `Table` from State (what lies where, as small native integers) and its steps from
Step (who may act, what may they do, what follows). The state holds the current step; steps hold no
data. The methods without a leading check (`fill`, `apply`) are what search and simulation call; the
public ones check first and then go through the same door.
"""

from __future__ import annotations

import operator
import random
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core import citations
from fourwinds.core.chance import Stream, key_of_bytes, stream_of_seed
from fourwinds.core.errors import IllegalAction, shown
from fourwinds.core.facts import Fact, FactKind

NOBODY: Final = -1
LARGEST: Final = 0x7FFFFFFF

T = TypeVar("T")


class Step(Generic[T]):
    """One pending decision, by one numbered section of the rules."""

    def __init__(self, number: int, name: str, rule: str) -> None:
        self.number = number
        self.name = name
        self.rule = rule
        # Whether several may be asked at once: only a step that says itself who may act asks so.
        self.shared: bool = type(self).may_act is not Step.may_act

    def enter(self, t: T) -> None:
        """What happens before anybody is asked; a step nobody acts in passes on to the next."""

    def actor(self, t: T) -> i64:
        """The first seat that may act, NOBODY if the match is over."""
        return NOBODY

    def may_act(self, t: T, seat: i64) -> bool:
        """Whether the seat is asked now; several are, in a secret vote."""
        return seat == self.actor(t)

    def fill(self, t: T, seat: i64, out: vec[i64]) -> i64:
        """Write the seat's legal actions to `out`, ascending; return how many."""
        return 0

    def random_action(self, t: T, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        """One of the seat's legal actions, each equally likely; `out` is room for all of them.

        A step that can tell without working out every action says so itself.
        """
        return out[chance.below(self.fill(t, seat, out))]

    def play(self, t: T, seat: i64, action: i64) -> None:
        """Carry out a legal action and move on."""
        raise AssertionError(f"nobody acts in {self.name}")

    def explain(self, t: T, seat: i64, action: i64) -> IllegalAction:
        """Why an action that `fill` does not offer is refused."""
        return IllegalAction("not-offered", self.rule)

    def tries(self, t: T, seat: i64) -> list[int]:
        """What a person might try here, legal or not; by default just what is legal."""
        out = vec[i64]([0] * t_action_count(t))
        return [out[i] for i in range(self.fill(t, seat, out))]

    def retract(self, t: T, seat: i64) -> i64:
        """Take back the last part of an uncommitted choice or a secret vote.

        Returns how many of the seat's own last actions are taken back by it, 0 if none.
        """
        return 0


def t_action_count(t: Any) -> int:
    # No isinstance: compiled apart from the games, this module does not know all their tables.
    return int(t.action_count)


class State:
    """The state of a match; each game's Table derives from it."""

    def __init__(self, rules: Any, players: i64) -> None:
        self.rules = rules
        self.players = players
        self.action_count: i64 = 0  # set by the rules, from the game's table of actions
        self.key = NO_KEY
        self.shuffles: i64 = 0  # made on this table, so that undo knows of them; not in positions
        self.step: Step[Any] = UNSET
        self.told: list[Fact] | None = None
        self.cited: dict[str, int] | None = None
        self.room = vec[i64]()
        # One test in the hot path stands for facts and citations.
        self.recording = citations.WATCH.cited is not None

    # What each game's Table says of itself.

    def copy(self) -> State:
        """An independent copy."""
        raise AssertionError("a Table must define copy()")

    def clear(self) -> None:
        """Nothing on the table yet."""
        raise AssertionError("a Table must define clear()")

    def decision_number(self) -> i64:
        """A number that changes whenever the decision asked of the actors does."""
        raise AssertionError("a Table must define decision_number()")

    def points(self, seat: i64) -> i64:
        """The seat's score now."""
        raise AssertionError("a Table must define points()")

    def place(self, seat: i64) -> i64:
        """The seat's place now, from 1, equal for those who share it; by points alone."""
        place: i64 = 1
        for other in range(self.players):
            if self.points(other) > self.points(seat):
                place += 1
        return place

    # The native door.

    def actor(self) -> i64:
        return self.step.actor(self)

    def may_act(self, seat: i64) -> bool:
        return self.step.may_act(self, seat)

    def fill(self, seat: i64, out: vec[i64]) -> i64:
        return self.step.fill(self, seat, out)

    def apply(self, seat: i64, action: i64) -> None:
        """Play an action that `fill` offered, unchecked."""
        self.step.play(self, seat, action)

    def go(self, step: Step[Any]) -> None:
        """Make `step` the current one and let it begin."""
        self.step = step
        step.enter(self)

    # For steps.

    def stream(self, pile: i64, times: i64) -> Stream:
        """The random numbers of a shuffle, named by its pile and how often it was shuffled.

        So the same key gives the same cards, whatever players do in between.
        """
        self.shuffles += 1
        return Stream(self.key, (pile + 1) << 32 | times)

    def cite(self, rule: str) -> None:
        """Note that a rule was applied; call it only while `recording`."""
        if self.cited is not None:
            self.cited[rule] = self.cited.get(rule, 0) + 1
        citations.cite(rule)

    def tell(self, kind: FactKind, seat: i64, data: dict[str, object]) -> None:
        """Tell a fact (seat NOBODY: it concerns the table); call it only while `recording`."""
        if self.told is not None:
            self.told.append(Fact(kind, None if seat == NOBODY else int(seat), data))

    def record_to(self, told: list[Fact] | None, cited: dict[str, int] | None) -> None:
        """Have facts appended to `told` and rules counted in `cited` from now on."""
        self.told = told
        self.cited = cited
        watched = citations.WATCH.cited is not None
        self.recording = told is not None or cited is not None or watched

    def copy_common(self, other: State) -> None:
        """Copy to `other` what all games have in common; `copy` calls it."""
        other.action_count = self.action_count
        other.key = self.key
        other.shuffles = self.shuffles
        other.step = self.step

    # The public door. Its arguments come from anywhere, so they are checked here and not by type.

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; several in a secret vote, () when the match is over."""
        first = self.step.actor(self)
        if first == NOBODY:
            return ()
        for seat in range(first + 1, self.players):
            if self.step.may_act(self, seat):
                seats = range(first, self.players)
                return tuple([other for other in seats if self.step.may_act(self, other)])
        return ALONE[first]

    @property
    def over(self) -> bool:
        return self.step.actor(self) == NOBODY

    def decision(self, seat: SupportsIndex) -> int | None:
        """An id of the decision asked of that seat, None if nothing is asked of it."""
        return self.decision_number() if self.step.may_act(self, self._seat(seat)) else None

    def actions(self, seat: SupportsIndex) -> list[int]:
        """The seat's legal actions, ascending; [] for a seat that may not act."""
        s = self._seat(seat)
        if not self.step.may_act(self, s):
            return []
        out = self._room()
        n = self.step.fill(self, s, out)
        return [out[i] for i in range(n)]

    def play(
        self, seat: SupportsIndex, action: SupportsIndex | str, tell: list[Fact] | None = None
    ) -> None:
        """Play an action, given as its number or in notation; facts are appended to `tell`.

        A compound move in notation is played whole. A seat that has made a secret choice, and may
        still take it back, changes it by playing another. Raises IllegalAction and changes nothing
        where the rules forbid it.
        """
        s = self._seat(seat)
        if isinstance(action, str):
            actions: list[int] = self.rules.read(self, int(s), action)
            for each in actions:
                self.play(s, each, tell)
            return
        a = self._action(action)
        if not self._allows(s, a):
            if not self._changes(s, a):
                raise self._why_not(s, a)
            self.step.retract(self, s)
        if tell is None:
            self.step.play(self, s, a)
            return
        before = self.told
        self.record_to(tell, self.cited)
        try:
            self.step.play(self, s, a)
        finally:
            self.record_to(before, self.cited)

    def refusal(self, seat: SupportsIndex, action: SupportsIndex | str) -> IllegalAction | None:
        """None if the action is legal, else what `play` would raise."""
        try:
            s = self._seat(seat)
            if isinstance(action, str):
                self.rules.read(self, int(s), action)
                return None
            a = self._action(action)
        except IllegalAction as error:
            return error
        if self._allows(s, a) or self._changes(s, a):
            return None
        return self._why_not(s, a)

    def candidates(self, seat: SupportsIndex) -> list[tuple[int, IllegalAction | None]]:
        """What a person in that seat might try, legal or not, each with its refusal."""
        s = self._seat(seat)
        if not self.step.may_act(self, s):
            return []
        out: list[tuple[int, IllegalAction | None]] = []
        for action in self.step.tries(self, s):
            a: i64 = action
            out.append((action, None if self._allows(s, a) else self._why_not(s, a)))
        return out

    def retract(self, seat: SupportsIndex) -> int:
        """Take back the last uncommitted part of a choice or a secret vote, if there is one.

        Returns how many of the seat's own last actions are taken back by it, 0 if none.
        """
        return self.step.retract(self, self._seat(seat))

    @property
    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.players)]

    @property
    def ranking(self) -> list[int]:
        """Each seat's place, from 1; equal for seats that share a place."""
        return [self.place(seat) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; [] while the match runs."""
        if not self.over:
            return []
        return [seat for seat in range(self.players) if self.place(seat) == 1]

    def view(self, seat: SupportsIndex | None) -> dict[str, Any]:
        """All that seat may know now (None: a spectator), ready for JSON."""
        viewer = None if seat is None else int(self._seat(seat))
        out: dict[str, Any] = self.rules.game.view(self, viewer)
        return out

    def position(self) -> dict[str, Any]:
        """Everything, ready for JSON; rules.position() is the inverse. A secret."""
        out: dict[str, Any] = self.rules.game.position(self)
        return out

    def digest(self) -> str:
        """A short stable hash of position(); a secret while the match runs."""
        from fourwinds.core.digest import digest

        return digest(self.position())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        from fourwinds.core.rules import restore

        return (restore, (*self.rules.recipe(), self.position()))

    def __eq__(self, other: object) -> bool:
        """Whether the rules and everything on the table are the same."""
        if type(other) is not type(self):
            return False
        there: Any = other
        if there.rules.digest != self.rules.digest:
            return False
        same: bool = there.position() == self.position()
        return same

    def __hash__(self) -> int:
        """By what lies on the table now: put a copy into a set, not a state that is played on."""
        return hash((self.rules.digest, self.digest()))

    def __repr__(self) -> str:
        asked = ", ".join(str(seat) for seat in self.actors)
        status = f"{self.step.name}, seat {asked}" if asked else "over"
        return f"<{self.rules.game.id}, {self.players} players, {status}>"

    # Checks of the public door.

    def _seat(self, seat: object) -> i64:
        """The seat, whether given as an int or another whole number."""
        number = whole(seat)
        if number is not None and 0 <= number < self.players:
            return number
        raise IllegalAction(
            "no-such-seat",
            None,
            {"seat": shown(seat), "last": int(self.players) - 1, "game": self.rules.game.id},
        )

    def _action(self, action: object) -> i64:
        number = whole(action)
        if number is not None and 0 <= number < self.action_count:
            return number
        raise self.rules.unknown(action)

    def _allows(self, seat: i64, action: i64) -> bool:
        if not self.step.may_act(self, seat):
            return False
        out = self._room()
        n = self.step.fill(self, seat, out)
        for i in range(n):
            if out[i] == action:
                return True
        return False

    def _changes(self, seat: i64, action: i64) -> bool:
        """Whether a seat that is asked no more may play this instead of its secret choice."""
        trial = self._reconsidering(seat)
        return trial is not None and trial._allows(seat, action)

    def _reconsidering(self, seat: i64) -> State | None:
        """A copy in which a seat that is asked no more has taken its secret choice back."""
        if self.step.actor(self) == NOBODY or self.step.may_act(self, seat):
            return None
        trial = self.copy()
        return trial if trial.step.retract(trial, seat) > 0 else None

    def _room(self) -> vec[i64]:
        """Room for legal actions, made when first needed and kept."""
        if len(self.room) == 0:
            self.room = vec[i64]([0] * self.action_count)
        return self.room

    def _why_not(self, seat: i64, action: i64) -> IllegalAction:
        if self.step.actor(self) == NOBODY:
            error = IllegalAction("match-over", self.step.rule)
        elif not self.step.may_act(self, seat):
            trial = self._reconsidering(seat)
            if trial is not None:
                return trial._why_not(seat, action)
            error = IllegalAction("not-your-turn", self.step.rule)
        else:
            error = self.step.explain(self, seat, action)
        error.details["game"] = self.rules.game.id
        error.details["seat"] = int(seat)
        error.details["action"] = int(action)
        return error


TableT = TypeVar("TableT", bound=State)


class Belief(Generic[TableT]):
    """All worlds a viewer thinks possible; each game derives its own."""

    def world(self, chance: Stream) -> TableT:
        """One of them, all equally likely, drawn from `chance`; what a search calls."""
        raise AssertionError("a Belief must define world()")

    def sample(self, rng: Stream | random.Random) -> TableT:
        """One of them, all equally likely."""
        if isinstance(rng, Stream):
            return self.world(rng)
        return self.world(stream_of_seed(rng.randbytes(16), "imagine"))


def whole(value: object) -> int | None:
    """A whole number of any make (NumPy's too) that fits an i64; None for anything else."""
    if isinstance(value, bool):
        return None
    number = value if isinstance(value, int) else _index(value)
    return number if number is not None and -LARGEST <= number <= LARGEST else None


def _index(value: object) -> int | None:
    try:
        return operator.index(value) if isinstance(value, SupportsIndex) else None
    except TypeError:  # an array, for one, says so only when asked
        return None


ALONE: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(16)]
NO_KEY: Final = key_of_bytes(bytes(32))
UNSET: Final[Step[Any]] = Step(0, "unset", "")
