"""What a bot needs to judge a view: the rules it was seen under and the game's own value."""

from __future__ import annotations

from typing import Any

from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.value import Value


def value_of(rules: Rules) -> Value[Any]:
    """The game's own judgement, or the one that knows points alone."""
    make = rules.game.value
    return Value[State](rules.players) if make is None else make(rules)


def rules_of(view: dict[str, Any]) -> Rules:
    """The rules a view belongs to, for a bot that was not given them."""
    return find_game(view["game"]).rules(view["players"], view["options"])
