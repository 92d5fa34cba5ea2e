"""Games written out for others: records, and Parquet for notebooks and learners.

All of it is made by playing the kept actions again, so that it can also be made later.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from fourwinds.arena.contest import Outcome, replay
from fourwinds.arena.schedule import RunPlan, deal_seed
from fourwinds.arena.store import RunFolder
from fourwinds.core.digest import canonical
from fourwinds.core.errors import FourWindsError
from fourwinds.core.record import Record
from fourwinds.core.rules import Rules

ROWS_AT_ONCE = 20_000


class NoParquet(FourWindsError):
    code = "no-parquet"

    def __init__(self) -> None:
        super().__init__("Parquet needs pyarrow: pip install 'fourwinds[arena]'")


def can_write_parquet() -> bool:
    return importlib.util.find_spec("pyarrow") is not None


def record(plan: RunPlan, rules: Rules, outcome: Outcome) -> Record:
    """The game as a record."""
    names = [_plain(plan.bots[place]) for place in outcome.places]
    out = Record.begin(rules, deal_seed(plan.seed, outcome.deal), names=names)
    moves: list[tuple[int, str]] = []
    for state, seat, action in replay(plan, rules, outcome):
        if moves:
            out.add(*moves[-1], state)
        moves.append((seat, rules.text(state, seat, action)))
        last = state
    if moves:
        out.add(*moves[-1], last)
    return out


def write_records(folder: RunFolder, outcomes: Iterable[Outcome]) -> int:
    """Write those records that are not there yet; how many there are."""
    count = 0
    for outcome in outcomes:
        name = f"records/{outcome.deal:06}-{outcome.rotation}.record"
        if not (folder.path / name).exists():
            folder.write(name, record(folder.plan, folder.rules, outcome).dumps())
        count += 1
    return count


def write_games(path: Path, plan: RunPlan, outcomes: Iterable[Outcome]) -> None:
    """One row for each seat of each game."""
    arrow = load_arrow()
    schema = arrow.schema(
        [
            ("deal", arrow.int64()),
            ("rotation", arrow.int32()),
            ("seat", arrow.int32()),
            ("place", arrow.int32()),
            ("bot", arrow.string()),
            ("score", arrow.int64()),
            ("rank", arrow.float64()),
            ("share", arrow.float64()),
            ("finished", arrow.bool_()),
            ("game_decisions", arrow.int64()),
            ("decisions", arrow.int64()),
            ("seconds", arrow.float64()),
            ("slowest", arrow.float64()),
            ("faults", arrow.int64()),
            ("digest", arrow.string()),
        ]
    )
    write_parquet(path, schema, _game_rows(plan, outcomes))


def write_decisions(
    path: Path,
    plan: RunPlan,
    rules: Rules,
    outcomes: Iterable[Outcome],
    progress: Callable[[], None] = lambda: None,
) -> None:
    """One row for each decision: what the seat saw, what it might do, what it did, what came."""
    arrow = load_arrow()
    schema = arrow.schema(
        [
            ("deal", arrow.int64()),
            ("rotation", arrow.int32()),
            ("decision", arrow.int64()),
            ("seat", arrow.int32()),
            ("bot", arrow.string()),
            ("by_stand_in", arrow.bool_()),
            ("view", arrow.string()),
            ("actions", arrow.list_(arrow.int32())),
            ("action", arrow.int32()),
            ("text", arrow.string()),
            ("score", arrow.int64()),
            ("rank", arrow.float64()),
            ("share", arrow.float64()),
        ]
    )
    write_parquet(path, schema, _decision_rows(plan, rules, outcomes, progress))


def _game_rows(plan: RunPlan, outcomes: Iterable[Outcome]) -> Iterator[dict[str, Any]]:
    for game in outcomes:
        for seat, place in enumerate(game.places):
            yield {
                "deal": game.deal,
                "rotation": game.rotation,
                "seat": seat,
                "place": place,
                "bot": plan.bots[place],
                "score": game.scores[seat],
                "rank": game.rank(seat),
                "share": game.share(seat),
                "finished": game.finished,
                "game_decisions": len(game.actions),
                "decisions": game.asked[seat],
                "seconds": game.seconds[seat],
                "slowest": game.slowest[seat],
                "faults": sum(1 for fault in game.faults if fault.seat == seat),
                "digest": game.digest,
            }


def _decision_rows(
    plan: RunPlan, rules: Rules, outcomes: Iterable[Outcome], progress: Callable[[], None]
) -> Iterator[dict[str, Any]]:
    for game in outcomes:
        stood_in = set(game.stood_in)
        for number, (state, seat, action) in enumerate(replay(plan, rules, game)):
            yield {
                "deal": game.deal,
                "rotation": game.rotation,
                "decision": number,
                "seat": seat,
                "bot": plan.bots[game.places[seat]],
                "by_stand_in": number in stood_in,
                "view": canonical(state.view(seat)).decode(),
                "actions": state.actions(seat),
                "action": action,
                "text": rules.text(state, seat, action),
                "score": game.scores[seat],
                "rank": game.rank(seat),
                "share": game.share(seat),
            }
        progress()


def write_parquet(path: Path, schema: Any, rows: Iterator[dict[str, Any]]) -> None:
    arrow = load_arrow()
    parquet: Any = importlib.import_module("pyarrow.parquet")
    fresh = path.with_name(f".{path.name}.new")
    with parquet.ParquetWriter(str(fresh), schema, compression="zstd") as writer:
        batch: list[dict[str, Any]] = []
        for row in rows:
            batch.append(row)
            if len(batch) == ROWS_AT_ONCE:
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
                batch.clear()
        writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
    fresh.replace(path)


def load_arrow() -> Any:
    if not can_write_parquet():
        raise NoParquet
    return importlib.import_module("pyarrow")


def _plain(name: str) -> str:
    """A bot's name as it may stand in a record's header."""
    return "".join(c if c.isprintable() and c != "," else " " for c in name).strip()


def write_json(folder: RunFolder, name: str, data: object) -> None:
    folder.write(name, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
