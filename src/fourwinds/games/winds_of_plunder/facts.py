"""What happens in Winds of Plunder, as it is told; shapes.py says what each fact holds."""

from __future__ import annotations

from typing import Final

from fourwinds.core.facts import ALL, NOTHING, OWNER, FactKind

MATCH_BEGAN: Final = FactKind("match-began", audience=ALL, reveals="deck")
ROUND_BEGAN: Final = FactKind("round-began", audience=ALL, reveals=NOTHING)
CHOICE_MADE: Final = FactKind("choice-made", audience=ALL, reveals=NOTHING)
VOTE_SHOWN: Final = FactKind("vote-shown", audience=ALL, reveals="votes")
CUBES_SHOWN: Final = FactKind("cubes-shown", audience=ALL, reveals="votes")
BLACKBEARD_TAKEN: Final = FactKind("blackbeard-taken", audience=ALL, reveals=NOTHING)
WIND_TURNED: Final = FactKind("wind-turned", audience=ALL, reveals=NOTHING)
FIRST_NAMED: Final = FactKind("first-named", audience=ALL, reveals=NOTHING)
CARD_DRAWN: Final = FactKind("card-drawn", audience=ALL, reveals="deck")
CARD_SEEN: Final = FactKind("card-seen", audience=OWNER, reveals="deck")
DECK_RESHUFFLED: Final = FactKind("deck-reshuffled", audience=ALL, reveals=NOTHING)
CUBES_ADDED: Final = FactKind("cubes-added", audience=ALL, reveals=NOTHING)
GUST_BOUGHT: Final = FactKind("gust-bought", audience=ALL, reveals=NOTHING)
SAILED: Final = FactKind("sailed", audience=ALL, reveals=NOTHING)
TILE_TAKEN: Final = FactKind("tile-taken", audience=ALL, reveals=NOTHING)
TREASURE_DRAWN: Final = FactKind("treasure-drawn", audience=ALL, reveals="treasures")
TREASURE_SEEN: Final = FactKind("treasure-seen", audience=OWNER, reveals="treasures")
TREASURES_OUT: Final = FactKind("treasures-out", audience=ALL, reveals=NOTHING)
BAR_MOVED: Final = FactKind("bar-moved", audience=ALL, reveals=NOTHING)
TILE_SCORED: Final = FactKind("tile-scored", audience=ALL, reveals=NOTHING)
BOARDED: Final = FactKind("boarded", audience=ALL, reveals=NOTHING)
TREASURE_PLAYED: Final = FactKind("treasure-played", audience=ALL, reveals="hand")
REPUTATION_GAINED: Final = FactKind("reputation-gained", audience=ALL, reveals=NOTHING)
ZONE_COMPLETED: Final = FactKind("zone-completed", audience=ALL, reveals=NOTHING)
ADVANTAGE_TAKEN: Final = FactKind("advantage-taken", audience=ALL, reveals=NOTHING)
ADVANTAGE_LAID_DOWN: Final = FactKind("advantage-laid-down", audience=ALL, reveals=NOTHING)
ITEM_BOUGHT: Final = FactKind("item-bought", audience=ALL, reveals="hand")
CARD_PLAYED: Final = FactKind("card-played", audience=ALL, reveals="hand")
OPPONENT_STRUCK: Final = FactKind("opponent-struck", audience=ALL, reveals="hand")
TILES_SWAPPED: Final = FactKind("tiles-swapped", audience=ALL, reveals="hand")
EXTRA_POINT: Final = FactKind("extra-point", audience=ALL, reveals=NOTHING)
END_COUNTED: Final = FactKind("end-counted", audience=ALL, reveals=NOTHING)
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)
