"""Calibrating: how often what a search believes comes true, in matches that mates play.

A dozen times in a match searches are asked what the seat to move may hope for; when the match is
over it is known what became of it. From that come the slopes (bots/calibration.py); how good the
chances are then is told by matches that the slopes were not fitted to. Several judges are asked
about the same positions, so that it can be told whose chances are better.
"""

from __future__ import annotations

import math
import random
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourwinds import bots
from fourwinds.bots.calibration import LUCK, PHASES, SUREST, Slope, phase_of
from fourwinds.bots.judging import Judge
from fourwinds.bots.luck import Weighing
from fourwinds.bots.search import FOREVER
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

PLAYERS = "mate"
# How often a player strays, so that positions are not all even.
STRAYS = 0.1
ITERATIONS = 150
# Worlds played on by rules of thumb, for the chances that luck is made of.
WORLDS = 32
ASKED = 12
BINS = 10
# 0: nothing of what a search believes is to be believed, every chance is an even one.
SLOPES = [step / 20 for step in range(41)]
# How much, in matches' worth of surprise, a slope must gain that is 1 away from 1.
DOUBT = 2.0
# A phase of which less is known keeps to the slope of the whole match.
FEWEST = 30
# Half a 95 % interval, in standard errors.
WIDTH = 1.96


@dataclass(frozen=True)
class Sample:
    """What a search believed in a phase, and the share of the win that came of it."""

    match: int
    phase: int
    believed: float
    won: float


@dataclass(frozen=True)
class Question:
    """Whose chances are asked for: those of the game's own value or of a model; of a search for the
    seat to move or, for luck, of roll-outs with all hands open."""

    model: Path | None = None
    luck: bool = False


# What was believed in one match, a list for each question, position by position.
Believed = list[list[Sample]]
# Fitted to nothing, chances stay as believed.
NOTHING: list[Sample] = []


def of_match(rules: Rules, seed: int, number: int, questions: Sequence[Question]) -> Believed:
    """The samples of one match; none of a match that does not end."""
    rng = random.Random(f"calibrate {seed} {number}")
    state = rules.start(rng.randrange(2**31))
    seated = [bots.make(PLAYERS, rng.randrange(2**31)) for _ in range(rules.players)]
    choices: list[State] = []
    length = 0
    while not state.over and length < rules.game.most_decisions:
        seat = state.actors[0]
        actions = state.actions(seat)
        if len(actions) > 1:
            choices.append(state.copy())
        state.play(seat, _chosen(seated[seat], state, seat, actions, rng))
        length += 1
    found: Believed = [[] for _ in questions]
    if not state.over:
        return found
    shift = rng.random()
    for place in sorted({int((i + shift) * len(choices) / ASKED) for i in range(ASKED)}):
        seat = choices[place].actors[0]
        phase = phase_of(rules, choices[place].view(seat))
        won = 1 / len(state.winners) if seat in state.winners else 0.0
        for samples, question in zip(found, questions, strict=True):
            chance = believed(question, choices[place], seat, place)
            samples.append(Sample(number, phase, chance, won))
    return found


