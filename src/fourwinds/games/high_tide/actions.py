"""The actions of High Tide."""

from __future__ import annotations

from typing import Final

from fourwinds.core.actions import ActionKind, ActionTable, number

HIGHEST: Final = 9
CHOOSE: Final = 0

ACTIONS: Final = ActionTable(
    ActionKind("choose", CHOOSE, "choose {number}", "HT-2.1", number("number", 1, HIGHEST)),
)
