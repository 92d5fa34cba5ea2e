"""Calibrating: how often what a search believes comes true, in matches that mates play.

Now and then in a match a search is asked what the seat to move may hope for; when the match is over
it is known what became of it. From that come the slopes (bots/calibration.py); how good the chances
are then is told by matches that the slopes were not fitted to.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from fourwinds import bots
from fourwinds.bots.calibration import PHASES, SUREST, Slope, phase_of
from fourwinds.bots.search import FOREVER, Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

PLAYERS = "mate"
# How often a player strays, so that positions are not all even.
STRAYS = 0.1
ITERATIONS = 150
ASKED = 12
BINS = 10
# 0: nothing of what a search believes is to be believed, every chance is an even one.
SLOPES = [step / 20 for step in range(41)]
# How much, in matches' worth of surprise, a slope must gain that is 1 away from 1.
DOUBT = 2.0
# A phase of which less is known keeps to the slope of the whole match.
FEWEST = 30


@dataclass(frozen=True)
class Sample:
    """What a search believed in a phase, and the share of the win that came of it."""

    match: int
    phase: int
    believed: float
    won: float


# Fitted to nothing, chances stay as believed.
NOTHING: list[Sample] = []


def play(rules: Rules, seed: int) -> Iterator[list[Sample]]:
    """The samples of match after match, for ever; none of a match that does not end."""
    length = 6 * ASKED
    for match in count():
        rng = random.Random(f"calibrate {seed} {match}")
        state = rules.start(rng.randrange(2**31))
        seated = [bots.make(PLAYERS, rng.randrange(2**31)) for _ in range(rules.players)]
        asked: list[tuple[int, int, float]] = []
        most = rules.game.most_decisions
        # ASKED decisions of a match are asked about, if it is as long as the one before.
        every = max(1, round(length / ASKED))
        length = 0
        while not state.over and length < most:
            seat = state.actors[0]
            actions = state.actions(seat)
            if len(actions) > 1 and length % every == match % every:
                view = state.view(seat)
                asked.append((seat, phase_of(rules, view), believed(rules, view, length)))
            state.play(seat, _chosen(seated[seat], state, seat, actions, rng))
            length += 1
        won = [
            1 / len(state.winners) if seat in state.winners else 0.0
            for seat in range(rules.players)
        ]
        yield (
            [Sample(match, phase, chance, won[seat]) for seat, phase, chance in asked]
            if state.over
            else []
        )


def _chosen(bot: bots.Bot, state: State, seat: int, actions: list[int], rng: random.Random) -> int:
    if len(actions) == 1:
        return actions[0]
    if rng.random() < STRAYS:
        return rng.choice(actions)
    return bot.choose(state.view(seat), actions, None)


def believed(rules: Rules, view: dict[str, Any], seed: int) -> float:
    """The chance to win of what a search would do."""
    chance = stream_of_seed(seed, "calibration")
    search = Search(rules.belief(view), value_of(rules), view["seat"], rules.action_count, chance)
    search.run(ITERATIONS, FOREVER)
    action, visits, _ = max(search.tally(), key=lambda entry: (entry[1], entry[2]))
    return search.wins[action] / visits


def log_loss(samples: list[Sample], players: int, slope: float) -> float:
    """The mean surprise; an even guess has that of 1 / players."""
    straight = Slope(players, slope)
    total = 0.0
    for each in samples:
        chance = min(max(straight.chance(each.believed), SUREST), 1 - SUREST)
        total -= each.won * math.log(chance) + (1 - each.won) * math.log(1 - chance)
    return total / len(samples)


def fit(samples: list[Sample], players: int) -> float:
    """The slope that surprises least, held near 1 as long as few matches speak against it.

    All samples of a match share its result, so that a match counts once.
    """
    matches = len({each.match for each in samples})

    def cost(slope: float) -> float:
        return matches * log_loss(samples, players, slope) + DOUBT * (slope - 1) ** 2

    return min(SLOPES, key=cost)


def calibrate(samples: list[Sample], players: int) -> dict[str, Any]:
    """A slope for each phase, and how good the chances are with it.

    Each phase is given a slope of its own, that of the whole match, or none (1), whichever makes
    least of what it was not fitted to: even and odd matches are judged by slopes of one another.
    """
    slopes = []
    phases = []
    said: list[tuple[float, float]] = []
    for phase in range(PHASES):
        mine = [each for each in samples if each.phase == phase]
        if not mine:
            slopes.append(fit(samples, players))
            continue
        ways = _ways(samples, mine)
        best = min(ways, key=lambda way: log_loss_apart(way[0], way[1], players))
        slopes.append(1.0 if best[0] is NOTHING else fit(best[0], players))
        for each, slope in apart(*best, players):
            said.append((Slope(players, slope).chance(each.believed), each.won))
        phases.append(
            {
                "phase": phase,
                "samples": len(mine),
                "raw": round(log_loss(mine, players, 1.0), 4),
                "calibrated": round(log_loss_apart(*best, players), 4),
                "even": round(log_loss(mine, players, 0.0), 4),
            }
        )
    return {"slopes": slopes, "phases": phases, "reliability": reliability(said)}


def _ways(samples: list[Sample], mine: list[Sample]) -> list[tuple[list[Sample], list[Sample]]]:
    """What a phase may be fitted to, the simplest first, with what it is judged by."""
    ways = [(NOTHING, mine), (samples, mine)]
    return [*ways, (mine, mine)] if len(mine) >= FEWEST else ways


def apart(
    known: list[Sample], judged: list[Sample], players: int
) -> Iterator[tuple[Sample, float]]:
    """Samples with the slopes that the other half of the matches gives."""
    for half in (0, 1):
        other = [each for each in known if each.match % 2 != half]
        slope = fit(other, players) if other else 1.0
        for each in judged:
            if each.match % 2 == half:
                yield each, slope


def log_loss_apart(known: list[Sample], judged: list[Sample], players: int) -> float:
    """The mean surprise of samples under slopes they had no part in."""
    parts = [log_loss([each], players, slope) for each, slope in apart(known, judged, players)]
    return sum(parts) / len(parts)


def reliability(said: list[tuple[float, float]]) -> list[dict[str, Any]]:
    """What was said and what came of it, from the least to the greatest chances."""
    said = sorted(said)
    out = []
    for i in range(BINS):
        part = said[i * len(said) // BINS : (i + 1) * len(said) // BINS]
        if part:
            out.append(
                {
                    "said": round(sum(chance for chance, _ in part) / len(part), 3),
                    "came": round(sum(won for _, won in part) / len(part), 3),
                    "samples": len(part),
                }
            )
    return out