def of_matches(
    game: str,
    players: int,
    seed: int,
    numbers: Iterable[int],
    questions: Sequence[Question],
    processes: int = 1,
) -> Iterator[Believed]:
    """The samples of several matches, in order."""
    asked = ((game, players, seed, number, tuple(questions)) for number in numbers)
    if processes == 1:
        yield from map(_of_job, asked)
        return
    from multiprocessing import get_context

    with get_context("spawn").Pool(
        processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        yield from pool.imap(_of_job, asked)


def _of_job(job: tuple[str, int, int, int, tuple[Question, ...]]) -> Believed:
    game, players, seed, number, questions = job
    return of_match(find_game(game).rules(players), seed, number, questions)


def _chosen(bot: bots.Bot, state: State, seat: int, actions: list[int], rng: random.Random) -> int:
    if len(actions) == 1:
        return actions[0]
    if rng.random() < STRAYS:
        return rng.choice(actions)
    return bot.choose(state.view(seat), actions, None)


def believed(question: Question, state: State, seat: int, seed: int) -> float:
    """The chance to win of what a search would do, or of the position with all hands open."""
    rules = state.rules
    judge = Judge(rules, question.model)
    if question.luck:
        return Weighing(rules, state, seed, judge).chances(state, WORLDS)[seat]
    chance = stream_of_seed(seed, "calibration")
    search = judge.search(rules.belief(state.view(seat)), seat, chance)
    search.run(ITERATIONS, FOREVER)
    action, visits, _ = max(search.tally(), key=lambda entry: (entry[1], entry[2]))
    return search.wins[action] / visits


def surprise(chance: float, won: float) -> float:
    """The log-loss of one chance."""
    inside = min(max(chance, SUREST), 1 - SUREST)
    return -(won * math.log(inside) + (1 - won) * math.log(1 - inside))


def log_loss(samples: list[Sample], players: int, slope: float) -> float:
    """The mean surprise; an even guess has that of 1 / players."""
    straight = Slope(players, slope)
    total = sum(surprise(straight.chance(each.believed), each.won) for each in samples)
    return total / len(samples)


def fit(samples: list[Sample], players: int) -> float:
    """The slope that surprises least, held near 1 as long as few matches speak against it.

    All samples of a match share its result, so that a match counts once.
    """
    matches = len({each.match for each in samples})

    def cost(slope: float) -> float:
        return matches * log_loss(samples, players, slope) + DOUBT * (slope - 1) ** 2

    return min(SLOPES, key=cost)


def calibrate(
    samples: list[Sample], open_hands: list[Sample], players: int, matches: int
) -> dict[str, Any]:
    """All that is kept of a judge: of its searches and of the chances that luck is made of."""
    luck = fit_phases(open_hands, players)
    return {
        **fit_phases(samples, players),
        LUCK: luck["slopes"],
        "matches": matches,
        "phases_of_luck": luck["phases"],
    }


def fit_phases(samples: list[Sample], players: int) -> dict[str, Any]:
    """A slope for each phase, and how good the chances are with it.

    Each phase is given a slope of its own, that of the whole match, or none (1), whichever makes
    least of what it was not fitted to: even and odd matches are judged by slopes of one another.
    """
    slopes = []
    phases = []
    said = chances_apart(samples, players)
    for phase in range(PHASES):
        mine = [each for each in samples if each.phase == phase]
        if not mine:
            slopes.append(fit(samples, players))
            continue
        known = _best_way(samples, mine, players)
        slopes.append(1.0 if known is NOTHING else fit(known, players))
        phases.append(
            {
                "phase": phase,
                "samples": len(mine),
                "raw": round(log_loss(mine, players, 1.0), 4),
                "calibrated": round(_mean([surprise(said[each], each.won) for each in mine]), 4),
                "even": round(log_loss(mine, players, 0.0), 4),
            }
        )
    came = [(said[each], each.won) for each in samples]
    return {"slopes": slopes, "phases": phases, "reliability": reliability(came)}


def chances_apart(samples: list[Sample], players: int) -> dict[Sample, float]:
    """Every sample's chance, straightened by slopes that its own match had no part in."""
    said = {}
    for phase in range(PHASES):
        mine = [each for each in samples if each.phase == phase]
        if mine:
            for each, slope in apart(_best_way(samples, mine, players), mine, players):
                said[each] = Slope(players, slope).chance(each.believed)
    return said


def gain(own: list[Sample], other: list[Sample], players: int) -> tuple[float, float]:
    """How much less the chances of another judge surprise than the first one's, a position, both
    straightened, and half the 95 % interval over matches; they judged the same positions."""
    mine, theirs = chances_apart(own, players), chances_apart(other, players)
    less: dict[int, float] = {}
    count: dict[int, int] = {}
    for a, b in zip(own, other, strict=True):
        difference = surprise(mine[a], a.won) - surprise(theirs[b], b.won)
        less[a.match] = less.get(a.match, 0.0) + difference
        count[a.match] = count.get(a.match, 0) + 1
    mean = sum(less.values()) / len(own)
    spread = sum((less[match] - mean * count[match]) ** 2 for match in less)
    return mean, WIDTH * math.sqrt(spread) / len(own)


def _best_way(samples: list[Sample], mine: list[Sample], players: int) -> list[Sample]:
    """What a phase is fitted to: nothing, the whole match or itself, the simplest of the best."""
    ways = [NOTHING, samples]
    if len(mine) >= FEWEST:
        ways.append(mine)
    return min(ways, key=lambda known: log_loss_apart(known, mine, players))


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


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


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
