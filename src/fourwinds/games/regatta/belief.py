"""From a view to the belief it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core.errors import BadView
from fourwinds.core.rules import Rules
from fourwinds.games.regatta.position import read_limits
from fourwinds.games.regatta.state import HAND, Table
from fourwinds.games.regatta.worlds import Worlds

SHOWN = "game players options step first turn turns discards draft helm played card".split()
OF_A_BOAT = ("boat", "afloat", "x", "y", "heading", "stage", "becalmed")


def belief(rules: Rules[Table], view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows, with any unseen cards in the hidden places."""
    viewer = view["seat"]
    counts = list(view["counts"])
    own = [] if viewer is None else list(view["hand"])
    names = rules.box.names
    unseen = Counter(dict(zip(names, rules.box.counts, strict=True)))
    unseen.subtract([*own, *view["discards"]])
    becalmed = sum(boat is not None and boat.get("becalmed", False) for boat in view["boats"])
    unseen[names[rules.box.sun]] -= becalmed
    if min(unseen.values()) < 0 or len(counts) != rules.players or max(counts) > HAND:
        raise BadView("hand, discards and counts: expected cards of the box")
    cards = list(unseen.elements())
    hidden = [0 if seat == viewer else count for seat, count in enumerate(counts)]
    if sum(hidden) + view["pile"] != len(cards):
        raise BadView("counts and pile: expected as many cards as are unseen")
    hands = []
    at = 0
    for count in hidden:
        hands.append(cards[at : at + count])
        at += count
    if viewer is not None:
        hands[viewer] = own
    shown = {name: view[name] for name in SHOWN} | {
        "boats": [
            None if boat is None else {name: boat[name] for name in OF_A_BOAT if name in boat}
            for boat in view["boats"]
        ],
        "hands": hands,
        "pile": cards[at:],
    }
    table = rules.position(shown)
    for seat, count in enumerate(hidden):
        if count:
            table.held[seat] = 0
    read_limits(table, view["hand_limits"])
    worlds = Worlds(table, hidden, [names.index(card) for card in cards])
    if not worlds.possible:
        raise BadView("hand_limits: expected limits that some hands keep (RG-4.4)")
    return worlds
