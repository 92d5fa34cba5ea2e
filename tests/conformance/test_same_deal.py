"""What docs/duplicate.md says is the same at every table: one deal, played in several ways.

Each game's draws are read from what was told. What lies on the table when a match begins follows
from the deal alone; here is what comes to light later.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.games.vor_dem_wind.state import LARGE_SHIPS, SHIPS
from fourwinds.laws.dealing import shuffles

Facts = list[Any]
Draws = dict[str, list[Any]]
"""The order of each pile, as far as it was drawn before discards were shuffled into it."""
TABLES, LONGEST = 4, 2_500


def santa_timea(facts: Facts) -> Draws:
    """Every round whole: hands and winds. (The first round is dealt before anything is told.)"""
    out: Draws = {}
    now = 0
    for fact in facts:
        if fact["kind"] == "round-began":
            now = fact["round"]
            out[f"row {now}"] = [*fact["row"], *fact["forecast"]]
        elif fact["kind"] == "hand-dealt":
            out[f"hand {now} {fact['seat']}"] = list(fact["cards"])
    return out


def winds_of_plunder(facts: Facts) -> Draws:
    out = defaultdict(list)
    for fact in facts:
        if fact["kind"] == "treasure-seen":
            out["treasures"].append(fact["port"])
        elif fact["kind"] == "card-seen" and not out["reshuffled"]:
            out["cards"].append(fact["name"])
        elif fact["kind"] == "deck-reshuffled":
            out["reshuffled"].append(True)
    return {pile: out[pile] for pile in ("treasures", "cards")}


def vor_dem_wind(facts: Facts) -> Draws:
    out, again = defaultdict(list), set()
    for fact in facts:
        if fact["kind"] == "card-revealed" and fact["stack"] not in again:
            out[fact["stack"]].append(fact["card"])
        elif fact["kind"] == "stack-reshuffled":
            again.add(fact["stack"])
        elif fact["kind"] == "fleet-arrived":
            for ship in fact["ships"]:
                out[ship.partition(":")[0]].append(ship)
    return {pile: cards[: BOXED.get(pile)] for pile, cards in out.items()}


def regatta(facts: Facts) -> Draws:
    out: list[str] = []
    for fact in facts:
        if fact["kind"] == "pile-shuffled":
            break
        if fact["kind"] == "cards-drawn":
            out += fact["cards"]
    return {"pile": out}


def high_tide(facts: Facts) -> Draws:
    return {"prizes": [fact["prize"] for fact in facts if fact["kind"] == "round-began"]}


DRAWN: dict[str, Callable[[Facts], Draws]] = {
    "santa-timea": santa_timea,
    "winds-of-plunder": winds_of_plunder,
    "vor-dem-wind": vor_dem_wind,
    "regatta": regatta,
    "high-tide": high_tide,
}
# After those of the box, ships that left unladen come again.
BOXED = {"large": LARGE_SHIPS, "small": SHIPS - LARGE_SHIPS}


def told(game: str, choices: int, seed: int) -> Facts:
    """A match of a deal, played in one of many ways."""
    state, rng = fw.game(game).start(players=3, seed=seed), random.Random(choices)
    facts: Facts = []
    for _ in range(LONGEST):
        if state.over:
            break
        seat = rng.choice(state.actors)
        state.play(seat, rng.choice(state.actions(seat)), tell=facts)
    return [fact.json() for fact in facts]


def longest(draws: Iterable[Draws], pile: str) -> list[Any]:
    return max((each.get(pile, []) for each in draws), key=len)


@pytest.mark.parametrize("game", DRAWN)
def test_one_deal_is_drawn_in_the_same_order_however_it_is_played(game: str) -> None:
    ways = [told(game, choices, seed=4) for choices in range(TABLES)]
    assert len({str(facts) for facts in ways}) == TABLES, "played in as many ways"
    draws, compared = [DRAWN[game](facts) for facts in ways], 0
    for pile in {pile for each in draws for pile in each}:
        order = longest(draws, pile)
        for each in draws:
            mine = each.get(pile, [])
            assert mine == order[: len(mine)], pile
            compared += len(mine)
    assert compared > 3 * TABLES
    # Another deal is another order.
    assert DRAWN[game](told(game, 0, seed=5)) != draws[0]


@pytest.mark.parametrize("game", ["santa-timea", "high-tide"])
def test_where_no_pile_is_made_of_discards_every_shuffle_is_of_the_same_cards(game: str) -> None:
    state = fw.game(game).start(players=3, seed=4)
    ways = [shuffles(state, random.Random(choices)) for choices in range(TABLES)]
    for name in {name for way in ways for name in way}:
        found = [way[name] for way in ways if name in way]
        assert all(sorted(each.before) == sorted(found[0].before) for each in found), name


def test_every_game_is_here() -> None:
    assert {*fw.games(), "high-tide"} == set(DRAWN)
