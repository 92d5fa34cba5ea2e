"""The actions of Santa Timea: N13, P, discard N, keep N."""

from __future__ import annotations

from typing import Final

from fourwinds.core.actions import ActionKind, ActionTable, one_of
from fourwinds.games.santa_timea.state import CARD_NAMES, DIRECTIONS

PLAY: Final = 0
DISCARD: Final = 57
KEEP: Final = 61

ACTIONS: Final = ActionTable(
    ActionKind("play", PLAY, "{card}", "ST-3.1", one_of("card", CARD_NAMES)),
    ActionKind(
        "discard", DISCARD, "discard {direction}", "ST-8.4", one_of("direction", DIRECTIONS)
    ),
    ActionKind("keep", KEEP, "keep {direction}", "ST-8.4", one_of("direction", DIRECTIONS)),
)
