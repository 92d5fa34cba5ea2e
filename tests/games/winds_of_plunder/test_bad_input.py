"""Winds of Plunder: positions, components and moves that cannot be."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadComponents, BadPosition, UnknownAction
from tests.games.winds_of_plunder.table import BAR, GAME, PORTS, lay, play, position, treasures


@pytest.mark.parametrize(
    "fields",
    [
        {"round": 0},
        {"round": 10},
        {"wind": "up"},
        {"blackbeard": 4},
        {"step": "sleeping"},
        {"vp": [0] * 3},
        {"ships": ["Atlantis", *["Jamaica"] * 3]},
        {"vp": [-1, 0, 0, 0]},
        {"cubes": [27, 0, 0, 0]},
        {"cubes": [26, 0, 0, 0], "reputation": [["Nassau"], [], [], []]},
        {"weapons": [10, 0, 0, 0]},
        {"booty": [99, 0, 0, 0]},
        {"reputation": [["Nassau", "Nassau"], [], [], []]},
        {"advantages": {"most-weapons": 0}, "weapons": [0, 1, 0, 0]},
        {"advantages": {"most-weapons": None}, "weapons": [0, 1, 0, 0]},
        {"advantages": {"most-gold": 0}},
        {"ports": PORTS | {"Nassau": "9w"}},
        {"ports": PORTS | {"Nassau": "2wc"}},
        {"bar": BAR[:5]},
        {"hands": [["heave"] * 5, [], [], []]},
        {"hands": [["dance"], [], [], []]},
        {"deck": ["heave"]},
        {"discards": ["heave"] * 5},
        {"fillings": [[0], [], [], []]},
        {"hands": [["heave"], [], [], []], "fillings": [[1], [], [], []]},
        {"treasures": {"order": ["Nassau"]}},
        {"treasures": treasures([], [7])},
        {"treasures": {"order": list(PORTS), "drawn": [{"seat": 0, "missed": ["Havana"]}]}},
        {"treasures": treasures([]) | {"under": ["Nassau"]}},
        {
            "treasures": treasures(list(PORTS), [0])
            | {"played": {"Nassau": [0]}, "under": ["Nassau"]}
        },
        {"treasures": treasures(list(PORTS), [0]) | {"played": {"Havana": [0]}}},
        {
            "treasures": treasures(list(PORTS), [0])
            | {"played": {"Havana": [0]}, "open": [["Havana"], [], [], []]}
        },
        {"votes": ["north", None, None, None]},
        {"turn_state": {"sailed": 2}},
        {"turn_state": {"heaved": True}},
        {"turn_state": {"points": 4}},
        {"turn_state": {"points": 3, "sailed": 1, "heaved": True}},
        {"turn_state": {"bonus": True, "points": 1}},
        {"turn_state": {"draft": {"kind": "gust", "gust": "north"}}},
        {"turn_state": {"draft": {"kind": "gust", "gust": "up"}}},
        {"turn_state": {"draft": {"kind": "intrigue"}}},
        {"turn_state": {"draft": {"kind": "plan"}}},
        {"turn_state": {"draft": "gust south"}},
        {"turn": 1},
        {"turn": None},
        {"turn": {"first": 0}},
        {"turn_state": {"first": None}},
        {"step": "boarding"},
        {"step": "over"},
        {"step": "voting", "votes": ["north"] * 4},
        {"step": "staking"},
        {"step": "staking", "votes": ["north"] * 4, "bids": [11, None, None, None]},
        {"step": "crowning", "votes": ["north"] * 4},
        {"chance": "00"},
        {"secret": 1},
    ],
    ids=str,
)
def test_a_position_that_cannot_lie_on_a_table_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        lay(**fields)


@pytest.mark.parametrize("field", ["ships", "vp", "cubes", "ports", "bar", "round", "wind"])
def test_a_position_must_have_its_fields(field: str) -> None:
    broken = position()
    del broken[field]
    with pytest.raises(BadPosition, match=field):
        GAME.from_position(broken)


def test_a_turn_without_anybody_plundering_is_refused() -> None:
    with pytest.raises(BadPosition, match="turn"):
        GAME.from_position(position(step="voting") | {"turn_state": {"first": 0}})


def broken(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    data = copy.deepcopy(tomllib.loads(text))
    change(data)
    return data


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["port"].pop(),
        lambda data: data["port"][0].update(name="bar 1"),
        lambda data: data["port"][0].update(name="Belize"),
        lambda data: data["port"][0].update(name=7),
        lambda data: data["port"][0].update(zone=2),
        lambda data: data["port"][0].update(zone=5),
        lambda data: data["port"][0].update(height=5),
        lambda data: data["port"][0].update(start=True),
        lambda data: data["port"][0].pop("mark"),
        lambda data: data["tile"].pop(),
        lambda data: data["tile"][0].update(points=10),
        lambda data: data["tile"][0].update(symbols=[]),
        lambda data: data["tile"][0].update(symbols=["crew", "crew"]),
        lambda data: data["tile"][0].update(symbols=["gold"]),
        lambda data: data["card"][0].update(kind="dance"),
        lambda data: data["card"][0].update(ports=["Jamaica"]),
        lambda data: data["card"][0].update(ports=["Jamaica", "Jamaica"]),
        lambda data: data["card"][0].update(ports=["Jamaica", "Atlantis"]),
        lambda data: data["card"][0].update(count=60),
        lambda data: data["card"].clear(),
        lambda data: data["booty"].update(points=[]),
        lambda data: data["reputation"].update(points=[7]),
        lambda data: data.pop("booty"),
        lambda data: data.update(game="santa-timea"),
    ],
)
def test_components_that_do_not_add_up_are_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(BadComponents):
        GAME.rules(4, components=broken(change))


@pytest.mark.rule("WP-1.1")
def test_a_corrected_deck_is_played_with_and_pointed_out() -> None:
    data = broken(lambda data: data["card"][0].update(count=3))
    rules = GAME.rules(4, components=data)
    assert len(rules.start(1).position()["deck"]) == 42
    assert rules.warnings == ["card: 40 action cards are reported, not 42 (WP-1.1)"]
    assert GAME.rules(4).warnings == []


@pytest.mark.rule("WP-1.2", "WP-1.3")
def test_what_differs_from_what_is_only_reported_is_played_with_and_pointed_out() -> None:
    def change(data: dict[str, Any]) -> None:
        data["port"][3].update(height=10)  # as Havana, a zone farther west
        data["tile"][0].update(points=7)

    rules = GAME.rules(4, components=broken(change))
    assert rules.warnings == [
        "port[3].height: each port is reported at its own height (WP-1.2)",
        "tile[0].points: tiles are reported with 2 to 5 points, not 7 (WP-1.3)",
    ]
    state = rules.start(1)
    rng = random.Random(1)
    while not state.over:
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sail",
        "sail Atlantis",
        "board 9 vp",
        "board 0 vp",
        "swap bar7",
        "first 9",
        "first 0",
        "blackbeard 0",
        "card mutiny 0",
    ],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    state = lay()
    with pytest.raises(UnknownAction):
        state.play(0, text)


def test_a_purchase_is_called_by_its_kind_while_that_is_plain() -> None:
    state = lay(hands=[["weapons Jamaica Trinidad", "hire Jamaica Barbados"], [], [], []])
    assert state.rules.parse(state, 0, "card hire") == state.rules.parse(
        state, 0, "card hire Jamaica Barbados"
    )
    both = [["weapons Jamaica Trinidad", "weapons Nassau Curacao"], [], [], []]
    with pytest.raises(UnknownAction):
        lay(hands=both).play(0, "card weapons")


def test_compound_moves_are_split() -> None:
    state = lay(hands=[["intrigue"], [], [], []])

    def texts(move: str) -> list[str]:
        trial = state.copy()
        out = []
        for action in state.rules.parse_move(state, 0, move):
            out.append(state.rules.text(trial, 0, action))
            trial.play(0, action)
        return out

    assert texts("gust south sail Santo Domingo") == ["gust south", "sail Santo Domingo"]
    assert texts("Card Intrigue  puerto rico bar4") == [
        "card intrigue",
        "swap Puerto Rico",
        "swap bar4",
    ]
    assert texts("draw") == ["draw"]
    unfinished = (("gust south", "sail Santo Domingo"), ("card intrigue bar4", "swap Havana"))
    for begun, rest in unfinished:
        with pytest.raises(fw.IllegalAction, match=f"“{begun}” is not the whole move; .*{rest}"):
            texts(begun)
    with pytest.raises(fw.IllegalAction):
        texts("gust south sail Nassau")
    with pytest.raises(UnknownAction):
        texts("card intrigue bar4 nowhere")


def test_the_preview_of_a_sailing_says_what_the_port_would_give() -> None:
    state = lay(
        ("Jamaica", "San Salvador", "Belize"),
        vp=[0, 5, 0],
        weapons=[1, 0, 0],
        reputation=[["Nassau", "Jamaica"], [], []],
        treasures=treasures(["San Salvador"], [0]),
    )
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "sail San Salvador"))
    assert seen["refused"] is None
    assert seen["arrival"] == {
        "vp": 3 + 2 + 7,
        "tile": 3,
        "extra": 0,
        "treasure": 2,
        "bonus": 7,
        "weapon": 0,
        "crew": 1,
        "provision": 0,
        "advantages": ["largest-crew"],
        "booty": True,
        "reputation": True,
        "boards": ["board 2 vp"],
        "victims": [1],
    }
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "sail Trinidad"))
    assert (seen["refused"], seen["tile"]) == ("against-the-wind", "5t")
    assert seen["arrival"] is None
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "gust west"))
    assert seen["ports"] == ["Havana", "Belize", "Portobelo"]
    state = lay(step="voting")
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "vote west"))
    assert seen["ports"] == ["Havana", "Belize", "Portobelo"]


def test_a_preview_in_the_last_turn_does_not_count_the_end() -> None:
    state = lay(round=9, turn_state={"first": 1, "done": 3, "points": 0}, provisions=[5, 0, 0, 0])
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "sail Nassau"))
    assert seen["arrival"]["vp"] == 3 + 1
    play(state, "sail Nassau")
    assert state.over
