"""A game at one terminal: who sits where, what was played, what each seat may hear of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from fourwinds.bots import Begins, Bot, Sees
from fourwinds.bots.analysis import Prospect, analyse
from fourwinds.bots.local import make
from fourwinds.core.errors import IllegalAction
from fourwinds.core.facts import Fact
from fourwinds.core.record import FIRST_LINE, Record
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

PERSON = "me"
# What "bot" stands for.
USUAL_BOT = "captain:300ms"


@dataclass(frozen=True)
class Moment:
    """What undo goes back to: the game before a person's decision."""

    seat: int
    state: State
    moves: int
    facts: int


class Session:
    """One match with people and bots."""

    def __init__(
        self, state: State, record: Record, seats: Sequence[str], facts: list[Fact]
    ) -> None:
        self.state = state
        self.record = record
        self.seats = list(seats)
        self.facts = facts
        self.unsaved = False
        self._moments: list[Moment] = []
        self._heard: dict[int | None, int] = {}
        self._bots: dict[int, Bot] = {}
        self._seat_bots()

    def _seat_bots(self) -> None:
        """Bots that know the rules, their seats and what they may have heard so far."""
        for seat, kind in enumerate(self.seats):
            if kind != PERSON:
                bot = make(kind, crc32(f"{self.record.seed!r} {seat}".encode()))
                if isinstance(bot, Begins):
                    bot.begin(self.rules, seat)
                self._bots[seat] = bot
        self._tell_bots(0)

    def _tell_bots(self, since: int) -> None:
        for seat, bot in self._bots.items():
            if isinstance(bot, Sees):
                bot.saw([fact for fact in self.facts[since:] if fact.heard_by(seat)])

    @staticmethod
    def begin(rules: Rules, seed: int | bytes, seats: Sequence[str], names: list[str]) -> Session:
        """A new match."""
        facts: list[Fact] = []
        state = rules.start(seed, facts)
        return Session(state, Record.begin(rules, seed=seed, names=names), seats, facts)

    @staticmethod
    def resume(
        record: Record, components: Path | None, seats: Sequence[str], names: list[str]
    ) -> Session:
        """A match as its record left it; undo reaches back into it."""
        record.names = names
        facts: list[Fact] = []
        moments = []
        last = None
        for number, state in enumerate(record.states(components, facts)):
            if number < len(record.moves) and seats[record.moves[number].seat] == PERSON:
                seat = record.moves[number].seat
                moments.append(Moment(seat, state.copy(), number, len(facts)))
            last = state
        assert last is not None
        session = Session(last.copy(), record, seats, facts)
        session._moments = moments
        session._heard = {moment.seat: moment.facts for moment in moments}
        return session

    @property
    def rules(self) -> Rules:
        rules: Rules = self.state.rules
        return rules

    @property
    def people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    @property
    def names(self) -> list[str]:
        return self.record.names

    def next_person(self, after: int | None) -> int | None:
        """Let the bots act; then the person to ask, `after` again if still asked; None: over."""
        while not self.state.over:
            actors = self.state.actors
            bots = [seat for seat in actors if seat in self._bots]
            if not bots:
                return after if after in actors else actors[0]
            seat = bots[0]
            actions = self.state.actions(seat)
            self._play(seat, self._bots[seat].choose(self.state.view(seat), actions, None))
        return None

    def play(self, seat: int, move: str) -> None:
        """A person's simple or compound move: the whole of it, or an IllegalAction and nothing."""
        refused = self.refusal(seat, move)
        if refused is not None:
            raise refused
        actions = self.rules.read(self.state, seat, move)
        self._moments.append(
            Moment(seat, self.state.copy(), len(self.record.moves), len(self.facts))
        )
        for action in actions:
            self._play(seat, action)

    def refusal(self, seat: int, move: str) -> IllegalAction | None:
        """Why a simple or compound move cannot be played; None if it can."""
        try:
            trial = self.state.copy()
            for action in self.rules.read(self.state, seat, move):
                trial.play(seat, action)
        except IllegalAction as error:
            return error
        return None

    def hint(self, seat: int, budget: str) -> list[Prospect]:
        """What a search thinks of the seat's actions by what it can see, the best first."""
        return analyse(self.state.view(seat), budget, self.rules)

    def _play(self, seat: int, action: int) -> None:
        text = self.rules.text(self.state, seat, action)
        before = len(self.facts)
        self.state.play(seat, action, self.facts)
        self.record.add(seat, text, self.state)
        self._tell_bots(before)
        self.unsaved = True

    def undo(self) -> int | None:
        """Back to before the last decision of a person; whose it was, None if there is none."""
        if not self._moments:
            return None
        moment = self._moments.pop()
        self.state = moment.state
        self.record.shorten(moment.moves)
        del self.facts[moment.facts :]
        self._seat_bots()
        self._heard = {seat: min(heard, moment.facts) for seat, heard in self._heard.items()}
        self.unsaved = True
        return moment.seat

    def heard(self, seat: int | None) -> list[Fact]:
        """All that seat (None: a spectator) has heard."""
        return [fact for fact in self.facts if fact.heard_by(seat)]

    def news(self, seat: int | None) -> list[Fact]:
        """What the seat has not been told yet and may hear."""
        fresh = self.facts[self._heard.get(seat, 0) :]
        self._heard[seat] = len(self.facts)
        return [fact for fact in fresh if fact.heard_by(seat)]

    def save(self, path: Path) -> None:
        """Write the record; a file that is something else is not overwritten."""
        if path.exists() and not _is_record(path):
            raise FileExistsError(0, "this file exists and is no record", str(path))
        self.record.save(path)
        self.unsaved = False


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
