"""From a view to the belief it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core.errors import BadView
from fourwinds.core.rules import Rules
from fourwinds.games.santa_timea.state import CARD_NAMES, WIND_NAMES, Table
from fourwinds.games.santa_timea.worlds import Worlds

SHOWN = (
    "game players options turn round first leader row forecast aside taken played"
    " scores history rounds_won asked kept over"
).split()


def belief(rules: Rules[Table], view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows, with any unseen cards in the hidden places."""
    viewer = -1 if view["seat"] is None else view["seat"]
    counts = list(view["counts"])
    moves = [*view["played"], *view["trick"]]
    own = [] if view["seat"] is None else list(view["hand"])
    unseen = Counter(CARD_NAMES[card] for card in rules.box.steering)
    unseen.subtract([*own, *(move["card"] for move in moves)])
    winds = Counter(WIND_NAMES[wind] for wind in rules.box.winds)
    for names in (view["row"], view["forecast"], view["aside"], *view["taken"]):
        winds.subtract(names)
    if sum(counts) - len(own) + view["hidden"] != unseen.total():
        raise BadView("counts and hidden: expected as many cards as are unseen")

    # ST-5.2: a seat that led a pirate held nothing else.
    pirates_only = {move["seat"] for move in moves[:: rules.players] if move["card"] == "P"}
    hands: list[list[str]] = [[] for _ in counts]
    for seat in pirates_only - {viewer}:
        hands[seat] = ["P"] * counts[seat]
        unseen.subtract(hands[seat])
    dealt = [seat for seat in range(rules.players) if seat not in pirates_only | {viewer}]
    cards = list(unseen.elements())
    for at, seat in enumerate(dealt):
        start = sum(counts[other] for other in dealt[:at])
        hands[seat] = cards[start : start + counts[seat]]
    if viewer >= 0:
        hands[viewer] = own

    pile = list(winds.elements())
    position = {name: view[name] for name in SHOWN} | {
        "hands": hands,
        "trick": [{"seat": move["seat"], "card": move["card"]} for move in view["trick"]],
        "pile": pile[: view["pile"]],
    }
    table = rules.position(position)
    return Worlds(
        table,
        dealt,
        sorted(CARD_NAMES.index(card) for card in cards),
        [WIND_NAMES.index(wind) for wind in pile],
    )
