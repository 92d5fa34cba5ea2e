"""What each version of the rules decides: the digests that a change without a new version betrays.

    python -m tests.records.rules_versions              after rules_version was raised
    python -m tests.records.rules_versions --unreleased  while that version is not released yet

rewrites rules_versions.toml. Raise a game's `rules_version` whenever this table would change:
stored matches and records of the old rules are then frozen, instead of being read as others.
"""

from __future__ import annotations

import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds.core.digest import digest
from fourwinds.core.registry import games
from fourwinds.laws import Setting, settings
from fourwinds.laws.play import random_play

TABLE = Path(__file__).with_suffix(".toml")
DECISIONS = 240
LOOK_EVERY = 24
UNRELEASED = "--unreleased"


def present(game_id: str) -> dict[str, Any]:
    """What the present rules of a game decide: its components, and a random match a setting."""
    game = fw.game(game_id)
    return {
        "rules_version": game.rules_version,
        "components": game.own_components.digest,
        "matches": {_name(setting): _match(setting) for setting in settings(game_id)},
    }


def kept() -> dict[str, dict[str, Any]]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}


def _name(setting: Setting) -> str:
    return str(setting).removeprefix(f"{setting.game}-")


def _match(setting: Setting) -> str:
    """The digest of states of a match that chance alone plays."""
    state = setting.rules().start(seed=str(setting).encode())
    seen = [
        now.digest()
        for number, (now, _, _) in enumerate(random_play(state, random.Random(1), DECISIONS))
        if number % LOOK_EVERY == 0
    ]
    return digest([*seen, state.digest(), state.scores])


def changes(before: dict[str, Any] | None, now: dict[str, Any]) -> list[str]:
    """What another table says of a game, in words."""
    if before is None:
        return ["the game is new"]
    names = {**before["matches"], **now["matches"]}
    found = [
        f"match {name}" for name in names if before["matches"].get(name) != now["matches"].get(name)
    ]
    return [
        *(f"{name}" for name in ("rules_version", "components") if before[name] != now[name]),
        *found,
    ]


def _written(table: dict[str, dict[str, Any]]) -> str:
    lines = ["# Written by python -m tests.records.rules_versions; see there."]
    for game_id, row in table.items():
        lines += [
            "",
            f"[{game_id}]",
            f"rules_version = {row['rules_version']}",
            f'components = "{row["components"]}"',
            "",
            f"[{game_id}.matches]",
            *(f'"{name}" = "{found}"' for name, found in row["matches"].items()),
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    before, table = kept(), {game_id: present(game_id) for game_id in games(hidden=True)}
    for game_id, row in table.items():
        old = before.get(game_id)
        same_version = old is not None and old["rules_version"] == row["rules_version"]
        if same_version and changes(old, row) and UNRELEASED not in sys.argv:
            sys.exit(f"{game_id}: {', '.join(changes(old, row))} changed: raise its rules_version")
    TABLE.write_text(_written(table), encoding="utf-8")


if __name__ == "__main__":
    main()
