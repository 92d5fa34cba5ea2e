"""The ladder: all bots against each other at every number of players.

For each pair one bot of the one kind sits down with bots of the other, so that its share of wins
says how much the first is worth among the second.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fourwinds import bots
from fourwinds.arena import ratings, report
from fourwinds.arena.contest import Outcome
from fourwinds.arena.documents import Table
from fourwinds.arena.publish import made_by
from fourwinds.arena.schedule import traits

BUDGET = "1000it"

Run = Callable[[list[str]], tuple[dict[str, Any], list[list[Outcome]]]]
"""Plays a line-up; its summary and the deals that count."""


def shipped() -> list[str]:
    """Our bots, from strong to weak, with a budget that can be repeated."""
    return [
        bot if traits(bot).repeatable else f"{bot}:{BUDGET}" for bot in reversed(list(bots.OURS))
    ]


def lineups(chosen: Sequence[str], players: int) -> list[list[str]]:
    """Each pair once, the one named first alone among the others."""
    return [
        [first] + [second] * (players - 1) for first, second in itertools.combinations(chosen, 2)
    ]


def table(chosen: Sequence[str], players: int, command: str, run: Run) -> Table:
    """Play all line-ups for a number of players."""
    rows = []
    rated: list[tuple[Sequence[str], Outcome]] = []
    summaries = []
    for lineup in lineups(chosen, players):
        summary, deals = run(lineup)
        summaries.append(summary)
        rated += [(lineup, game) for deal in deals for game in deal]
        first = summary["bots"][0]
        rows.append(
            (
                lineup[0],
                lineup[1],
                str(summary["games"]),
                report.shown(first["share"]),
                f"{100 / players:.4g} %",
                report.shown(first["rank"], "plain"),
                report.shown(first["score"], "plain"),
            )
        )
    return Table(
        title=f"{summaries[0]['title']}, {players} players",
        command=command,
        notes=_notes(summaries, ratings.rate(rated)),
        heads=("bot", "among", "games", "share of wins", "fair", "mean rank", "score"),
        rows=tuple(rows),
    )


def _notes(
    summaries: Sequence[Mapping[str, Any]], rated: Mapping[str, ratings.Rating] | None
) -> tuple[str, ...]:
    games = summaries[0]["games"]
    out = [
        f"{made_by(dict(summaries[0]))} {games} games a line, every deal played from every seat;"
        " 95 % intervals over deals. A shared win counts its share."
    ]
    if rated:
        best = sorted(rated.items(), key=lambda item: -item[1].mu)
        shown = ", ".join(f"{bot} {one.mu:.1f} ± {one.sigma:.1f}" for bot, one in best)
        out.append(f"OpenSkill (mu ± sigma): {shown}.")
    for note in dict.fromkeys(note for summary in summaries for note in report.notes(summary)):
        out.append(note)
    return tuple(out)
