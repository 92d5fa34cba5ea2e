"""fourwinds analyse: walk through a record and find each player's costliest decisions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from fourwinds.bots.analysis import Prospect, analyse
from fourwinds.core.errors import FourWindsError
from fourwinds.core.record import Record


@dataclass(frozen=True)
class Decision:
    """One decision of a record, judged by what its seat could know then.

    `cost` is how much chance to win it gave away, against the action the search prefers; it is
    `sure` where the intervals of the two do not touch.
    """

    move: int
    seat: int
    played: Prospect
    best: Prospect

    @property
    def cost(self) -> float:
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def sure(self) -> bool:
        return self.best.low > self.played.high

    def json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "seat": self.seat,
            "cost": round(self.cost, 4),
            "sure": self.sure,
            "played": self.played.json(),
            "best": self.best.json(),
        }


def decisions(
    record: Record,
    budget: str,
    seats: set[int] | None = None,
    note: Callable[[int], None] | None = None,
) -> list[Decision]:
    """Every decision of the record where there was a choice; `note` is told each move's number."""
    rules = record.bind()
    out = []
    for number, state in enumerate(record.states()):
        if number == len(record.moves):
            break
        move = record.moves[number]
        if note is not None:
            note(number + 1)
        if (seats is not None and move.seat not in seats) or len(state.actions(move.seat)) < 2:
            continue
        action = rules.parse(state, move.seat, move.text)
        found = analyse(state.view(move.seat), budget, rules, seed=number, also=action)
        played = next((entry for entry in found if entry.action == action), None)
        if played is not None:
            out.append(Decision(number + 1, move.seat, played, found[0]))
    return out


def costliest(found: list[Decision], seat: int, most: int) -> list[Decision]:
    """The seat's decisions that gave away most, at the utmost `most` of them."""
    mine = [decision for decision in found if decision.seat == seat and decision.cost > 0]
    return sorted(mine, key=lambda decision: (not decision.sure, -decision.cost))[:most]


def analyse_record(
    record: Annotated[Path, typer.Argument(help="A record of a match.")],
    budget: Annotated[
        str, typer.Option(help="Thinking a decision: 200ms, or 2000it to be repeatable.")
    ] = "200ms",
    seat: Annotated[
        list[int] | None, typer.Option(help="Only this seat; may be given again.")
    ] = None,
    most: Annotated[int, typer.Option(help="So many decisions a player.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Mark each player's costliest decisions, by what was knowable then."""
    from rich.console import Console
    from rich.table import Table as RichTable

    console = Console(stderr=True)
    try:
        loaded = Record.load(record)
        with console.status("thinking") as status:
            count = len(loaded.moves)
            found = decisions(
                loaded,
                budget,
                None if seat is None else set(seat),
                lambda number: status.update(f"move {number} of {count}"),
            )
    except FourWindsError as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps([decision.json() for decision in found], indent=1))
        return
    table = RichTable(box=None, pad_edge=False)
    for heading in (
        "player",
        "move",
        "played",
        "chance",
        "better",
        "chance",
        "cost",
        "then likely",
    ):
        table.add_column(heading, justify="right" if heading in ("chance", "cost") else "left")
    for player in range(loaded.players):
        name = loaded.names[player] if player < len(loaded.names) else f"seat {player}"
        for decision in costliest(found, player, most):
            line = " ".join(text for _, text in decision.best.line[1:])
            table.add_row(
                name,
                str(decision.move),
                decision.played.text,
                f"{100 * decision.played.chance:.1f} %",
                decision.best.text,
                f"{100 * decision.best.chance:.1f} %",
                f"{100 * decision.cost:.1f}{'' if decision.sure else ' ?'}",
                line,
            )
    Console().print(table)
    print("cost: chance to win given away, in percentage points; ? = within the search's own doubt")
