"""Likeness: how often somebody plays what the engine would play, beyond what his rating explains.

A decision agrees where nothing of the chance to win was given away. Stronger players agree more
often, engine or not: what is to be expected of a rating is a line through known bots that do not
search (`likeness.json`, made by `fourwinds likeness`). What is beyond it is told in standard
deviations of that many decisions, made wider by how much more matches differ than coins would.
It is a reason to look, never a proof: the error rates that were measured stand beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena.ratings import rate
from fourwinds.bots.analysis import analyse

FILE = Path(__file__).parent / "likeness.json"
ORDINARY = ("deckhand", "apprentice", "mate")
"""Bots that do not search: what they play alike the engine, their strength explains."""
ENGINE = "captain:30ms"
BUDGET = "30ms"
ALARM = 3.0
"""The number of standard deviations from which an operator is shown a player."""
SAME = 0.0
"""How much chance to win an action may give away and still agree with the engine's."""
LEAST, MOST = 0.05, 0.95


@dataclass(frozen=True)
class Agreement:
    """How many decisions with a choice there are, and how many the engine makes alike."""

    agreed: int
    decisions: int

    @property
    def share(self) -> float:
        return self.agreed / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Expected:
    """What a rating explains: share = base + slope * mu; `spread` is how much more matches differ
    than coins."""

    base: float
    slope: float
    spread: float

    def share(self, mu: float) -> float:
        return min(MOST, max(LEAST, self.base + self.slope * mu))

    def beyond(self, found: Agreement, mu: float) -> float:
        """How many standard deviations more often somebody agrees than his rating explains."""
        share = self.share(mu)
        if not found.decisions:
            return 0.0
        deviation = sqrt(share * (1 - share) * self.spread / found.decisions)
        return (found.share - share) / deviation


def agreement(judged: Iterable[Mapping[str, Any]], seat: int) -> Agreement:
    """Of one seat in a study of a match."""
    mine = [move["loss"] <= SAME for move in judged if move["seat"] == seat]
    return Agreement(sum(mine), len(mine))


def total(found: Iterable[Agreement]) -> Agreement:
    kept = list(found)
    return Agreement(sum(a.agreed for a in kept), sum(a.decisions for a in kept))


@cache
def expected(game: str) -> Expected | None:
    """What was measured for a game; None where nothing was."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return Expected(**kept[game]["expected"]) if game in kept else None


# Measuring.


@dataclass(frozen=True)
class Played:
    """A match of known bots: how each seat agreed, and how it ended."""

    seated: Sequence[str]
    agreements: Sequence[Agreement]
    ranking: Sequence[int]
    finished: bool = True

    @property
    def places(self) -> Sequence[int]:
        return range(len(self.seated))


def play(game: str, seated: Sequence[str], seed: int, budget: str = BUDGET) -> Played:
    """One match of these bots, every decision judged as it is after a match of people."""
    rules = fw.game(game).rules(players=len(seated))
    state = rules.start(seed=seed)
    players = [bots.make(name, seed * 16 + seat) for seat, name in enumerate(seated)]
    made = [[0, 0] for _ in seated]
    while not state.over:
        seat = state.actors[0]
        actions, view = state.actions(seat), state.view(seat)
        action = players[seat].choose(view, actions, None)
        if len(actions) > 1:
            judged = analyse(view, budget, rules, seed=seed, also=action, explained=0)
            mine = next(each for each in judged if each.action == action)
            made[seat][0] += judged[0].chance - mine.chance <= SAME
            made[seat][1] += 1
        state.play(seat, action)
    agreements = [Agreement(*each) for each in made]
    return Played(seated, agreements, list(state.ranking))


def measure(matches: Sequence[Played], set_size: int) -> dict[str, Any]:
    """The line of what is expected, and how often it is wrong about sets of that size."""
    ratings = rate((match.seated, match) for match in matches) or {}
    per_bot = {
        name: [
            agreed
            for match in matches
            for who, agreed in zip(match.seated, match.agreements, strict=True)
            if who == name
        ]
        for name in sorted({name for match in matches for name in match.seated})
    }
    line = _line(
        [(ratings[name].mu, total(found)) for name, found in per_bot.items() if name in ORDINARY],
        [found for name, found in per_bot.items() if name in ORDINARY],
    )
    bots_found = {}
    for name, found in per_bot.items():
        sets = [found[i : i + set_size] for i in range(0, len(found) - set_size + 1, set_size)]
        beyond = [line.beyond(total(each), ratings[name].mu) for each in sets]
        bots_found[name] = {
            "mu": round(ratings[name].mu, 2),
            "matches": len(found),
            "decisions": total(found).decisions,
            "share": round(total(found).share, 4),
            "sets": len(sets),
            "alarms": sum(each > ALARM for each in beyond),
        }
    return {"expected": asdict(line), "set": set_size, "bots": bots_found}


def _line(
    points: Sequence[tuple[float, Agreement]], found: Sequence[Sequence[Agreement]]
) -> Expected:
    """Least squares, weighted by decisions; the spread from how each bot's matches differ."""
    weight = sum(a.decisions for _, a in points)
    x = sum(mu * a.decisions for mu, a in points) / weight
    y = sum(a.share * a.decisions for _, a in points) / weight
    over = sum(a.decisions * (mu - x) * (a.share - y) for mu, a in points)
    under = sum(a.decisions * (mu - x) ** 2 for mu, a in points)
    slope = over / under if under else 0.0
    chi, free = 0.0, 0
    for matches in found:
        share = min(MOST, max(LEAST, total(matches).share))
        for each in matches:
            if each.decisions:
                chi += (each.agreed - each.decisions * share) ** 2 / (
                    each.decisions * share * (1 - share)
                )
        free += max(0, len(matches) - 1)
    return Expected(y - slope * x, slope, max(1.0, chi / free if free else 1.0))


def keep(game: str, found: dict[str, Any], file: Path = FILE) -> None:
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    kept[game] = found
    file.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
