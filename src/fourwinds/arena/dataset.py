"""Data sets: games between bots as Parquet, for people who learn from them.

A data set is the folder of an arena's run (store.py) with more in it:

card.json                what it holds and how it was made, for programs
README.md                the same for people
games.parquet            one row for each seat of each game
decisions/00000.parquet  one row for each decision, a file for every DEALS deals

The same command in the same folder goes on where it stopped: games are kept as they end, and a part
is written when all its deals are played. Whatever a part holds follows from the kept games alone.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i16

import fourwinds
from fourwinds.arena import export
from fourwinds.arena.contest import Outcome, replay
from fourwinds.arena.schedule import RunPlan, deal_seed, traits
from fourwinds.arena.store import RunFolder
from fourwinds.core.digest import canonical
from fourwinds.core.errors import FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

VERSION = 1
DEALS = 64
"""Deals in one file of decisions."""

COLUMNS = {
    "deal": "number of the deal; the same deal is played once for each rotation of the bots",
    "rotation": "which rotation of the bots over the seats",
    "seed": "the seed of the match in hexadecimal: rules.start(bytes.fromhex(seed))",
    "decision": "number of the decision in its game, from 0",
    "seat": "who decided",
    "bot": "the bot in that seat",
    "by_stand_in": "whether another bot stood in for it (it was late, crashed or broke a rule)",
    "view": "all the seat knew, as JSON",
    "observation": "the same as a row of numbers (docs/environments.md)",
    "mask": "which actions were legal",
    "action": "the action that was chosen",
    "text": "the same in notation",
    "score": "the seat's points at the end of the game",
    "rank": "its place at the end; those who share places have their mean",
    "share": "its share of the win",
    "finished": "whether the game was played to its end",
}


class BadDataset(FourWindsError):
    code = "bad-dataset"


class Part(NamedTuple):
    """The deals from `first` up to but not including `last`, in one file."""

    number: int
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"decisions/{self.number:05}.parquet"


def parts(deals: int) -> list[Part]:
    return [
        Part(number, first, min(first + DEALS, deals))
        for number, first in enumerate(range(0, deals, DEALS))
    ]


def write(
    folder: RunFolder, deals: int, command: str, progress: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Write whatever follows from the games that were played; the card."""
    plan, rules = folder.plan, folder.rules
    (folder.path / "decisions").mkdir(exist_ok=True)
    whole = []
    rows = 0
    for part in parts(deals):
        games = _games(folder, part)
        if games is None:
            continue
        path = folder.path / part.name
        if not _holds(path, games):
            progress(f"writing {part.name}")
            export.write_parquet(path, _schema(rules), _rows(plan, rules, games))
        rows += sum(len(game.actions) for game in games)
        whole += games
    for path in (folder.path / "decisions").glob("*.parquet"):
        if path.name not in {Path(part.name).name for part in parts(deals)}:
            path.unlink()  # of a longer run in the same folder
    export.write_games(folder.path / "games.parquet", plan, whole)
    card = _card(folder, whole, deals, rows, command)
    folder.write("README.md", _readme(card))
    export.write_json(folder, "card.json", card)
    return card


def _games(folder: RunFolder, part: Part) -> list[Outcome] | None:
    """The games of a part in order, None if some are still to be played."""
    out = []
    for deal in range(part.first, part.last):
        for rotation in range(folder.plan.players):
            outcome = folder.outcomes.get((deal, rotation))
            if outcome is None:
                return None
            out.append(outcome)
    return out


def _holds(path: Path, games: list[Outcome]) -> bool:
    """Whether a part was written before, with as many decisions as these games have."""
    if not path.exists():
        return False
    parquet: Any = importlib.import_module("pyarrow.parquet")
    found: int = parquet.ParquetFile(path).metadata.num_rows
    return found == sum(len(game.actions) for game in games)


def _schema(rules: Rules) -> Any:
    arrow = export.load_arrow()
    kinds = {
        "deal": arrow.int64(),
        "rotation": arrow.int32(),
        "seed": arrow.string(),
        "decision": arrow.int64(),
        "seat": arrow.int32(),
        "bot": arrow.string(),
        "by_stand_in": arrow.bool_(),
        "view": arrow.string(),
        "observation": arrow.list_(arrow.int16(), rules.observation_size),
        "mask": arrow.list_(arrow.bool_(), rules.action_count),
        "action": arrow.int32(),
        "text": arrow.string(),
        "score": arrow.int64(),
        "rank": arrow.float64(),
        "share": arrow.float64(),
        "finished": arrow.bool_(),
    }
    return arrow.schema([(name, kinds[name]) for name in COLUMNS])


