"""What a run leaves behind: results, report, Parquet, records, balance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourwinds.arena import balance, export, report
from fourwinds.arena.documents import Table, put_section
from fourwinds.arena.results import summarise
from fourwinds.arena.tournament import Tournament

SHOWN = (
    "seats.svg",
    "length.svg",
    "scores.svg",
    "card-played-card.svg",
    "card-taken-card.svg",
    "boat-sailed-card.svg",
    "sailed-port.svg",
    "item-bought-item.svg",
)

Step = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """What is written besides results and report."""

    records: bool = False
    decisions: bool = False
    balance: bool = False

    def check(self) -> None:
        """Raise now what would else be raised when all games are played."""
        if self.decisions and not export.can_write_parquet():
            raise export.NoParquet


def publish(
    tournament: Tournament, wanted: Wanted, command: str, step: Step = lambda text: None
) -> dict[str, Any]:
    """Write all files of a run that has ended or was interrupted; its summary."""
    folder, plan, rules = tournament.folder, tournament.plan, tournament.folder.rules
    deals = tournament.counted()
    games = [game for deal in deals for game in deal]
    summary = summarise(plan, rules, deals, len(folder.outcomes), tournament.test)
    summary["command"] = command
    if wanted.balance:
        step("counting what was used")
        summary["balance"] = balance.balance(plan, rules, deals)
        for name, drawing in balance.drawings(summary).items():
            folder.write(name, drawing)
        folder.write("balance.md", balance_text(summary, command))
    step("writing results")
    export.write_json(folder, "results.json", summary)
    folder.write("report.html", report.page(summary, plan, deals, command, tournament.test))
    if export.can_write_parquet():
        export.write_games(folder.path / "games.parquet", plan, games)
    if wanted.decisions:
        step("writing decisions")
        export.write_decisions(folder.path / "decisions.parquet", plan, rules, games)
    if wanted.records:
        step("writing records")
        export.write_records(folder, folder.outcomes.values())
    return summary


def seat_table(summary: dict[str, Any], command: str) -> Table:
    """The share of wins by seat, as a table for documents."""
    bots = ", ".join(summary["lineup"])
    length = report.shown(summary["length"]["decisions"], "plain")
    return Table(
        title=f"{summary['title']}, {summary['players']} players, by seat",
        command=command,
        notes=(
            f"{made_by(summary)} {summary['games']} games ({summary['deals']} deals, each from"
            f" every seat) between {bots}. Decisions a game: {length}. Intervals: 95 %.",
            *report.notes(summary),
        ),
        heads=("seat", "games", "share of wins", "mean rank", "score"),
        rows=tuple(
            (
                f"seat {seat['seat'] + 1}",
                str(summary["games"]),
                report.shown(seat["share"]),
                report.shown(seat["rank"], "plain"),
                report.shown(seat["score"], "plain"),
            )
            for seat in summary["seats"]
        ),
    )


def targets_table(summary: dict[str, Any], command: str) -> Table:
    """What the rules page wants of the components, and what was measured."""
    return Table(
        title=f"{summary['title']}, {summary['players']} players, targets",
        command=command,
        notes=(
            f"{made_by(summary)} {summary['games']} games ({summary['deals']} deals, each from"
            f" every seat) between {', '.join(summary['lineup'])}. Intervals: 95 %.",
        ),
        heads=("measure", "found", "wanted", "met"),
        rows=tuple(
            (
                target["name"],
                report.shown(target, "plain"),
                target["wanted"] or "-",
                {None: "-", True: "yes", False: "no"}[target["met"]],
            )
            for target in summary["balance"]["targets"]
        ),
    )


def balance_text(summary: dict[str, Any], command: str, pictures: str = ".") -> str:
    """The balance of a game for a document; the plots lie in the folder `pictures`."""
    parts = [seat_table(summary, command).markdown()]
    if summary["balance"]["targets"]:
        parts.append(targets_table(summary, command).markdown())
    parts += [f"![{name[8:-4]}]({pictures}/{name})" for name in _shown(summary)]
    return "\n\n".join(parts) + "\n"


def _shown(summary: dict[str, Any]) -> dict[str, str]:
    """The drawings that a document shows; all of them stand in the report of the run."""
    drawn = balance.drawings(summary)
    return {name: drawing for name, drawing in drawn.items() if name.endswith(SHOWN)}


def write_balance(summary: dict[str, Any], command: str, document: Path) -> None:
    """Put the balance into a document, with the plots in a folder beside it."""
    name = f"{summary['game']}-{summary['players']}"
    pictures = document.parent / document.stem / name
    pictures.mkdir(parents=True, exist_ok=True)
    for file, drawing in _shown(summary).items():
        (pictures / file).write_text(drawing, encoding="utf-8")
    text = balance_text(summary, command, f"{document.stem}/{name}")
    put_section(document, f"balance {name}", text)


def made_by(summary: dict[str, Any]) -> str:
    return (
        f"Four Winds {summary['fourwinds']}, rules {summary['rules_version']}"
        f" (digest {summary['rules']}), seed {summary['seed']}."
    )
