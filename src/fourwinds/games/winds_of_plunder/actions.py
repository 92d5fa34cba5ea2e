"""The actions of Winds of Plunder, in the order of the rules."""

from __future__ import annotations

from typing import Final

from fourwinds.core.actions import ActionKind, ActionTable, from_box, number, one_of, seat
from fourwinds.games.winds_of_plunder.pieces import (
    CUBES_A_PLAYER,
    DIRECTIONS,
    LOOT,
    MOST_SEATS,
    PLACES,
    PORTS,
    PURCHASES,
    STRIKES,
)

VOTE: Final = 0
CUBES: Final = 4
CROWN: Final = 35
WIND: Final = 40
FIRST: Final = 44
DRAW: Final = 49
ADD: Final = 50
GUST: Final = 53
GUST_FARTHER: Final = 57
SAIL: Final = 58
BOARD: Final = 70
PASS: Final = 90
PURCHASE: Final = 91
PLAY_HEAVE: Final = 115
PLAY_RUMOUR: Final = 116
STRIKE: Final = 117
PLAY_INTRIGUE: Final = 132
SWAP: Final = 133
DONE: Final = 151
ACTION_COUNT: Final = 152

ADDED: Final = (2, 5, 9)  # cubes for 1, 2, 3 points (WP-4.2)

ACTIONS: Final = ActionTable(
    ActionKind("vote", VOTE, "vote {wind}", "WP-3.1", one_of("wind", DIRECTIONS)),
    ActionKind("stake", CUBES, "cubes {n}", "WP-3.2", number("n", 0, CUBES_A_PLAYER + 1)),
    ActionKind("crown", CROWN, "blackbeard {holder}", "WP-3.3", seat("holder", MOST_SEATS)),
    ActionKind("turn", WIND, "wind {wind}", "WP-3.4", one_of("wind", DIRECTIONS)),
    ActionKind("name-first", FIRST, "first {first}", "WP-3.5", seat("first", MOST_SEATS)),
    ActionKind("draw", DRAW, "draw", "WP-4.2"),
    ActionKind(
        "add-cubes", ADD, "cubes+{n}", "WP-4.2", one_of("n", [str(n) for n in ADDED], ADDED)
    ),
    ActionKind("gust", GUST, "gust {wind}", "WP-4.2", one_of("wind", DIRECTIONS)),
    ActionKind("gust-farther", GUST_FARTHER, "gust farther", "WP-4.2"),
    ActionKind(
        "sail", SAIL, "sail {port}", "WP-4.1", from_box("port", PORTS, lambda box: box.port_names)
    ),
    ActionKind(
        "board",
        BOARD,
        "board {victim} {loot}",
        "WP-6.4",
        seat("victim", MOST_SEATS),
        one_of("loot", LOOT),
    ),
    ActionKind("pass", PASS, "pass", "WP-6.4"),
    ActionKind(
        "purchase",
        PURCHASE,
        "card {name}",
        "WP-4.2",
        from_box("name", PURCHASES, lambda box: box.purchase_names),
    ),
    ActionKind("heave", PLAY_HEAVE, "card heave", "WP-4.2"),
    ActionKind("rumour", PLAY_RUMOUR, "card rumour", "WP-4.2"),
    ActionKind(
        "strike",
        STRIKE,
        "card {card} {victim}",
        "WP-4.2",
        one_of("card", STRIKES),
        seat("victim", MOST_SEATS),
    ),
    ActionKind("intrigue", PLAY_INTRIGUE, "card intrigue", "WP-4.2"),
    ActionKind(
        "swap",
        SWAP,
        "swap {place}",
        "WP-1.4",
        from_box("place", PLACES, lambda box: box.place_names),
    ),
    ActionKind("done", DONE, "done", "WP-4.1"),
)
