"""The results of a run as one JSON-ready summary; reports and tables are drawn from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import fourwinds
from fourwinds.arena import ratings
from fourwinds.arena.contest import FAULTS, TIMES, Outcome
from fourwinds.arena.schedule import RunPlan, traits
from fourwinds.arena.sprt import SequentialTest
from fourwinds.arena.standing import Interval, Mean, Standing, seats_of, wilson
from fourwinds.core.rules import Rules

FAULTS_SHOWN = 50


def summarise(
    plan: RunPlan,
    rules: Rules,
    deals: Sequence[Sequence[Outcome]],
    played: int,
    test: SequentialTest | None = None,
) -> dict[str, Any]:
    """What these whole deals say; `played` is the number of games played in all."""
    games = [game for deal in deals for game in deal]
    standing = Standing(plan)
    for deal in deals:
        standing.add_deal(deal)
    rated = ratings.rate((plan.bots, game) for game in games)
    return {
        "fourwinds": fourwinds.__version__,
        "game": plan.game,
        "title": rules.game.title,
        "rules_version": rules.game.rules_version,
        "rules": rules.digest,
        "players": plan.players,
        "options": dict(plan.options),
        "own_components": plan.components is not None,
        "lineup": list(plan.bots),
        "seed": plan.seed,
        "move_limit": plan.move_limit,
        "deals": len(deals),
        "games": len(games),
        "not_counted": played - len(games),
        "unfinished": sum(1 for game in games if not game.finished),
        "fair": standing.fair,
        "repeatable": all(traits(bot).repeatable for bot in plan.bots),
        "bots": [_bot(standing, line.bot, games, rated) for line in standing.lines.values()],
        "seats": [_seat(deals, seat) for seat in range(plan.players)],
        "length": length(deals),
        "faults": _faults(plan, games),
        "test": None if test is None else {"bot": plan.bots[0]} | test.json(),
    }


def _bot(
    standing: Standing,
    bot: str,
    games: Sequence[Outcome],
    rated: dict[str, ratings.Rating] | None,
) -> dict[str, Any]:
    plan = standing.plan
    line = standing.lines[bot]
    seats = seats_of(plan, bot, games)
    asked = sum(game.asked[seat] for game, seat in seats)
    faults = Counter(
        fault.kind for game in games for fault in game.faults if plan.bots[fault.place] == bot
    )
    faulty = sum(1 for game, seat in seats if any(fault.seat == seat for fault in game.faults))
    known = traits(bot)
    return {
        "bot": bot,
        "places": [place for place, name in enumerate(plan.bots) if name == bot],
        "share": as_json(line.wins()),
        "rank": as_json(line.place()),
        "score": as_json(line.score.interval()),
        "rating": rated[bot].json() if rated and bot in rated else None,
        "decisions": asked,
        "seconds_a_decision": sum(game.seconds[s] for game, s in seats) / asked if asked else 0.0,
        "thinking": _thinking(seats),
        "slowest_decision": max((game.slowest[s] for game, s in seats), default=0.0),
        "faults": {kind: faults[kind] for kind in FAULTS},
        "faulty_games": as_json(wilson(faulty, len(seats)) if seats else None),
        "sees_all": known.sees_all,
        "repeatable": known.repeatable,
    }


def _thinking(seats: Sequence[tuple[Outcome, int]]) -> dict[str, Any]:
    """How long decisions took: how many up to each bound, and within what time most were made."""
    counts = [0] * (len(TIMES) + 1)
    for game, seat in seats:
        for place, count in enumerate(game.times[seat] if game.times else ()):
            counts[place] += count
    return {
        "bounds": list(TIMES),
        "counts": counts,
        "half_within": _within(counts, 0.5),
        "most_within": _within(counts, 0.95),
    }


def _within(counts: Sequence[int], part: float) -> float | None:
    """The first bound that this part of the decisions kept; None where there is none."""
    wanted, kept = part * sum(counts), 0
    for bound, count in zip(TIMES, counts, strict=False):
        kept += count
        if kept >= wanted > 0:
            return bound
    return None


def _seat(deals: Sequence[Sequence[Outcome]], seat: int) -> dict[str, Any]:
    share, rank, score = Mean(), Mean(), Mean()
    for games in deals:
        share.add(sum(game.share(seat) for game in games), len(games))
        rank.add(sum(game.rank(seat) for game in games), len(games))
        score.add(sum(game.scores[seat] for game in games), len(games))
    return {
        "seat": seat,
        "share": as_json(share.share()),
        "rank": as_json(rank.rank(len(deals[0]) if deals else 0)),
        "score": as_json(score.interval()),
    }


def length(deals: Sequence[Sequence[Outcome]]) -> dict[str, Any]:
    """Decisions a game."""
    mean = Mean()
    for games in deals:
        mean.add(sum(len(game.actions) for game in games), len(games))
    lengths = [len(game.actions) for games in deals for game in games]
    return {
        "decisions": as_json(mean.interval()),
        "least": min(lengths, default=None),
        "most": max(lengths, default=None),
    }


def _faults(plan: RunPlan, games: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The first faults, to be looked into."""
    out = []
    for game in games:
        for fault in game.faults:
            out.append(
                {
                    "bot": plan.bots[fault.place],
                    "kind": fault.kind,
                    "deal": game.deal,
                    "rotation": game.rotation,
                    "seat": fault.seat,
                    "decision": fault.decision,
                    "message": fault.message,
                }
            )
            if len(out) == FAULTS_SHOWN:
                return out
    return out


def as_json(interval: Interval | None) -> dict[str, Any] | None:
    """An interval for a summary."""
    return None if interval is None else interval.json()
