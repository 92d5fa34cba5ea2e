"""Winds of Plunder, WP-1 and WP-2: what is in the box and how it is laid out."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.words import words
from tests.games.winds_of_plunder.table import (
    GAME,
    PORTS,
    RULES,
    lay,
    moves,
    play,
    told,
    treasures,
)

STARTS = {"Jamaica", "Puerto Rico", "San Salvador", "Santo Domingo", "Turks & Caicos"}
every_number = pytest.mark.parametrize("players", [3, 4, 5])


def components() -> dict[str, Any]:
    return tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))


def all_treasures(position: dict[str, Any]) -> list[str]:
    """Where each treasure lies: in hands, in the deck, under it."""
    found = position["treasures"]
    never_played = [port for port in found["order"] if port not in found["played"]]
    return [*never_played, *found["under"], *(port for hand in found["open"] for port in hand)]


@pytest.mark.rule("WP-1.1")
@every_number
def test_cubes_tiles_treasures_and_cards_are_conserved(players: int) -> None:
    for seed in range(3):
        state = GAME.start(players=players, seed=seed)
        rng = random.Random(seed)
        first = state.position()
        tiles = Counter([*first["ports"].values(), *first["bar"]])
        cards = Counter(first["deck"])
        assert (tiles.total(), cards.total(), len(first["treasures"]["order"])) == (18, 40, 12)
        while not state.over:
            seat = rng.choice(state.actors)
            state.play(seat, rng.choice(state.actions(seat)))
            now, view = state.position(), state.view(None)
            assert Counter([*now["ports"].values(), *now["bar"]]) == tiles
            lying = now["deck"] + now["discards"] + [c for hand in now["hands"] for c in hand]
            assert Counter(lying) == cards
            assert sorted(all_treasures(now)) == sorted(PORTS)
            for s in range(players):
                cubes = now["cubes"][s] + view["reserve"][s] + len(now["reputation"][s])
                assert cubes + 4 == 30


@pytest.mark.rule("WP-1.2")
def test_the_chart_has_four_zones_of_three_ports_at_twelve_heights() -> None:
    ports = {port["port"]: port for port in GAME.start(seed=1).view(None)["chart"]}
    assert Counter(port["zone"] for port in ports.values()) == {1: 3, 2: 3, 3: 3, 4: 3}
    assert len({port["height"] for port in ports.values()}) == 12
    north_to_south = sorted(ports, key=lambda name: -ports[name]["height"])
    assert (north_to_south[0], north_to_south[-1]) == ("Nassau", "Trinidad")
    for north, south in (("San Salvador", "Jamaica"), ("Jamaica", "Santo Domingo")):
        assert north_to_south.index(north) < north_to_south.index(south)
        assert abs(ports[north]["zone"] - ports[south]["zone"]) <= 1
    assert ports["Belize"]["zone"] == 1
    assert ports["Barbados"]["zone"] == 4


@pytest.mark.rule("WP-1.2")
def test_an_owner_may_correct_the_chart() -> None:
    data = components()
    by_name = {port["name"]: port for port in data["port"]}
    by_name["Nassau"]["height"], by_name["Trinidad"]["height"] = 1, 12
    state = GAME.rules(players=3, components=data).start(seed=1)
    heights = {port["port"]: port["height"] for port in state.view(None)["chart"]}
    assert (heights["Nassau"], heights["Trinidad"]) == (1, 12)


@pytest.mark.rule("WP-1.3")
def test_tiles_show_2_to_5_points_and_one_or_two_symbols() -> None:
    tiles = components()["tile"]
    assert len(tiles) == 18
    assert {tile["points"] for tile in tiles} == {2, 3, 4, 5}
    assert {len(tile["symbols"]) for tile in tiles} == {1, 2}
    reported = [tile for tile in tiles if tile["mark"] == "reported"]
    assert [(t["points"], sorted(t["symbols"])) for t in reported] == [(2, ["crew", "provision"])]
    symbols = Counter(symbol for tile in tiles for symbol in tile["symbols"])
    assert max(symbols.values()) == min(symbols.values())
    faces = {(tile["points"], tuple(tile["symbols"])) for tile in tiles}
    state = lay()
    seen = state.view(0)["faces"]
    assert {(face["points"], tuple(face["symbols"])) for face in seen.values()} == faces
    taken = told(play(state, "sail Nassau"), "tile-taken")[0]
    assert {"points": taken["n"], "symbols": taken["symbols"]} == seen[PORTS["Nassau"]]


@pytest.mark.rule("WP-1.4")
def test_a_purchase_costs_two_points_but_is_free_in_the_ports_on_the_card() -> None:
    card = "weapons Jamaica Trinidad"
    for ship, left in (("Jamaica", 5), ("Trinidad", 5), ("Nassau", 3)):
        ships = [ship, "Havana", "Belize"]
        state = lay(ships, vp=[5, 0, 0], hands=[[card], [], []])
        play(state, f"card {card}")
        position = state.position()
        assert (position["vp"][0], position["weapons"][0]) == (left, 1)
        assert position["discards"] == [card]


@pytest.mark.rule("WP-1.4")
@pytest.mark.parametrize(
    ("card", "track"), [("misfire", "weapons"), ("mutiny", "crew"), ("spoilage", "provisions")]
)
def test_an_opponent_loses_an_item(card: str, track: str) -> None:
    fields: dict[str, Any] = {track: [2, 3, 1, 0]}
    state = lay(hands=[[card], [], [], []], **fields)
    assert {m for m in moves(state) if m.startswith("card")} == {
        f"card {card} {player}" for player in (2, 3, 4)
    }
    play(state, f"card {card} 3")
    assert state.position()[track] == [2, 3, 0, 0]


@pytest.mark.rule("WP-1.4")
def test_a_rumour_draws_a_treasure_card() -> None:
    state = lay(hands=[["rumour"], [], [], []])
    play(state, "card rumour")
    assert state.view(0)["treasure_counts"] == [1, 0, 0, 0]


@pytest.mark.rule("WP-1.4")
def test_intrigue_swaps_any_two_tiles_of_ports_or_bar() -> None:
    state = lay(hands=[["intrigue"] * 3, [], [], []])
    for action in state.rules.parse_move(state, 0, "card intrigue Turks & Caicos bar4"):
        state.play(0, action)
    position = state.position()
    assert position["ports"]["Turks & Caicos"] == "2cp"
    assert position["bar"] == ["2wc", "2wp", "2wt", "5w", "2ct", "2pt"]
    play(state, "card intrigue", "swap Jamaica", "swap Nassau")
    assert state.position()["ports"] == position["ports"] | {"Jamaica": "3w", "Nassau": "3p"}
    play(state, "card intrigue", "swap bar1", "swap bar6")
    assert state.position()["bar"] == ["2pt", "2wp", "2wt", "5w", "2ct", "2wc"]


@pytest.mark.rule("WP-1.4")
def test_heave_pays_a_crew_and_sails_again() -> None:
    state = lay(
        ["Jamaica", "Havana", "Belize"], vp=[0, 9, 9], crew=[1, 0, 0], hands=[["heave"], [], []]
    )
    play(state, "sail San Salvador", "card heave")
    assert state.position()["crew"] == [1, 0, 0]  # one came with the tile
    play(state, "sail Nassau")
    assert state.position()["ships"][0] == "Nassau"


@pytest.mark.rule("WP-1.5")
def test_a_tenth_item_is_lost_and_so_is_a_loss_at_none() -> None:
    state = lay(
        weapons=[9, 0, 0, 0],
        vp=[9, 9, 9, 9],
        hands=[["weapons Nassau Curacao", "misfire"], [], [], []],
    )
    facts = play(state, "card weapons", "card misfire 2")
    position = state.position()
    assert position["weapons"] == [9, 0, 0, 0]
    assert position["vp"][0] == 7
    assert told(facts, "item-bought")[0]["lost"] is True
    assert told(facts, "opponent-struck")[0]["lost"] == 0


@pytest.mark.rule("WP-1.5")
def test_an_item_of_a_tile_is_lost_at_nine_and_the_fact_says_so() -> None:
    state = lay(weapons=[9, 0, 0, 0])
    taken = told(play(state, "sail Nassau"), "tile-taken")[0]
    assert (taken["symbols"], taken["lost"]) == (["weapon"], ["weapon"])
    assert state.view(0)["weapons"][0] == 9
    taken = told(play(lay(), "sail Nassau"), "tile-taken")[0]
    assert taken["lost"] == []


@pytest.mark.rule("WP-6.7")
@pytest.mark.parametrize(
    ("cards", "moves", "said"),
    [
        (
            ["weapons Nassau Curacao"],
            ["card weapons"],
            {
                "en": "Ann pays 2 VP for 1 weapon in vain: the track is full.",
                "fr": "Ann paie 2 PV pour 1 arme, en vain\u00a0: la piste est pleine.",
                "de": "Ann zahlt 2 SP für 1 Waffe, vergeblich: Die Leiste ist voll.",
            },
        ),
        (
            ["mutiny"],
            ["card mutiny 2"],
            {
                "en": "Ann plays Mutiny in vain: Ben has none of it to lose (crew).",
                "fr": "Ann joue Mutinerie en vain\u00a0: Ben n\u2019en a pas à perdre"
                " (membre d\u2019équipage).",
                "de": "Ann spielt Meuterei vergeblich: Ben hat nichts davon zu verlieren"
                " (Mannschaft).",
            },
        ),
        (
            ["rumour"],
            ["card rumour"],
            {
                "en": "There is no treasure card left for Ann to draw.",
                "fr": "Il ne reste aucune carte Trésor à tirer pour Ann.",
                "de": "Für Ann ist keine Schatzkarte mehr zu ziehen.",
            },
        ),
    ],
    ids=["purchase", "loss", "rumour"],
)
def test_a_card_played_in_vain_is_gone_and_all_are_told_so(
    cards: list[str], moves: list[str], said: dict[str, str]
) -> None:
    state = lay(
        weapons=[9, 0, 0, 0],
        vp=[9, 9, 9, 9],
        hands=[cards, [], [], []],
        treasures=treasures(list(PORTS), [1] * 12),
    )
    facts = play(state, *moves)
    assert state.view(0)["hand"] == []
    for language, sentence in said.items():
        speech = words(language, "winds-of-plunder")
        names = ["Ann", "Ben", "Cleo", "Dora"]
        assert sentence in [speech.fact(fact, names) for fact in facts]


@pytest.mark.rule("WP-1.5")
def test_booty_rises_with_each_treasure_and_the_last_step_scores_again() -> None:
    points = components()["booty"]["points"]
    assert points == sorted(set(points))
    for steps, expected in ((0, points[0]), (2, points[2]), (len(points), points[-1])):
        state = lay(
            booty=[steps, 0, 0, 0],
            treasures={
                "order": ["San Salvador", *(p for p in PORTS if p != "San Salvador")],
                "drawn": [{"seat": 0, "missed": []}],
            },
        )
        facts = play(state, "sail San Salvador")
        assert [f["n"] for f in facts if f["kind"] == "treasure-played"] == [expected]
        assert state.position()["booty"][0] == min(steps + 1, len(points))


@pytest.mark.rule("WP-2.1")
@every_number
def test_everyone_has_10_wind_cubes_16_in_reserve_and_nothing_else(players: int) -> None:
    view = GAME.start(players=players, seed=5).view(None)
    for field, value in {"cubes": 10, "reserve": 16, "vp": 0, "weapons": 0, "crew": 0}.items():
        assert view[field] == [value] * players
    assert view["provisions"] == view["booty"] == view["counts"] == [0] * players
    assert view["advantages"] == dict.fromkeys(view["advantages"])


@pytest.mark.rule("WP-2.2")
@every_number
def test_ships_start_at_different_starting_ports_and_gain_nothing(players: int) -> None:
    seen = set()
    for seed in range(30):
        view = GAME.start(players=players, seed=seed).view(None)
        assert set(view["ships"]) <= STARTS
        assert len(set(view["ships"])) == players
        assert view["treasure_counts"] == view["vp"] == [0] * players
        assert view["reputation"] == [[]] * players
        assert (view["treasure_deck"], view["deck"]) == (12, 40)
        seen |= set(view["ships"])
    assert seen == STARTS


@pytest.mark.rule("WP-2.3")
def test_wind_is_north_in_round_1_and_blackbeard_is_with_anybody() -> None:
    views = [GAME.start(players=4, seed=seed).view(None) for seed in range(40)]
    assert {(view["wind"], view["round"]) for view in views} == {("north", 1)}
    assert {view["blackbeard"] for view in views} == {0, 1, 2, 3}
    assert len({tuple(view["bar"]) for view in views}) == 40


def test_the_components_say_where_each_entry_comes_from() -> None:
    marks = GAME.own_components.marks()
    assert set(marks) == {"printed", "reported", "reconstructed"}


def test_the_page_has_a_text_in_every_language() -> None:
    for language in ("en", "fr", "de"):
        path = GAME.folder / "texts" / f"{language}.toml"
        rules = tomllib.loads(path.read_text(encoding="utf-8"))["rules"]
        assert [number for number in rules if "." in number] == RULES


def test_a_game_lasts_nine_rounds() -> None:
    result = fw.simulate("winds-of-plunder", players=3, games=20, seed=1)
    assert result.unfinished == 0
    assert result.decisions <= 20 * GAME.most_decisions
