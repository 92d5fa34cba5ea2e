"""Tournament: one tournament, made of its log.

Commands check and append; `advance` does what is due by itself: sets tables, ends. The log alone
changes anything, so that a tournament read again from it goes on where it was. What was drawn by
lot, every pairing included, stands in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import assert_never

from fourwinds.tournaments import pairing
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
    ROUND_ROBIN,
    SWISS,
    Plan,
    TournamentError,
)
from fourwinds.tournaments.standings import Book, Line, Result, Table, standings

ENTRY = "entry"
RUNNING = "running"
OVER = "over"
CALLED_OFF = "called-off"
PATIENCE = 60_000
"""How long somebody in an arena waits for a full table."""
MOST_CYCLES = 3
"""A round-robin of larger tables ends after this many times the rounds it would need at best."""


class Tournament:
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
            if there.result == _result(said):
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
        if self._is_complete():
            if self.open_tables():
                return False
            self._append(now, Ended())
            return False
        if self.plan.format == LEAGUE and self.round and now < self.round_began + self.plan.every:
            return False
        self._append(now, self._draw())
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
        tables = self._seated(seated, chosen, points)
        self._append(now, Paired(tuple(map(tuple, tables))))
        return True

    def _is_complete(self) -> bool:
        """Whether no further round is to come."""
        active, plan = self.active(), self.plan
        if plan.format == KNOCK_OUT:
            return len(self.slots()) == 1
        if len(active) < plan.least:
            return True
        if plan.format != ROUND_ROBIN:
            return self.round >= plan.rounds
        if plan.rounds:
            return self.round >= plan.rounds
        if plan.size == 2:
            return self.round >= len(self.order) - 1 + len(self.order) % 2
        met = self.met()
        best = -(-(len(self.order) - 1) // (plan.size - 1))
        all_met = all(met[a, b] for a in active for b in active if a < b)
        return all_met or self.round >= MOST_CYCLES * best

    def _draw(self) -> Paired:
        """The tables of the next round."""
        if self.plan.format == KNOCK_OUT:
            return self._draw_knock_out()
        active = self.active()
        if self.plan.format == ROUND_ROBIN and self.plan.size == 2:
            pairs, _ = pairing.circle(self.order, self.round)
            there = set(active)
            tables = [each for each in pairs if there.issuperset(each)]
            seated = {player for each in tables for player in each}
            return Paired(tuple(map(tuple, tables)), tuple(p for p in active if p not in seated))
        points = self.book().points() if self.plan.format == SWISS else Counter[int]()
        rng = self._lot()
        lot = {player: rng.random() for player in self.players}
        seeds = self.seeds()
        first = seeds if self.plan.format == SWISS else lot
        ranked = sorted(active, key=lambda p: (-points[p], first[p]))
        sizes = pairing.split(len(ranked), self.plan.least, self.plan.size)
        free_count = len(ranked) - sum(sizes)
        # Byes go to those who had the fewest, and among them to the last.
        places = {player: place for place, player in enumerate(ranked)}
        last_first = sorted(ranked, key=lambda p: (self.byes[p], -places[p]))
        byes = set(last_first[:free_count])
        seated_players = [player for player in ranked if player not in byes]
        tables = self._seated(seated_players, sizes, points)
        return Paired(tuple(map(tuple, tables)), tuple(p for p in ranked if p in byes))

    def _draw_knock_out(self) -> Paired:
        tables, byes = [], []
        there = [None if slot in self.out else slot for slot in self.slots()]
        for a, b in zip(there[::2], there[1::2], strict=True):
            if a is not None and b is not None:
                tables.append((a, b))
            elif a is not None or b is not None:
                byes.append(a if b is None else b)
        return Paired(tuple(tables), tuple(player for player in byes if player is not None))

    def _seated(
        self, ranked: Sequence[int], sizes: Sequence[int], points: Counter[int] | dict[int, int]
    ) -> list[list[int]]:
        tables = pairing.seat(
            ranked,
            sizes,
            self.met(),
            lambda a, b: (points[a] - points[b]) ** 2,
            self._lot(),
        )
        return [self._by_seats(table) for table in tables]

    def _by_seats(self, table: Sequence[int]) -> list[int]:
        """Who sits where: who has sat early so far sits later."""
        early = dict.fromkeys(table, 0)
        for each in self.tables:
            for seat, player in enumerate(each.players):
                if player in early:
                    early[player] += len(each.players) - 1 - 2 * seat
        lot = self._lot()
        drawn = {player: lot.random() for player in sorted(table)}
        return sorted(table, key=lambda player: (early[player], drawn[player]))

    def _lot(self) -> Random:
        return Random(f"{self.seed} {self.number}")

    def _take_out_absent(self, table: Table, now: int) -> None:
        for player in table.players:
            too_often = self.absences[player] >= self.plan.absences
            if too_often and player not in self.out and not self.is_over:
                self._append(now, Withdrawn(player, ABSENT))

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

    # The log.

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
        table.result = _result(content)
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
        table.result = _result(content)
        self._advance_winner(table, 1)

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

    def _advance_winner(self, table: Table, count: int) -> None:
        winner = self.winner(table)
        if winner is not None:
            self.reached[winner] += count


def _result(said: Reported | Corrected) -> Result:
    return Result(said.places, said.scores, frozenset(said.missing))
