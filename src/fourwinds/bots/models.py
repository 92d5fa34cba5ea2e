"""Models that were fitted to played matches: their files, and what makes one fit to be used.

A model is a JSON file: for each knot of the phase a row of weights, what to add to them for every
player more than the usual number, spreads, levels, perhaps hidden units, and a card that says how
it was made. A game's own lies beside its rules (games/<game>/model.json); a folder named by the
variable FOURWINDS_MODELS is looked into first. Where what was learned from games of admirals would
mislead mates, who do not carry out what admirals plan, mates have a model of their own (mate.json).
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fourwinds.bots.calibration import LUCK, PHASES
from fourwinds.core.digest import digest
from fourwinds.core.errors import FourWindsError
from fourwinds.core.learned import Features, LearnedValue, Model
from fourwinds.core.rules import Game, Rules
from fourwinds.core.value import Value

FORMAT = 1
LARGEST = 1_000_000
FOLDER = "FOURWINDS_MODELS"
LOG = logging.getLogger(__name__)


class BadModel(FourWindsError):
    """A model that must not be used here; the message says why."""

    code = "bad-model"


def rules_digest(game: Game, components: str) -> str:
    """What a model was made for: the rules of a game and the digest of its components."""
    return digest({"game": game.id, "rules_version": game.rules_version, "components": components})


def own_file(game: Game) -> Path:
    """Where a game's model is looked for."""
    folder = os.environ.get(FOLDER)
    if folder:
        path = Path(folder, f"{game.id}.json")
        if path.is_file():
            return path
    return game.folder / "model.json"


def file_for_mates(game: Game) -> Path:
    """Where the model that mates judge by is looked for."""
    path = own_file(game)
    apart = path.with_name("mate.json")
    return apart if path.name == "model.json" and apart.is_file() else path


def read(path: Path) -> dict[str, Any]:
    """A model's file, checked for its form."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadModel(f"{path}: expected a model of at most {LARGEST} bytes")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadModel(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadModel(f"{path}: expected a model as JSON ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadModel(f"{path}: expected a model of format {FORMAT}")
    return data


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a model's file: one entry a line, so that what changed can be seen and it stays small;
    who reads meanwhile sees the old file or the new one."""
    rows = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items()]
    fresh = path.with_suffix(".new")
    fresh.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    fresh.replace(path)


def calibrate(path: Path, players: int, fitted: Mapping[str, Any], used: bool) -> None:
    """Keep in a model's file what was found of the chances of searches with it. Only where the
    slopes are `used` do people read its chances (judging.py)."""
    data = read(path)
    kept = data.setdefault("calibration", {"slopes": {}, LUCK: {}, "held_out": {}})
    report = dict(fitted)
    for name in ("slopes", LUCK):
        kept[name].pop(str(players), None)
        found = report.pop(name)
        if used:
            kept[name][str(players)] = found
    kept["held_out"][str(players)] = report
    write(path, data)


def check(data: Mapping[str, Any], rules: Rules, where: str) -> None:
    """Refuse a model made for another game, other rules, components or features."""
    game = rules.game
    if data.get("game") != game.id:
        raise BadModel(f"{where}: expected a model of {game.id}, got one of {data.get('game')!r}")
    wanted = rules_digest(game, rules.components.digest)
    if data.get("digest") != wanted:
        raise BadModel(
            f"{where}: was trained with other rules or components"
            f" (digest {data.get('digest')}, these have {wanted}); train it again"
        )
    if game.features is None:
        raise BadModel(f"{where}: {game.title} tells models nothing")
    if data.get("features") != game.features(rules).names:
        raise BadModel(f"{where}: expects other features than {game.title} has; train it again")


def build(data: Mapping[str, Any], rules: Rules, where: str = "model") -> Model:
    """The model for the rules' number of players."""
    check(data, rules, where)
    more = rules.players - rules.game.usual_players
    try:
        alone = data.get("alone", {}).get(str(rules.players))
        if alone is not None:
            data, more = {**data, **alone}, 0
        weights = [
            [w + more * each for w, each in zip(row, extra, strict=True)]
            for row, extra in zip(data["weights"], data["for_each_player_more"], strict=True)
        ]
        count, knots = len(data["features"]), len(data["knots"])
        if knots < 2 or {len(row) for row in weights} != {count} or len(weights) != knots:
            raise ValueError("weights of another shape")
        if len(data["spreads"]) != knots or len(data["levels"]) != knots:
            raise ValueError("spreads or levels of another shape")
        model = Model(data["knots"], weights, data["spreads"], data["levels"], float(more))
        units = data["hidden"]
        if units is not None:
            if {len(row) for row in units["inner"]} != {count + 2}:
                raise ValueError("hidden units of another shape")
            model.add_hidden(
                units["means"], units["scales"], units["inner"], units["thresholds"], units["outer"]
            )
        thumb = data.get("thumb")
        if thumb is not None:
            model.thumb = [float(each) for each in thumb[str(rules.players)]]
            if len(model.thumb) != len(_features(rules).thumb):
                raise ValueError("rules of thumb of another shape")
        for name, slopes in data.get("calibration", {}).items():
            if name in ("slopes", LUCK) and not _are_slopes(slopes):
                raise ValueError("calibration of another shape")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadModel(f"{where}: expected a whole model ({error!r})") from None
    return model


def learned(rules: Rules, own: Value[Any], path: Path) -> Value[Any]:
    """The game's value with what the model of a file believes."""
    model = build(_kept(path, path.stat().st_mtime_ns), rules, path.name)
    return LearnedValue(own, _features(rules), model)


def _features(rules: Rules) -> Features[Any]:
    assert rules.game.features is not None
    features: Features[Any] = rules.game.features(rules)
    return features


def usable_file(rules: Rules, for_mates: bool = False) -> Path | None:
    """The file of the game's own model, None without one that fits; why not is logged once."""
    path = file_for_mates(rules.game) if for_mates else own_file(rules.game)
    return path if path.is_file() and _fits(rules, path) else None


def worlds_for_mates(rules: Rules, path: Path) -> int:
    """How many worlds a mate imagines that judges by the model; 0 where it should not."""
    return int(_kept(path, path.stat().st_mtime_ns).get("mates", {}).get(str(rules.players), 0))


def compared_actions(rules: Rules, path: Path) -> int:
    """Among how many actions at most the admiral's search compares in the same worlds (halving.py);
    0 where it searches as the captain does."""
    return int(_kept(path, path.stat().st_mtime_ns).get("compared", {}).get(str(rules.players), 0))


def _are_slopes(slopes: Mapping[str, list[float]]) -> bool:
    return all(len(row) == PHASES and min(row) >= 0 and int(n) > 0 for n, row in slopes.items())


def slopes(path: Path, of: str = "slopes") -> dict[int, list[float]]:
    """How far the chances of searches with the model, or of its luck, are to be believed, by number
    of players and phase (calibration.py)."""
    found = _kept(path, path.stat().st_mtime_ns).get("calibration", {}).get(of, {})
    return {int(players): row for players, row in found.items()}


@cache
def _fits(rules: Rules, path: Path) -> bool:
    try:
        data = read(path)
        build(data, rules, str(path.name))
    except BadModel as error:
        LOG.warning("%s: the admiral plays as a captain", error)
        return False
    # With other options or numbers of players it may be worse than the game's own value: nobody has
    # looked.
    options = _features(rules).options
    if any(rules.options[name] != value for name, value in options.items()):
        return False
    return rules.players in data.get("players", [])


@cache
def _kept(path: Path, _written: int) -> dict[str, Any]:
    return read(path)
