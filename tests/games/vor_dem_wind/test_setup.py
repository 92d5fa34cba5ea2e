"""VW-2 and VW-3: set-up and reveal."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

import fourwinds as fw
from tests.games.vor_dem_wind.conftest import CARDS, down

GAME = fw.game("vor-dem-wind")


@pytest.mark.rule("VW-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_starts_with_22_gold_in_seven_cards(players: int) -> None:
    view = GAME.start(players, 1).view(None)
    assert view["gold"] == [22] * players
    assert view["cards_in_hand"] == [7] * players
    assert view["warehouses"] == [[]] * players


@pytest.mark.rule("VW-2.2")
@pytest.mark.parametrize(("players", "large", "small"), [(2, 3, 2), (3, 3, 3), (4, 4, 3)])
def test_the_first_fleet_depends_on_the_number_of_players(
    players: int, large: int, small: int
) -> None:
    view = GAME.start(players, 1).view(None)
    sizes = [ship.split(":")[0] for ship in view["port"]]
    assert sizes == ["large"] * large + ["small"] * small
    assert view["stack_counts"] == {"purchase": 40, "storage": 40, "shipment": 40}
    assert view["ship_counts"] == {"large": 26 - large, "small": 20 - small}


@pytest.mark.rule("VW-2.3")
def test_chance_names_the_first_player_and_each_takes_two_goods_of_his_choice() -> None:
    assert {GAME.start(3, seed).view(None)["first"] for seed in range(20)} == {0, 1, 2}
    state = GAME.start(3, 4)
    first = state.actors[0]
    for i, move in enumerate(("take apple silk", "take silk spice", "take cheese cheese")):
        assert state.actors == ((first + i) % 3,)
        state.play(state.actors[0], move)
    hands = state.view(None)["hands"]
    assert hands[first] == ["apple", "silk"]
    assert hands[(first + 1) % 3] == ["spice", "silk"]
    assert hands[(first + 2) % 3] == ["cheese", "cheese"]
    assert state.view(None)["supply"] == {"apple": 14, "spice": 14, "cheese": 13, "silk": 13}
    assert state.view(None)["step"] == "revealing"


@pytest.mark.rule("VW-2.3")
def test_nothing_else_can_be_done_before_goods_are_chosen(refused: Any) -> None:
    state = GAME.start(3, 4)
    assert refused(state, state.actors[0], "reveal storage") == ("choose-goods", "VW-2.3")
    other = (state.actors[0] + 1) % 3
    assert refused(state, other, "take apple apple") == ("not-your-turn", "VW-2.3")


@pytest.mark.rule("VW-2.4")
def test_the_number_of_cards_in_hand_is_public_and_money_is_the_fewest_cards(
    lay: Any, play: Any
) -> None:
    state = lay(front={0: "income:11", 1: "income:5"}, hands={0: ["apple"]}, paid=[False] * 4)
    assert state.view(None)["cards_in_hand"] == [8, 7, 7, 7]
    play(state, (0, "income"))  # 33 = 10 10 10 2 1
    assert state.view(None)["cards_in_hand"] == [6, 7, 7, 7]
    for gold, cards in ((0, 0), (4, 2), (9, 3), (18, 4), (27, 4), (40, 4)):
        other = lay(gold=[gold, 22, 22, 22], front={0: "income:11"})
        assert other.view(None)["cards_in_hand"][0] == cards


@pytest.mark.rule("VW-2.4")
def test_a_sale_or_a_price_of_nothing_is_no_coin(lay: Any, play: Any) -> None:
    fields: dict[str, Any] = {"hands": {0: ["apple"]}, "paid": [False] * 4}
    state = lay(front={0: "income:11"}, specials={0: ["market-sale"]}, **fields)
    play(state, (0, "special market-sale done"))
    assert state.view(None)["paid"] == [False] * 4
    assert state.view(None)["cards_in_hand"][0] == 8
    state = lay(front={0: "income:11"}, specials={0: ["market-sale"]}, **fields)
    play(state, (0, "special market-sale apple"))  # 25 = 10 10 5
    assert state.view(None)["paid"] == [True, False, False, False]
    assert state.view(None)["cards_in_hand"][0] == 3
    data = tomllib.loads(CARDS.read_text(encoding="utf-8"))
    data["storage"] = [card | {"price": 0} for card in data["storage"]]
    rules = GAME.rules(4, components=data)
    position = lay(front={0: "income:11"}, **fields).position()
    del position["stacks"]
    free = next(name for name in rules.box.names if name.startswith("store:"))
    position["front"][0] = down(free)
    stored = rules.position(position)
    play(stored, (0, "store apple"), (0, "done"))
    assert stored.view(None)["warehouses"][0] == ["apple"]
    assert stored.view(None)["paid"] == [False] * 4
    assert stored.view(None)["cards_in_hand"][0] == 7


@pytest.mark.rule("VW-3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_reveals_one_card_a_player(players: int, lay: Any) -> None:
    state = lay(players, "revealing")
    for n, stack in enumerate(["purchase", "storage", "shipment", "storage"][:players]):
        assert state.actors == (0,)
        assert len(state.view(None)["row"]) == n
        state.play(0, f"reveal {stack}")
    assert len(state.view(None)["row"]) == players
    assert state.view(None)["step"] == "trading"


@pytest.mark.rule("VW-3.1")
def test_each_stack_is_chosen_after_seeing_the_card_before(lay: Any) -> None:
    state = lay(3, "revealing")
    top = state.position()["stacks"]["shipment"][:2]
    state.play(0, "reveal shipment")
    assert state.view(0)["row"] == top[:1]
    state.play(0, "reveal shipment")
    assert state.view(0)["row"] == top


@pytest.mark.rule("VW-3.2")
def test_at_most_two_cards_come_from_one_stack(lay: Any, refused: Any) -> None:
    state = lay(4, "revealing")
    state.play(0, "reveal storage")
    state.play(0, "reveal storage")
    assert refused(state, 0, "reveal storage") == ("third-from-stack", "VW-3.2")
    assert [state.rules.text(state, 0, a) for a in state.actions(0)] == [
        "reveal purchase",
        "reveal shipment",
    ]


@pytest.mark.rule("VW-3.2")
def test_with_two_players_the_two_cards_come_from_two_stacks(lay: Any, refused: Any) -> None:
    state = lay(2, "revealing")
    state.play(0, "reveal storage")
    assert refused(state, 0, "reveal storage") == ("one-stack-only", "VW-3.2")


def emptied(state: fw.State, stack: str, left: int) -> dict[str, Any]:
    """The position with all but a few cards of a stack discarded."""
    position = state.position()
    position["discards"] = position["discards"] + position["stacks"][stack][left:]
    position["stacks"][stack] = position["stacks"][stack][:left]
    return position


@pytest.mark.rule("VW-3.2")
def test_an_empty_stack_is_made_anew_from_its_discards_at_once(lay: Any) -> None:
    full = lay(3, "revealing")
    state = full.rules.position(emptied(full, "storage", 1))
    told: list[Any] = []
    state.play(0, "reveal storage", told)
    assert [fact.kind.name for fact in told] == ["card-revealed", "stack-reshuffled"]
    view = state.view(None)
    assert view["stack_counts"]["storage"] == 39
    assert view["discards"] == []


@pytest.mark.rule("VW-3.2")
def test_a_shuffle_depends_on_its_stack_and_on_nothing_done_elsewhere(lay: Any) -> None:
    full = lay(4, "revealing")
    position = full.position() | {"chance": "ab" * 32}
    for stack in ("storage", "shipment"):
        cards = position["stacks"][stack]
        position["discards"] = position["discards"] + cards[1:]
        position["stacks"][stack] = cards[:1]
    orders = []
    for first, second in (("storage", "shipment"), ("shipment", "storage")):
        state = full.rules.position(position)
        state.play(0, f"reveal {first}")
        state.play(0, f"reveal {second}")
        after = state.position()
        assert after["shuffles"] == position["shuffles"] | {"storage": 2, "shipment": 2}
        orders.append(after["stacks"])
    assert orders[0] == orders[1]
    again = full.rules.position(position | {"shuffles": position["shuffles"] | {"storage": 2}})
    again.play(0, "reveal storage")
    assert again.position()["stacks"]["storage"] != orders[0]["storage"]


@pytest.mark.rule("VW-2.2")
def test_the_same_secret_deals_the_same_cards_and_ships_whatever_players_do() -> None:
    dealt = []
    for chance in (random.Random(1), random.Random(2)):
        state = GAME.start(3, 11)
        position = state.position()
        left = {name: list(cards) for name, cards in position["stacks"].items()}
        left |= {name: list(ships) for name, ships in position["ship_stacks"].items()}
        while state.view(None)["turn_number"] < 6:
            state.play(state.actors[0], chance.choice(state.actions(state.actors[0])))
        after = state.position()
        assert set(after["shuffles"].values()) == {1}
        for name, cards in (after["stacks"] | after["ship_stacks"]).items():
            assert cards == left[name][len(left[name]) - len(cards) :]
        dealt.append((left, position["first"], position["port"]))
    assert dealt[0] == dealt[1]


@pytest.mark.rule("VW-3.2")
def test_a_stack_without_cards_and_discards_cannot_be_chosen(lay: Any, refused: Any) -> None:
    # An odd box: every card of a stack is a special one, and players hold them all.
    data = tomllib.loads(CARDS.read_text(encoding="utf-8")) | {"shipment": []}
    data["special"] = [entry for entry in data["special"] if entry["kind"] != "safe-shelter"]
    data["special"].append(
        {"stack": "shipment", "kind": "safe-shelter", "count": 40, "mark": "reconstructed"}
    )
    position = lay(4, "revealing").position()
    del position["stacks"]
    position["specials"] = [["safe-shelter"] * 40, [], [], []]
    state = GAME.from_position(position, components=data)
    assert refused(state, 0, "reveal shipment") == ("stack-out", "VW-3.2")
    for stack in ("storage", "purchase", "storage", "purchase"):
        state.play(0, f"reveal {stack}")
    assert state.view(None)["step"] == "trading"