def _rows(plan: RunPlan, rules: Rules, games: list[Outcome]) -> Iterator[dict[str, Any]]:
    blank = vec[i16]([0] * rules.observation_size)
    for game in games:
        seed = deal_seed(plan.seed, game.deal).hex()
        stood_in = set(game.stood_in)
        for number, (state, seat, action) in enumerate(replay(plan, rules, game)):
            row = blank[:]
            rules.game.observer.observe(state, seat, row, 0)
            mask = [False] * rules.action_count
            for legal in state.actions(seat):
                mask[legal] = True
            yield {
                "deal": game.deal,
                "rotation": game.rotation,
                "seed": seed,
                "decision": number,
                "seat": seat,
                "bot": plan.bots[game.places[seat]],
                "by_stand_in": number in stood_in,
                "view": canonical(state.view(seat)).decode(),
                "observation": list(row),
                "mask": mask,
                "action": action,
                "text": rules.text(state, seat, action),
                "score": game.scores[seat],
                "rank": game.rank(seat),
                "share": game.share(seat),
                "finished": game.finished,
            }


def _card(
    folder: RunFolder, games: list[Outcome], deals: int, rows: int, command: str
) -> dict[str, Any]:
    plan, rules = folder.plan, folder.rules
    written = [part.name for part in parts(deals) if (folder.path / part.name).exists()]
    return {
        "format": VERSION,
        "fourwinds": fourwinds.__version__,
        "game": plan.game,
        "players": plan.players,
        "rules_version": rules.game.rules_version,
        "observation_version": rules.game.observer.version,
        "rules": rules.digest,
        "plan": plan.json(),
        "command": command,
        "repeatable": all(traits(bot).repeatable for bot in plan.bots),
        "complete": len(games) == deals * plan.players,
        "games": len(games),
        "unfinished": sum(not game.finished for game in games),
        "faults": sum(len(game.faults) for game in games),
        "decisions": rows,
        "observation_size": rules.observation_size,
        "action_count": rules.action_count,
        "columns": COLUMNS,
        "parts": written,
    }


def _readme(card: dict[str, Any]) -> str:
    again = "the same data" if card["repeatable"] else "other games: some bots think by the clock"
    columns = "\n".join(f"| {name} | {meaning} |" for name, meaning in card["columns"].items())
    return f"""# {card["game"]}: {card["games"]} games between bots

Made by Four Winds {card["fourwinds"]} with

    {card["command"]}

Made again by it: {again}.
{card["players"]} players: {", ".join(card["plan"]["bots"])}; each deal is played once for every
rotation of them over the seats. {card["decisions"]:,} decisions;
{card["unfinished"]} games were cut short after {card["plan"]["most_decisions"]:,} decisions,
{card["faults"]} faults of bots. Rules version {card["rules_version"]}, digest {card["rules"]},
observations version {card["observation_version"]}, format {card["format"]}.

Bots know only what a person in their seat knows; `view` and `observation` hold no more than that.
What is chosen is what these bots choose: a program that learns from it learns to play like them.
The components of the game are in part reconstructions (`fourwinds components show {card["game"]}`).

Read it with `fourwinds.arena.dataset.Dataset`, or any reader of Parquet:

| column of decisions/*.parquet | meaning |
| --- | --- |
{columns}
"""


class Dataset:
    """A data set read back; one of other rules or another format is refused."""

    def __init__(self, path: str | Path, *, other_rules: bool = False) -> None:
        self.path = Path(path)
        try:
            self.card = json.loads((self.path / "card.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadDataset(f"{self.path}: expected a data set with its card ({error})") from None
        found = self.card.get("format")
        if found != VERSION:
            raise BadDataset(f"{self.path}: expected format {VERSION}, got {found}")
        plan = self.card["plan"]
        self.rules = find_game(plan["game"]).rules(
            len(plan["bots"]), plan["options"], plan["components"]
        )
        if self.rules.digest != self.card["rules"] and not other_rules:
            raise BadDataset(
                f"{self.path}: made with rules {self.card['rules']}, these are {self.rules.digest};"
                " other_rules=True reads it all the same"
            )

    def __len__(self) -> int:
        return int(self.card["decisions"])

    def batches(
        self, columns: list[str] | None = None, size: int = 8192
    ) -> Iterator[dict[str, npt.NDArray[Any]]]:
        """All decisions, some thousands at a time, as NumPy arrays by column."""
        numpy: Any = importlib.import_module("numpy")
        parquet: Any = importlib.import_module("pyarrow.parquet") if export.load_arrow() else None
        for name in self.card["parts"]:
            file = parquet.ParquetFile(self.path / name)
            for batch in file.iter_batches(batch_size=size, columns=columns):
                out = {}
                for column in batch.schema.names:
                    values = batch.column(column)
                    if column in ("observation", "mask"):
                        flat = values.flatten().to_numpy(zero_copy_only=False)
                        out[column] = flat.reshape(len(batch), -1)
                    else:
                        out[column] = numpy.asarray(values.to_numpy(zero_copy_only=False))
                yield out
