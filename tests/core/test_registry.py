"""Games are known by name and loaded when asked for."""

from __future__ import annotations

import dataclasses
import itertools
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core import registry
from fourwinds.core.errors import UnknownGame
from fourwinds.core.rules import MOST_BOUND

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


def test_the_same_settings_give_the_same_rules() -> None:
    game = fw.game("santa-timea")
    assert game.rules(4) is game.rules() is game.start(4, seed=1).rules
    assert game.rules(4, {"expert": True}) is game.rules(4, {"expert": True})
    assert game.rules(4, {"expert": True}) is not game.rules(4)
    assert game.rules(4, components=game.own_components.data) is not game.rules(4)


def test_settings_that_only_look_equal_are_still_refused() -> None:
    game = fw.game("santa-timea")
    game.rules(4, {"expert": True, "rounds": 5})
    for players, options in (
        (4.0, None),
        (4, {"expert": 1, "rounds": 5}),
        (4, {"expert": True, "rounds": 5.0}),
        (4, {"expert": [True]}),
        (4, [("expert", True)]),
    ):
        with pytest.raises(fw.FourWindsError):
            game.rules(players, options)  # type: ignore[arg-type]


def test_bound_rules_cannot_be_changed_by_who_shares_them() -> None:
    with pytest.raises(TypeError):
        fw.game("santa-timea").rules(4).options["expert"] = True  # type: ignore[index]


def test_only_so_many_settings_are_kept_bound() -> None:
    game = fw.game("santa-timea")
    for players, rounds, expert in itertools.product(game.seats, range(1, 6), (False, True)):
        for edition in ("german", "french"):
            game.rules(players, {"rounds": rounds, "expert": expert, "edition": edition})
            game.rules(players, {"expert": expert, "rounds": rounds, "edition": edition})
    assert len(game._bound) <= MOST_BOUND


def said(rules: fw.Rules, position: dict[str, Any]) -> str:
    """Why the position is refused, "" if it is not."""
    try:
        rules.position(position)
    except fw.FourWindsError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", fw.games())
def test_what_a_position_lacks_is_said_in_words(game: str) -> None:
    rules = fw.game(game).rules()
    whole = rules.start(seed=1).position()
    for name in whole:
        left = {field: value for field, value in whole.items() if field != name}
        assert "Error" not in said(rules, left)
    assert said(rules, whole | {"players": None}).startswith("players: expected 4")


def test_a_field_that_a_game_looks_for_in_vain_is_named() -> None:
    game = fw.game("santa-timea")

    def set_up(t: object, data: Mapping[str, Any]) -> None:
        data["winds"]

    rules = dataclasses.replace(game, set_up=set_up).rules()
    position = game.start(seed=1).position()
    assert said(rules, position) == (
        "expected a position of santa-timea: the field 'winds' is missing"
    )
