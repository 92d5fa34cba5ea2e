"""The ladder: all bots against each other at every number of players.

For each pair one bot of the one kind sits down with bots of the other, so that its share of wins
says how much the first is worth among the second.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fourwinds import bots
from fourwinds.arena import plots, ratings, report
from fourwinds.arena.contest import Outcome
from fourwinds.arena.documents import Table, interval, put_section, tables_of_section
from fourwinds.arena.publish import made_by
from fourwinds.arena.schedule import traits

BUDGET = "1000it"
RATED = "OpenSkill (mu ± sigma)"
_RATING = re.compile(r"(?:: |, )([^,]+?) (-?\d+\.\d) ± (\d+\.\d)")

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
        out.append(f"{RATED}: {shown}.")
    for note in dict.fromkeys(note for summary in summaries for note in report.notes(summary)):
        out.append(note)
    thought = [
        bot["decisions"] * bot["seconds_a_decision"]
        for summary in summaries
        for bot in summary["bots"]
    ]
    # By the clock, so that a busy machine takes longer; kept with each game, so that it is known
    # however often the ladder was interrupted.
    minutes = f"{sum(thought) / 60:.1f} minutes"
    out.append(f"Time: bots thought for {minutes}, added up over games played side by side.")
    return tuple(out)


def write(title: str, table: Table, document: Path) -> None:
    """Put a ladder beside those of its game in a document, in place of an earlier one of the same
    bots at the same number of players, and draw the game's plots anew from all of them."""
    game = table.arguments[1]
    kept = {_compared(one): one for one in tables_of_section(document, f"ladder {game}")}
    kept[_compared(table)] = table
    tables = sorted(
        kept.values(),
        key=lambda one: (int(one.asked("players")), -len(one.asked("bots").split(","))),
    )
    pictures = document.parent / document.stem
    pictures.mkdir(parents=True, exist_ok=True)
    parts = [f"## {title}"]
    for name, drawing in drawings(title, tables).items():
        file = pictures / f"{game}-{name}.svg"
        file.write_text(drawing, encoding="utf-8")
        parts.append(f"![{title}, {name}]({document.stem}/{file.name})")
    parts += [one.markdown() for one in tables]
    put_section(document, f"ladder {game}", "\n\n".join(part.strip() for part in parts))


def _compared(table: Table) -> tuple[str, ...]:
    """What the command compares, however many games it plays and which."""
    words = table.arguments
    return tuple(
        word
        for before, word in zip(["", *words], words, strict=False)
        if not {before, word} & {"--games", "--seed", "--limit"}
    )


def drawings(title: str, tables: Sequence[Table]) -> dict[str, str]:
    """The plots of a game's ladders, by the name of their file; for each number of players the
    first table counts."""
    largest = {table.asked("players"): table for table in reversed(tables)}
    ladders = [largest[count] for count in sorted(largest, key=int)]
    wins = [_wins(table) for table in ladders]
    rated = [plots.Group(_heading(table), _rated(table)) for table in ladders]
    out = {
        "wins": plots.grouped_whiskers(
            f"{title}: share of wins, one bot among others of the next kind below", wins
        )
    }
    if any(group.rows for group in rated):
        out["ratings"] = plots.grouped_whiskers(
            f"{title}: {RATED}", [group for group in rated if group.rows], plots.plain
        )
    return out


def _heading(table: Table) -> str:
    return f"{table.asked('players')} players"


def _wins(table: Table) -> plots.Group:
    """What the table says of each bot among those that the command names next."""
    at = table.heads.index("share of wins")
    cells = {(row[0], row[1]): row[at] for row in table.rows}
    steps = itertools.pairwise(table.asked("bots").split(","))
    rows = [_share(" among ".join(step), cells[step]) for step in steps if step in cells]
    return plots.Group(_heading(table), rows, 1 / int(table.asked("players")))


def _share(label: str, cell: str) -> plots.Row:
    found = interval(cell)
    if found is None:  # of a single deal there is none
        return plots.Row(label, float(cell.partition(" ")[0]) / 100, words=cell)
    mean, low, high = (part / 100 for part in found)
    return plots.Row(label, mean, low, high, f"{found[0]:.1f} %")


def _rated(table: Table) -> list[plots.Row]:
    """The ratings that stand in a note, in the order of the command, so that a bot has the same
    colour in all plots."""
    notes = " ".join(note for note in table.notes if note.startswith(RATED))
    found = {bot: (float(mu), float(sigma)) for bot, mu, sigma in _RATING.findall(notes)}
    rows = [(bot, *found[bot]) for bot in table.asked("bots").split(",") if bot in found]
    return [
        plots.Row(bot, mu, mu - sigma, mu + sigma, f"{mu:.1f} ± {sigma:.1f}")
        for bot, mu, sigma in rows
    ]
