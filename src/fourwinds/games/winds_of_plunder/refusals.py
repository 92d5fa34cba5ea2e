"""Why Winds of Plunder refuses an action; each code keys a text in texts/*.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.games.winds_of_plunder.state import Table

# The vote.
NOT_SO_MANY_CUBES: Final = Refusal("not-so-many-cubes", "WP-3.2")
NOT_TIED_FOR_MOST: Final = Refusal("not-tied-for-most", "WP-3.3")
DIRECTION_NOT_TIED: Final = Refusal("direction-not-tied", "WP-3.4")
DIRECTION_NOT_NAMED: Final = Refusal("direction-not-named", "WP-3.4")

# The turn.
ALREADY_SAILED: Final = Refusal("already-sailed", "WP-4.1")
SAILING_OWED: Final = Refusal("sailing-owed", "WP-4.1")
TOO_FEW_POINTS: Final = Refusal("too-few-points", "WP-4.2")
RESERVE_EMPTY: Final = Refusal("reserve-empty", "WP-4.2")
CARD_NOT_IN_HAND: Final = Refusal("card-not-in-hand", "WP-4.2")
GUST_IS_THE_WIND: Final = Refusal("gust-is-the-wind", "WP-4.2")
GUST_LEADS_NOWHERE: Final = Refusal("gust-leads-nowhere", "WP-4.2")
SAIL_WITH_THE_GUST: Final = Refusal("sail-with-the-gust", "WP-4.2")
NO_CARD_TO_DRAW: Final = Refusal("no-card-to-draw", "WP-4.4")

# Sailing.
ALREADY_THERE_ALONG: Final = Refusal("already-there", "WP-5.1")
ALREADY_THERE_ACROSS: Final = Refusal("already-there", "WP-5.2")
AGAINST_THE_WIND_ALONG: Final = Refusal("against-the-wind", "WP-5.1")
AGAINST_THE_WIND_ACROSS: Final = Refusal("against-the-wind", "WP-5.2")
TOO_FAR_ALONG: Final = Refusal("too-far", "WP-5.1")
TOO_FAR_ACROSS: Final = Refusal("too-far", "WP-5.2")
TOO_FAR_WITH_GUST: Final = Refusal("too-far", "WP-5.3")

# Arrival.
CARDS_ASIDE: Final = Refusal("cards-aside", "WP-6")
BOARDS_HIMSELF: Final = Refusal("not-yourself", "WP-6.4")
NOT_IN_PORT: Final = Refusal("not-in-port", "WP-6.4")
TOO_FEW_WEAPONS: Final = Refusal("too-few-weapons", "WP-6.4")
NOTHING_TO_LOOT: Final = Refusal("nothing-to-loot", "WP-6.4")

# Cards.
CANNOT_PAY: Final = Refusal("cannot-pay", "WP-6.7")
STRIKES_HIMSELF: Final = Refusal("not-yourself", "WP-1.4")
HEAVE_ONCE: Final = Refusal("heave-once", "WP-1.4")
HEAVE_BEFORE_SAILING: Final = Refusal("heave-before-sailing", "WP-1.4")
HEAVE_NOT_LAST: Final = Refusal("heave-not-last", "WP-1.4")
HEAVE_WITHOUT_CREW: Final = Refusal("heave-without-crew", "WP-1.4")
HEAVE_LEADS_NOWHERE: Final = Refusal("heave-leads-nowhere", "WP-6.7")
SAME_TILE: Final = Refusal("same-tile", "WP-1.4")
SWAP_FIRST: Final = Refusal("swap-first", "WP-1.4")


def no_such_player(t: Table, seat: i64) -> IllegalAction:
    """No rule: nobody sits there. Notation counts players from 1."""
    details: dict[str, object] = {"number": int(seat) + 1, "last": int(t.players)}
    return IllegalAction("no-such-player", None, details)
