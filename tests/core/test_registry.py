"""Games are known by name and loaded when asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core import registry
from fourwinds.core.errors import UnknownGame

SOURCE = str(Path(fw.__file__).parent.parent)


def loaded_after(code: str) -> set[str]:
    """The modules a fresh Python has loaded after running the code."""
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        env=os.environ | {"PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())


def test_games_are_listed_in_order_and_have_their_own_id() -> None:
    assert fw.games() == sorted(fw.games())
    assert "santa-timea" in fw.games()
    for game_id in fw.games():
        game = fw.game(game_id)
        assert game.id == game_id
        assert game.title
        assert game is fw.game(game_id)
        assert registry.folder_of(game_id) == game.folder
        assert repr(game) == f"fw.game({game_id!r})"
        assert game.usual_players in game.seats


@pytest.mark.parametrize("name", ["", "chess", "Santa-Timea", None, 7, ["santa-timea"], "x" * 999])
def test_an_unknown_game_is_refused_and_the_known_ones_named(name: Any) -> None:
    with pytest.raises(UnknownGame, match=r"expected one of: .*santa-timea") as raised:
        fw.game(name)
    assert len(str(raised.value)) < 200


def test_a_huge_number_is_no_game() -> None:
    with pytest.raises(UnknownGame):
        fw.game(10**5000)  # type: ignore[arg-type]


def test_importing_the_package_loads_neither_games_nor_heavy_libraries() -> None:
    loaded = loaded_after("import fourwinds")
    assert "fourwinds.core.registry" in loaded
    assert not {name.partition(".")[0] for name in loaded} & {"typer", "rich", "numpy", "click"}
    assert "fourwinds.games.santa_timea" not in loaded


def test_a_game_loads_no_other_game() -> None:
    for game_id in fw.games():
        folder = fw.game(game_id).folder.name
        loaded = loaded_after(f"import fourwinds as fw; fw.game({game_id!r}).start(seed=1)")
        games = {name.split(".")[2] for name in loaded if name.startswith("fourwinds.games.")}
        assert games == {folder}


def test_rules_say_what_they_are_bound_to() -> None:
    for game_id in fw.games():
        game = fw.game(game_id)
        digests = set()
        for players in game.seats:
            rules = game.rules(players)
            assert (rules.game, rules.players) == (game, players)
            assert rules.digest == game.rules(players).digest
            assert rules.action_count > 0
            assert rules.components is game.own_components
            assert rules.start(seed=1).rules is rules
            digests.add(rules.digest)
        assert len(digests) == len(game.seats)
        assert game.start(seed=None).digest() != game.start(seed=None).digest()
