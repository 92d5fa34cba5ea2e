"""Likeness: how often somebody plays what the engine would play, beyond what his rating explains.

A decision agrees where nothing of the chance to win was given away. It weighs the square root of
what was at stake, that is, of what an action taken at random would have given away. Stronger
players agree more often, engine or not: what is to be expected of a rating is a line through known
bots that do not search (`likeness.json`, made by `fourwinds likeness`). What is beyond it is told
in standard deviations: of matches, as much as those of known bots differ, and of the line, as far
as they lie off it. It is a reason to look, never a proof: the error rates that were measured stand
beside it.
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
from fourwinds.arena.ratings import Rating, rate
from fourwinds.bots.analysis import analyse, stake

FILE = Path(__file__).parent / "likeness.json"
ORDINARY = ("deckhand", "apprentice", "mate")
"""Bots that do not search: what they play alike the engine, their strength explains."""
ENGINES = ("admiral:500it", "admiral:2000it")
"""Bots that believe what the analysis believes (bots/judging.py)."""
ALARM = 2.0
"""The number of standard deviations from which an operator is shown a player."""
DOUBT = 1.0
"""Somebody is taken to be stronger than his rating by this number of its standard deviations."""
SAME = 0.0
"""How much chance to win an action may give away and still agree with the engine's."""
LEAST, MOST = 0.05, 0.95
SEATS = 4
SETS = (2, 5, 10)
"""The numbers of matches that are judged together when error rates are counted."""


@dataclass(frozen=True)
class Agreement:
    """What decisions with a choice weigh, and those of them that the engine makes alike."""

    agreed: float
    weight: float
    decisions: int

    @property
    def share(self) -> float:
        return self.agreed / self.weight if self.weight else 0.0


@dataclass(frozen=True)
class Expected:
    """What a rating explains: share = base + slope * mu.

    `spread` is how much matches differ: the variance of a share times what it weighs; `off` is
    how far known bots lie off the line.
    """

    base: float
    slope: float
    spread: float
    off: float

    def share(self, mu: float) -> float:
        return min(MOST, max(LEAST, self.base + self.slope * mu))

    def explained(self, mu: float, sigma: float = 0.0) -> float:
        """The share of somebody as strong as he may well be."""
        return self.share(mu + DOUBT * sigma)

    def beyond(self, found: Agreement, mu: float, sigma: float = 0.0) -> float:
        """How many standard deviations more often somebody agrees than his rating explains."""
        if not found.weight:
            return 0.0
        deviation = sqrt(self.spread / found.weight + self.off**2)
        return (found.share - self.explained(mu, sigma)) / deviation if deviation else 0.0


def agreement(judged: Iterable[Mapping[str, Any]], seat: int) -> Agreement:
    """Of one seat in a study of a match; studies of before stakes were kept say nothing."""
    mine = [move for move in judged if move["seat"] == seat and "stake" in move]
    weights = [sqrt(move["stake"]) for move in mine]
    agreed = sum(w for move, w in zip(mine, weights, strict=True) if move["loss"] <= SAME)
    return Agreement(agreed, sum(weights), len(mine))


def total(found: Iterable[Agreement]) -> Agreement:
    kept = list(found)
    return Agreement(
        sum(a.agreed for a in kept), sum(a.weight for a in kept), sum(a.decisions for a in kept)
    )


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


def seating(number: int, seats: int) -> list[str]:
    """Who plays the match of this number: the bots in turn, and every other time the other way."""
    names = [*ORDINARY, *ENGINES]
    turn = number % len(names)
    seated = (names[turn:] + names[:turn])[:seats]
    return seated[::-1] if number // len(names) % 2 else seated


def play(game: str, seated: Sequence[str], seed: int, budget: str) -> Played:
    """One match of these bots, every decision judged as it is after a match of people."""
    rules = fw.game(game).rules(players=len(seated))
    state = rules.start(seed=seed)
    players = [bots.make(name, seed * 16 + seat) for seat, name in enumerate(seated)]
    made: list[list[dict[str, Any]]] = [[] for _ in seated]
    while not state.over:
        seat = state.actors[0]
        actions, view = state.actions(seat), state.view(seat)
        action = players[seat].choose(view, actions, None)
        if len(actions) > 1:
            judged = analyse(view, budget, rules, seed=seed, also=action, explained=0)
            mine = next(each for each in judged if each.action == action)
            loss = judged[0].chance - mine.chance
            made[seat].append({"seat": seat, "loss": loss, "stake": stake(judged)})
        state.play(seat, action)
    agreements = [agreement(moves, seat) for seat, moves in enumerate(made)]
    return Played(seated, agreements, list(state.ranking))


def measure(matches: Sequence[Played], budget: str) -> dict[str, Any]:
    """The line of what is expected, and how often it is wrong.

    Errors are counted on sets of matches with a line drawn through the other half of the matches.
    """
    ratings = rate((match.seated, match) for match in matches) or {}
    halves = [_by_bot(matches[half::2]) for half in (0, 1)]
    alarms: dict[str, dict[int, list[bool]]] = {}
    for seen, other in (halves, halves[::-1]):
        line = fit(seen, ratings)
        for name, found in other.items():
            mu, sigma = ratings[name].mu, ratings[name].sigma
            for size in SETS:
                said = alarms.setdefault(name, {}).setdefault(size, [])
                for first in range(0, len(found) - size + 1, size):
                    whole = total(found[first : first + size])
                    said.append(line.beyond(whole, mu, sigma) > ALARM)
    every = _by_bot(matches)
    return {
        "expected": asdict(fit(every, ratings)),
        "matches": len(matches),
        "budget": budget,
        "bots": {
            name: {
                "mu": round(ratings[name].mu, 2),
                "matches": len(found),
                "decisions": total(found).decisions,
                "share": round(total(found).share, 4),
                "sets": {str(size): len(each) for size, each in alarms[name].items()},
                "alarms": {str(size): sum(each) for size, each in alarms[name].items()},
            }
            for name, found in every.items()
        },
    }


def _by_bot(matches: Sequence[Played]) -> dict[str, list[Agreement]]:
    out: dict[str, list[Agreement]] = {}
    for match in matches:
        for name, agreed in zip(match.seated, match.agreements, strict=True):
            out.setdefault(name, []).append(agreed)
    return dict(sorted(out.items()))


def fit(found: Mapping[str, Sequence[Agreement]], ratings: Mapping[str, Rating]) -> Expected:
    """Least squares through the bots that do not search, weighted by what was found."""
    known = [(ratings[name].mu, total(found[name]), found[name]) for name in ORDINARY]
    weight = sum(whole.weight for _, whole, _ in known)
    x = sum(mu * whole.weight for mu, whole, _ in known) / weight
    y = sum(whole.agreed for _, whole, _ in known) / weight
    over = sum(whole.weight * (mu - x) * (whole.share - y) for mu, whole, _ in known)
    under = sum(whole.weight * (mu - x) ** 2 for mu, whole, _ in known)
    slope = over / under if under else 0.0
    differ = sum(
        (each.agreed - whole.share * each.weight) ** 2
        for _, whole, matches in known
        for each in matches
    )
    free = sum(len(matches) - 1 for _, _, matches in known)
    every = sum(len(matches) for _, _, matches in known)
    off = max(abs(whole.share - (y + slope * (mu - x))) for mu, whole, _ in known)
    return Expected(y - slope * x, slope, differ / weight * every / max(1, free), off)


def keep(game: str, found: dict[str, Any], file: Path = FILE) -> None:
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    kept[game] = found
    file.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
