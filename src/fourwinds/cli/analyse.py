"""fourwinds analyse: walk through a record and find each player's costliest decisions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from fourwinds.bots import luck
from fourwinds.bots.analysis import Prospect, analyse
from fourwinds.core import review
from fourwinds.core.errors import BadRecord, FourWindsError
from fourwinds.core.reasons import sentences
from fourwinds.core.record import Record
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.words import Words, words


@dataclass(frozen=True)
class Decision:
    """One decision of a record, judged by what its seat could know then.

    `cost` is how much chance to win it gave away, against the action the search prefers; it is
    `sure` where the intervals of the two do not touch. `why` says what the best one changes,
    against the one played, or where that is it, against the next best.
    """

    move: int
    seat: int
    played: Prospect
    best: Prospect
    why: list[str]

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
            "why": self.why,
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
        found = analyse(state.view(move.seat), budget, rules, seed=number, also=action, explained=1)
        played = next((entry for entry in found if entry.action == action), None)
        if played is not None:
            why = because(rules, state, move.seat, found[0], record.names)
            out.append(Decision(number + 1, move.seat, played, found[0], why))
    return out


def because(
    rules: Rules, state: State, seat: int, best: Prospect, names: Sequence[str]
) -> list[str]:
    """The reasons for an action, in English as all of this command."""
    if best.why is None:
        return []
    own = words("en", rules.game.id)
    other = None
    if best.why.other is not None:
        other = own.action(rules.describe(state, seat, best.why.other), names)
    return sentences(own, best.why.json(), other)


def summary(
    found: list[Decision], events: list[dict[str, Any]], seat: int, own: Words
) -> tuple[str, str, str]:
    """How well a seat played, its luck, and what brought it: three cells of a table."""
    mine = [(each.played.chance, each.cost) for each in found if each.seat == seat]
    played = review.accuracy(mine)
    shares = review.shares(events, seat)
    whole = review.total(shares)
    return (
        "" if played is None else f"{100 * played:.0f} %",
        f"{100 * whole.luck:+.0f} ± {100 * whole.error:.0f}",
        review.sentence(own, shares),
    )


def costliest(found: list[Decision], seat: int, most: int) -> list[Decision]:
    """The seat's decisions that gave away most, at the utmost `most` of them."""
    mine = [decision for decision in found if decision.seat == seat and decision.cost > 0]
    return sorted(mine, key=lambda decision: (not decision.sure, -decision.cost))[:most]


def analyse_record(
    record: Annotated[
        Path, typer.Argument(help="A record of a match.", exists=True, dir_okay=False)
    ],
    budget: Annotated[
        str, typer.Option(help="Thinking a decision: 200ms, or 2000it to be repeatable.")
    ] = "200ms",
    seat: Annotated[
        list[int] | None, typer.Option(help="Only this seat; may be given again.")
    ] = None,
    luck_budget: Annotated[
        str, typer.Option(help="Weighing luck: 8000ms in all, or 200it a random event.")
    ] = "8000ms",
    most: Annotated[int, typer.Option(help="At most this number of decisions a player.")] = 3,
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
            status.update("weighing luck")
            events = [event.json() for event in luck.of_record(loaded, luck_budget)]
    except BadRecord as error:
        raise FourWindsError(f"{record}: {error}") from None
    if as_json:
        judged = [decision.json() for decision in found]
        print(json.dumps({"decisions": judged, "luck": events}, indent=1))
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
        "why",
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
                " ".join(decision.why),
            )
    Console().print(table)
    print("cost: chance to win given away, in percentage points; ? = within the search's own doubt")
    played = RichTable(box=None, pad_edge=False)
    for heading in ("player", "played", "luck", ""):
        played.add_column(heading, justify="right" if heading == "luck" else "left")
    own = words("en", loaded.game)
    for player in range(loaded.players):
        name = loaded.names[player] if player < len(loaded.names) else f"seat {player}"
        played.add_row(name, *summary(found, events, player, own))
    Console().print(played)
    print("played: how much of the best actions' chance to win a player's own kept")
    print("luck: what deal and draws added to that chance, in percentage points (± 95 %)")
