"""Which texts a game needs and does not have, in any language."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import fourwinds as fw
from fourwinds.core.errors import Refusal
from fourwinds.core.facts import FactKind
from fourwinds.core.rules import Game
from fourwinds.core.words import gaps, words


def missing_texts(game_id: str) -> list[str]:
    """Their keys, such as "facts/card-drawn"; and "fr: rules/FD-1.1" where a language lacks one."""
    game = fw.game(game_id)
    english = words("en", game_id)
    needed = dict.fromkeys(_needed(game))
    return [key for key in needed if english.find(key) is None] + gaps(game.folder)


def _needed(game: Game) -> Iterator[str]:
    yield "title"
    yield "tagline"
    for kind in game.actions.kinds:
        yield f"rules/{kind.rule}"
        if game.details is None:  # else it may call its actions by other kinds
            yield f"actions/{kind.name}"
    for step in game.steps:
        yield f"steps/{step.name}"
        yield f"rules/{step.rule}"
    for option in game.options.values():
        yield f"options/{option.name}"
        yield f"options/{option.name}_help"
        for choice in option.choices:
            yield f"options/{option.name}_{choice}"
    for source in game.luck:
        yield f"luck/{source}_cost"
        yield f"luck/{source}_gave"
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"fourwinds.games.{game.folder.name}."):
            for value in vars(module).values():
                if isinstance(value, FactKind):
                    yield f"facts/{value.name}"
                elif isinstance(value, Refusal):
                    yield f"refusal/{value.code}"
                    yield f"rules/{value.rule}"
