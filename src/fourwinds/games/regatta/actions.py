"""The actions of Regatta: a card and its arrow; a card to swap; the end of a turn or swap; a sun
before a boat; a turn on the spot; a boat and a place to start with."""

from __future__ import annotations

from typing import Final

from fourwinds.core.actions import ActionKind, ActionTable, from_box, number, one_of
from fourwinds.games.regatta.shapes import BoatColour, Letter

BOATS: Final[list[BoatColour]] = ["red", "green", "yellow", "blue"]
LETTERS: Final[list[Letter]] = ["a", "b", "c", "d", "e", "f"]
TYPES: Final = 40  # kinds of cards
ARROWS: Final = 6  # on a card
MOST_PLACES: Final = 8
TURNS: Final = 23  # headings to turn to, in steps of 15 degrees

SAIL: Final = 0
SWAP: Final = 240  # TYPES * ARROWS
END: Final = 280
SUN: Final = 281
TURN: Final = 285
BOAT: Final = 308
START: Final = 312
ACTION_COUNT: Final = 320

# Degrees of each turn on the spot: to starboard above 0, to port below.
ROTATIONS: Final = [*range(15, 195, 15), *range(-165, 0, 15)]

_signed = [f"{degrees:+d}" for degrees in ROTATIONS]
_card = from_box("card", TYPES, lambda box: box.names)

ACTIONS: Final = ActionTable(
    ActionKind("sail", SAIL, "{card} {arrow}", "RG-4.1", _card, one_of("arrow", LETTERS)),
    ActionKind("swap", SWAP, "swap {card}", "RG-5.1", _card),
    ActionKind("end", END, "end", "RG-4.1"),
    ActionKind("sun", SUN, "sun {boat}", "RG-6.3", one_of("boat", BOATS)),
    ActionKind("turn", TURN, "turn {rotation}", "RG-5.1", one_of("rotation", _signed, ROTATIONS)),
    ActionKind("boat", BOAT, "boat {boat}", "RG-3.1", one_of("boat", BOATS)),
    ActionKind("start", START, "start {place}", "RG-3.1", number("place", 1, MOST_PLACES)),
)
