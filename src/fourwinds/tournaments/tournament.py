"""Tournament: one tournament, made of its log.

Commands check and append; `advance` does what is due by itself: sets tables, ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from fourwinds.tournaments import pairing, rounds
from fourwinds.tournaments.log import (
    ABSENT,
    ASKED,
    Begun,
    Content,
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
    BY_ROUNDS,
    KNOCK_OUT,
    LEAGUE,
    Plan,
    TournamentError,
)
from fourwinds.tournaments.standings import Table
from fourwinds.tournaments.state import ENTRY, RUNNING, TournamentState, result_of

PATIENCE = 60_000
"""How long somebody in an arena waits for a full table."""


class Tournament(TournamentState):
    @staticmethod
    def plan_new(plan: Plan, now: int) -> Tournament:
        plan.check()
        new = Tournament()
        new._append(now, Planned(plan))
        return new

    @staticmethod
    def load(entries: Iterable[Entry]) -> Tournament:
        found = Tournament()
        for entry in entries:
            found.apply(entry)
        return found

    def take_fresh(self) -> list[Entry]:
        out, self.fresh = self.fresh, []
        return out

    # What people do.

    def enter(self, player: int, now: int) -> None:
        """Come in; before the beginning, or late where the plan allows it."""
        if player in self.players:
            raise TournamentError("already-entered", "expected somebody who is not in it yet")
        if not self.open_to_entry(now):
            raise TournamentError("entry-closed", "expected a tournament that takes entries")
        if len(self.players) - len(self.out) >= self.plan.most:
            raise TournamentError("tournament-full", f"expected at most {self.plan.most} players")
        self._append(now, Entered(player))

    def open_to_entry(self, now: int) -> bool:
        if self.status == ENTRY:
            return True
        if self.status != RUNNING:
            return False
        if self.plan.format == ARENA:
            return now < self.began + self.plan.lasts
        return self.round < self.plan.late

    def withdraw(self, player: int, now: int, why: str = ASKED) -> None:
        """Leave. Tables that run are played on; there are no further ones."""
        if player not in self.players or player in self.out or self.is_over:
            raise TournamentError("not-entered", "expected somebody who is in it")
        self._append(now, Withdrawn(player, why))

    def wait(self, player: int, wants: bool, now: int) -> None:
        """In an arena: want a table, or rest."""
        if self.plan.format != ARENA or self.is_over:
            raise TournamentError("not-arena", "expected an arena that is not over")
        if player not in self.players or player in self.out:
            raise TournamentError("not-entered", "expected somebody who is in it")
        if wants and player in self.busy():
            raise TournamentError("at-table", "expected somebody who does not sit at a table")
        if wants != (player in self.waiting):
            self._append(now, Waits(player, wants))

    def begin(self, now: int, seed: int, order: Sequence[int] | None = None) -> None:
        """Begin with those who have come; `order` is by strength, if that is known."""
        if self.status != ENTRY:
            raise TournamentError("already-begun", "expected a tournament that has not begun")
        if len(self.players) < max(2, self.plan.least):
            raise TournamentError("too-few", "expected enough players for a table")
        ordered = list(self.players)
        Random(seed).shuffle(ordered)
        if order is not None:
            known = {player: place for place, player in enumerate(order)}
            ordered.sort(key=lambda player: known.get(player, len(known)))
        self._append(now, Begun(seed, tuple(ordered)))

    def report(
        self,
        table: int,
        places: Sequence[int],
        now: int,
        scores: Sequence[float] = (),
        missing: Iterable[int] = (),
    ) -> bool:
        """How a table ended; the same twice counts once (False), another is refused."""
        said = Reported(table, tuple(places), tuple(scores), tuple(sorted(missing)))
        there = self.table(table)
        self._check(there, said)
        if there.result is not None:
            if there.result == result_of(said):
                return False
            raise TournamentError("already-reported", "expected a table without a result")
        self._append(now, said)
        self._take_out_absent(there, now)
        return True

    def correct(
        self,
        table: int,
        places: Sequence[int],
        now: int,
        scores: Sequence[float] = (),
        missing: Iterable[int] = (),
    ) -> None:
        """The organiser corrects a result. What was paired by it stays; in a knock-out, where it
        decides who goes on, it can be corrected until the next round."""
        said = Corrected(table, tuple(places), tuple(scores), tuple(sorted(missing)))
        there = self.table(table)
        self._check(there, said)
        if there.result is None:
            raise TournamentError("not-reported", "expected a table with a result")
        if self.plan.format == KNOCK_OUT and there.round < self.round:
            raise TournamentError("too-late", "expected a table of the present round")
        self._append(now, said)

    def pause(self, paused: bool, now: int) -> None:
        """Set no more tables for a while, or go on; the time of an arena or league stands still."""
        if self.status != RUNNING:
            raise TournamentError("not-running", "expected a tournament that runs")
        if paused != (self.paused is not None):
            self._append(now, Paused(paused))

    def call_off(self, now: int) -> None:
        if self.is_over:
            raise TournamentError("tournament-over", "expected a tournament that is not over")
        self._append(now, Ended(called_off=True))

    # What happens by itself.

    def advance(self, now: int) -> list[Table]:
        """Do what is due by now; returns the tables that were set."""
        before = len(self.tables)
        while self._step(now):
            pass
        return self.tables[before:]

    def wake(self, now: int) -> int | None:
        """When something is due though nobody does anything."""
        if self.status != RUNNING or self.paused is not None:
            return None
        if self.plan.format == ARENA:
            ends = self.began + self.plan.lasts
            if now >= ends:
                return None  # the last table to close ends it
            if len(self.waiting) < self.plan.least:
                return ends
            return min(ends, min(self.waiting.values()) + PATIENCE)
        if self.plan.format == LEAGUE and self.round < self.plan.rounds:
            return self.round_began + self.plan.every
        return None

    def _step(self, now: int) -> bool:
        if self.status != RUNNING or self.paused is not None:
            return False
        if self.plan.format == ARENA:
            return self._step_arena(now)
        if self.round and self.plan.format in BY_ROUNDS and self.open_tables():
            return False
        if rounds.is_complete(self):
            if self.open_tables():
                return False
            self._append(now, Ended())
            return False
        if self.plan.format == LEAGUE and self.round and now < self.round_began + self.plan.every:
            return False
        self._append(now, rounds.next_round(self))
        return True

    def _step_arena(self, now: int) -> bool:
        if now >= self.began + self.plan.lasts:
            if not self.open_tables():
                self._append(now, Ended())
            return False
        ready = sorted(self.waiting, key=lambda player: (self.waiting[player], player))
        sizes = pairing.split(len(ready), self.plan.least, self.plan.size)
        chosen = [size for size in sizes if size == self.plan.size]
        if not chosen and sizes and now >= self.waiting[ready[0]] + PATIENCE:
            # Who has waited long is better served by a small table than by none.
            chosen = sizes[:1]
        if not chosen:
            return False
        points = self.book().points()
        seated = sorted(ready[: sum(chosen)], key=lambda p: (-points[p], p))
        tables = rounds.seat_players(self, seated, chosen, points)
        self._append(now, Paired(tuple(map(tuple, tables))))
        return True

    def _take_out_absent(self, table: Table, now: int) -> None:
        for player in table.players:
            too_often = self.absences[player] >= self.plan.absences
            if too_often and player not in self.out and not self.is_over:
                self._append(now, Withdrawn(player, ABSENT))

    def _check(self, table: Table, said: Reported | Corrected) -> None:
        if self.is_over and isinstance(said, Reported) and table.result is None:
            raise TournamentError("tournament-over", "expected a tournament that is not over")
        seats = len(table.players)
        right = len(said.places) == seats and all(1 <= place <= seats for place in said.places)
        right = right and len(said.scores) in (0, seats)
        if not right or not set(said.missing) <= set(range(seats)):
            raise TournamentError("bad-result", f"expected places and scores of {seats} seats")

    def _append(self, now: int, content: Content) -> None:
        entry = Entry(self.number + 1, now, content)
        self.apply(entry)
        self.fresh.append(entry)
