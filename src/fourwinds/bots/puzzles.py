"""Puzzles: positions in which one action is clearly best by what the seat knows.

A game keeps its puzzles in `puzzles.json` beside its rules. A puzzle is a deal and the actions that
lead to the position, so that it is small and its position is one that was really played; who solves
it is shown the view of its seat and nothing else. `fourwinds puzzles make` (arena/mining.py) finds
them; `look_deep` is the search that decides what is best, and checks it again.
"""

from __future__ import annotations

import datetime
import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fourwinds.bots.calibration import Slope
from fourwinds.bots.judging import judge_of
from fourwinds.bots.search import FOREVER, Search
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

FILE = "puzzles.json"
# How many of the actions a search likes are looked at equally long; each gets its share of tries.
RIVALS = 5
EACH = 0.25
WIDTH = 1.96


class BadPuzzle(FourWindsError):
    code = "bad-puzzle"


@dataclass(frozen=True)
class Puzzle:
    """`margin` is the chance to win that the next best action gives away, `doubt` half its 95 %
    interval; `rating` is how hard it is, on the scale of the players' own ratings."""

    game: str
    number: int
    players: int
    seed: int
    moves: tuple[int, ...]
    seat: int
    best: int
    margin: float
    doubt: float
    rating: int

    def rules(self) -> Rules:
        return find_game(self.game).rules(self.players)

    def position(self) -> State:
        """The table as it lay when the seat was asked."""
        state = self.rules().start(self.seed)
        for action in self.moves:
            state.play(state.actors[0], action)
        if self.seat not in state.actors or self.best not in state.actions(self.seat):
            raise BadPuzzle(f"{self.game} {self.number}: expected a position of these rules")
        return state

    def json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "seed": self.seed,
            "moves": list(self.moves),
            "seat": self.seat,
            "best": self.best,
            "margin": round(self.margin, 3),
            "doubt": round(self.doubt, 3),
            "rating": self.rating,
        }

    @staticmethod
    def read(game: str, number: int, data: dict[str, Any]) -> Puzzle:
        return Puzzle(game=game, number=number, **{**data, "moves": tuple(data["moves"])})


@dataclass(frozen=True)
class Judged:
    """An action, its chance to win, calibrated on matches played, and half the 95 % interval."""

    action: int
    chance: float
    half: float


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles that come with a game; none if they were made for other rules."""
    return read(game, find_game(game).folder / FILE)


def read(game: str, path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file; none where there is no file or it was made for other rules."""
    if not path.is_file():
        return ()
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["rules_version"] != find_game(game).rules_version:
        return ()
    return tuple(Puzzle.read(game, number, each) for number, each in enumerate(data["puzzles"], 1))


def of_day(game: str, day: datetime.date) -> Puzzle:
    """The puzzle of the day, the same for everybody: all of them come round before one returns."""
    found = puzzles(game)
    # A step without a common factor walks through all of them, and not in the order of the file.
    step = next(
        n for n in range(len(found) // 2 + 1, len(found) + 2) if math.gcd(n, len(found)) == 1
    )
    return found[day.toordinal() * step % len(found)]


def save(path: Path, rules_version: int, found: list[Puzzle]) -> None:
    """Write a game's file: a line for each puzzle, so that changes can be read."""
    lines = ",\n".join(json.dumps(each.json(), separators=(",", ":")) for each in found)
    head = f'{{"rules_version":{rules_version},"puzzles":[\n'
    # A reader meanwhile sees the old file or the new one, never a part.
    fresh = path.with_suffix(".new")
    fresh.write_text(f"{head}{lines}\n]}}\n", encoding="utf-8")
    fresh.replace(path)


def look_deep(rules: Rules, view: dict[str, Any], iterations: int, seed: int) -> list[Judged]:
    """The actions a search likes best, the best first, with what each is worth.

    After a free search its favourites are tried equally often, because a search looks little at
    what it does not like. [] in a secret choice, where no single action is best.
    """
    chance = stream_of_seed(seed, "puzzle")
    judge = judge_of(rules)
    search = judge.search(rules.belief(view), view["seat"], chance)
    search.run(iterations, FOREVER)
    if search.sealed:
        return []
    liked = sorted(search.tally(), key=lambda entry: -entry[1])[:RIVALS]
    for action, _, _ in liked:
        search.forced = action
        search.run(max(1, int(EACH * iterations)), FOREVER)
    visits = {action: number for action, number, _ in search.tally()}
    straight = judge.straight(view)
    out = [_judged(search, action, visits[action], straight) for action, _, _ in liked]
    return sorted(out, key=lambda each: -each.chance)


def _judged(search: Search, action: int, visits: int, straight: Slope) -> Judged:
    mean = search.wins[action] / visits
    variance = max(search.squares[action] / visits - mean * mean, 1e-6)
    half = WIDTH * math.sqrt(variance / visits)
    low, high = straight.chance(max(0.0, mean - half)), straight.chance(min(1.0, mean + half))
    return Judged(action, straight.chance(mean), (high - low) / 2)


def margin(found: list[Judged]) -> tuple[float, float]:
    """How much better the best action is than the next, and half the width of the interval."""
    best, second = found[0], found[1]
    return best.chance - second.chance, math.hypot(best.half, second.half)
