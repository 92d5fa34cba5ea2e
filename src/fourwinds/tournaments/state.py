"""TournamentState: a tournament as its log has made it, and what can be asked of it.

The log alone changes anything, so that a tournament read again from it goes on where it was. What
was drawn by lot, every pairing included, stands in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from fourwinds.tournaments import pairing
from fourwinds.tournaments.log import (
    Begun,
    Corrected,
    Ended,
    Entered,
    Entry,
    Paired,
    Paused,
    Planned,
    Reported,
    Waits,
    Withdrawn,
)
from fourwinds.tournaments.plan import (
    ARENA,
    KNOCK_OUT,
    Plan,
    TournamentError,
)
from fourwinds.tournaments.standings import Book, Line, Result, Table, standings

ENTRY = "entry"
RUNNING = "running"
OVER = "over"
CALLED_OFF = "called-off"


class TournamentState:
    def __init__(self) -> None:
        self.plan = Plan("")
        self.status = ENTRY
        self.number = 0
        self.fresh: list[Entry] = []
        self.players: list[int] = []
        self.order: tuple[int, ...] = ()
        self.seed = 0
        self.began = 0
        self.ended: int | None = None
        self.round = 0
        self.round_began = 0
        self.tables: list[Table] = []
        self.byes: Counter[int] = Counter()
        self.byes_by_round: dict[int, tuple[int, ...]] = {}
        self.out: dict[int, str] = {}
        self.absences: Counter[int] = Counter()
        self.waiting: dict[int, int] = {}
        """In an arena: who wants a table, and since when."""
        self.reached: Counter[int] = Counter()
        self.paused: int | None = None
        """Since when no tables are set, by the organiser's wish."""

    # Queries.

    @property
    def is_over(self) -> bool:
        return self.status in (OVER, CALLED_OFF)

    def table(self, number: int) -> Table:
        if not 0 < number <= len(self.tables):
            raise TournamentError("no-such-table", "expected the number of a table")
        return self.tables[number - 1]

    def open_tables(self) -> list[Table]:
        return [table for table in self.tables if table.result is None]

    def busy(self) -> set[int]:
        return {player for table in self.open_tables() for player in table.players}

    def active(self) -> list[int]:
        return [player for player in self.players if player not in self.out]

    def met(self) -> Counter[pairing.Pair]:
        """How often any two have sat at the same table."""
        return Counter(
            pairing.pair(a, b)
            for table in self.tables
            for i, a in enumerate(table.players)
            for b in table.players[i + 1 :]
        )

    def seeds(self) -> dict[int, int]:
        late = [player for player in self.players if player not in self.order]
        return {player: place for place, player in enumerate([*self.order, *late])}

    def slots(self) -> list[int | None]:
        """The places of a knock-out before the next round, half as many after each."""
        slots = pairing.bracket(self.order)
        for number in range(1, self.round + 1):
            here = [table for table in self.tables if table.round == number]
            byes = self.byes_in(number)
            after: list[int | None] = []
            for places in zip(slots[::2], slots[1::2], strict=True):
                played = next((table for table in here if table.players == places), None)
                free = next((player for player in places if player in byes), None)
                after.append(free if played is None else self.winner(played))
            slots = after
        return slots

    def book(self) -> Book:
        out = frozenset(self.out)
        return Book(self.players, self.seeds(), self.tables, dict(self.byes), out)

    def standings(self) -> list[Line]:
        reached = self.reached if self.plan.format == KNOCK_OUT else None
        return standings(self.book(), self.plan.ties, reached)

    def byes_in(self, number: int) -> Sequence[int]:
        return self.byes_by_round.get(number, ())

    def winner(self, table: Table) -> int | None:
        """Who goes on in a knock-out: the first, the better seed of equals; of two missing none."""
        result, seeds = table.result, self.seeds()
        if result is None:
            return None
        there = [seat for seat in range(len(table.players)) if seat not in result.missing]
        return min(
            (table.players[seat] for seat in there),
            key=lambda p: (result.places[table.players.index(p)], seeds[p]),
            default=None,
        )

    # The log.

    def apply(self, entry: Entry) -> None:
        if entry.number != self.number + 1:
            raise TournamentError("bad-log", f"expected entry {self.number + 1}")
        self.number = entry.number
        content = entry.content
        match content:
            case Planned():
                self.plan = content.plan
            case Entered():
                self.players.append(content.player)
                if self.plan.format == ARENA:
                    self.waiting[content.player] = entry.time
            case Withdrawn():
                self._on_withdrawn(content)
            case Begun():
                self.status, self.seed, self.order = RUNNING, content.seed, content.order
                self.began = self.round_began = entry.time
            case Paired():
                self._on_paired(content, entry.time)
            case Reported():
                self._on_reported(content, entry.time)
            case Corrected():
                self._on_corrected(content)
            case Waits():
                if content.wants:
                    self.waiting[content.player] = entry.time
                else:
                    self.waiting.pop(content.player, None)
            case Paused():
                self._on_paused(content, entry.time)
            case Ended():
                self.status = CALLED_OFF if content.called_off else OVER
                self.ended = entry.time
            case _:
                assert_never(content)

    def _on_paused(self, content: Paused, time: int) -> None:
        if content.paused:
            self.paused = time
        elif self.paused is not None:
            stood = time - self.paused
            self.paused = None
            if self.plan.format == ARENA:
                self.began += stood
            self.round_began += stood

    def _on_withdrawn(self, content: Withdrawn) -> None:
        self.waiting.pop(content.player, None)
        if self.status == ENTRY:
            self.players.remove(content.player)
        else:
            self.out[content.player] = content.why

    def _on_paired(self, content: Paired, time: int) -> None:
        self.round += 1
        self.round_began = time
        for players in content.tables:
            self.tables.append(Table(len(self.tables) + 1, self.round, players))
            for player in players:
                self.waiting.pop(player, None)
        for player in content.byes:
            self.reached[player] += 1
            if self.plan.format != KNOCK_OUT:
                self.byes[player] += 1
        self.byes_by_round[self.round] = content.byes

    def _on_reported(self, content: Reported, time: int) -> None:
        table = self.tables[content.table - 1]
        table.result = result_of(content)
        for seat, player in enumerate(table.players):
            if seat in content.missing:
                self.absences[player] += 1
            else:
                self.absences[player] = 0
                if self.plan.format == ARENA and player not in self.out:
                    self.waiting[player] = time
        self._advance_winner(table, 1)

    def _on_corrected(self, content: Corrected) -> None:
        table = self.tables[content.table - 1]
        self._advance_winner(table, -1)
        table.result = result_of(content)
        self._advance_winner(table, 1)

    def _advance_winner(self, table: Table, count: int) -> None:
        winner = self.winner(table)
        if winner is not None:
            self.reached[winner] += count


def result_of(said: Reported | Corrected) -> Result:
    return Result(said.places, said.scores, frozenset(said.missing))
