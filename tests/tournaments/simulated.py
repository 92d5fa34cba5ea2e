"""Tournaments of made-up people: strong and weak, some of whom time out, resign or vanish."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

import pytest

from fourwinds.tournaments.log import Entry, read, written
from fourwinds.tournaments.plan import (
    ARENA,
    FORMATS,
    KNOCK_OUT,
    LEAGUE,
    SWISS,
    TIE_BREAKS,
    Plan,
    TournamentError,
)
from fourwinds.tournaments.standings import Table
from fourwinds.tournaments.tournament import Tournament

MINUTE = 60_000
WEEK = 7 * 24 * 60 * MINUTE


def some_plan(rng: Random, format: str | None = None) -> Plan:
    chosen = format or rng.choice(FORMATS)
    size = 2 if chosen == KNOCK_OUT else rng.choice((2, 2, 3, 4, 4, 5))
    rounds = rng.randint(1, 5) if chosen in (SWISS, LEAGUE) else 0
    return Plan(
        format=chosen,
        size=size,
        least=rng.randint(max(2, size - 2), size),
        rounds=rounds,
        late=rng.randint(0, rounds),
        lasts=rng.randint(20, 90) * MINUTE if chosen == ARENA else 0,
        every=WEEK if chosen == LEAGUE else 0,
        absences=rng.randint(1, 3),
        ties=tuple(rng.sample(TIE_BREAKS, rng.randint(0, len(TIE_BREAKS)))),
    )


def restarted(tournament: Tournament, log: list[Entry]) -> Tournament:
    """The tournament as another process reads it from what was stored."""
    stored = [
        (entry.number, entry.time, entry.content.kind, json.dumps(written(entry.content)))
        for entry in log
    ]
    again = Tournament.load(
        Entry(number, time, read(kind, json.loads(data))) for number, time, kind, data in stored
    )
    assert again.standings() == tournament.standings()
    assert again.tables == tournament.tables
    assert (again.status, again.round, again.waiting) == (
        tournament.status,
        tournament.round,
        tournament.waiting,
    )
    return again


@dataclass
class World:
    """One tournament and its people; `faults` is how often things go wrong."""

    rng: Random
    tournament: Tournament
    faults: float

    def __post_init__(self) -> None:
        self.now = 1_000_000
        self.log: list[Entry] = []
        self.ends: dict[int, int] = {}
        self.vanished: set[int] = set()
        self.skill: dict[int, float] = {}
        self.entered = 0
        self.steps = 0

    @staticmethod
    def of(seed: int, format: str | None = None, faults: float = 0.1) -> World:
        rng = Random(seed)
        world = World(rng, Tournament.plan_new(some_plan(rng, format), 0), faults)
        least = world.tournament.plan.least
        for _ in range(rng.randint(least, 14)):
            world.enter()
        return world

    def enter(self) -> None:
        self.entered += 1
        self.skill[self.entered] = self.rng.random()
        self.tournament.enter(self.entered, self.now)

    def happens(self, chance: float = 1.0) -> bool:
        return self.rng.random() < self.faults * chance

    def run(self) -> Tournament:
        there = self.tournament
        if self.happens(3):
            there.withdraw(self.rng.choice(there.players), self.now)
        if len(there.players) >= there.plan.least:
            there.begin(self.now, self.rng.getrandbits(30))
        else:
            there.call_off(self.now)
        while True:
            there = self.tournament
            for table in there.advance(self.now):
                self.open(table)
            self.store()
            if there.is_over:
                return there
            self.steps += 1
            assert self.steps < 3000, there.plan
            self.disturb()
            self.wait()

    def store(self) -> None:
        self.log += self.tournament.take_fresh()
        if self.happens():
            self.tournament = restarted(self.tournament, self.log)

    def open(self, table: Table) -> None:
        there = self.tournament
        assert len(set(table.players)) == len(table.players)
        assert there.plan.least <= len(table.players) <= there.plan.size
        others = [each for each in there.open_tables() if each.number != table.number]
        if there.plan.format != LEAGUE:
            busy = {player for each in others for player in each.players}
            assert not busy & set(table.players)
        assert not set(table.players) & set(there.out)
        self.ends[table.number] = self.now + self.rng.randint(1, 20) * MINUTE

    def disturb(self) -> None:
        """What people do in between."""
        there, rng = self.tournament, self.rng
        active = there.active()
        if self.happens() and there.open_to_entry(self.now):
            self.enter()
        if self.happens(0.5) and active:
            there.withdraw(rng.choice(active), self.now)
        if self.happens() and active:
            self.vanished.add(rng.choice(active))
        if there.plan.format == ARENA:
            for player in there.active():
                if player not in there.busy() and player not in self.vanished and self.happens(2):
                    there.wait(player, rng.random() < 0.7, self.now)

    def wait(self) -> None:
        """Until something happens."""
        wake = self.tournament.wake(self.now)
        times = [*self.ends.values(), *([] if wake is None else [wake])]
        self.now = max(self.now, min(times, default=self.now + MINUTE))
        for number, end in list(self.ends.items()):
            if end <= self.now:
                del self.ends[number]
                self.close(number)

    def close(self, number: int) -> None:
        there = self.tournament
        table = there.table(number)
        seats = range(len(table.players))
        missing = [seat for seat in seats if table.players[seat] in self.vanished]
        gone = {seat for seat in seats if seat in missing or self.happens()}
        made = [
            0 if seat in gone else round(10 * (self.skill[table.players[seat]] + self.rng.random()))
            for seat in seats
        ]
        last = len(table.players)
        places = [
            last if seat in gone else 1 + sum(other > made[seat] for other in made)
            for seat in seats
        ]
        assert there.report(number, places, self.now, made, missing)
        if self.happens():
            assert not there.report(number, places, self.now, made, missing)
            other = [last + 1 - place for place in places]
            if other != places:
                with pytest.raises(TournamentError, match="without a result"):
                    there.report(number, other, self.now, made, missing)
            if not there.is_over and self.happens(3):
                there.correct(number, other, self.now, made, missing)
