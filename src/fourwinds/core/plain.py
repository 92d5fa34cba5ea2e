"""What a game gets that does not bring its own: preview, drawing, observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fourwinds.core.observation import PlainObserver

if TYPE_CHECKING:
    from fourwinds.core.rules import Rules
    from fourwinds.core.words import Words

OBSERVER = PlainObserver(0)
# What a drawing leaves out: it stands elsewhere on the screen, or means nothing to a player.
UNSEEN = ("game", "players", "options", "seat", "step", "actors", "turn", "over", "ranking")


def preview(rules: Rules, view: Mapping[str, Any], action: int) -> dict[str, Any]:
    """The action by its kind and arguments; what would follow is left to the player."""
    return rules.game.actions.described(rules.box, rules.players, action)


def draw(view: Mapping[str, Any], words: Words, names: Sequence[str]) -> str:
    """One line for each field of the view; a list with a value for each seat is shown by name.

    A field has the label `table/<field>` of the game's texts, its own name without one.
    """
    lines = []
    for field, value in view.items():
        if field in UNSEEN or value in (None, [], {}):
            continue
        label = words.find(f"table/{field}")
        if field == "winners":
            shown = ", ".join(names[seat] for seat in value)
        else:
            shown = _shown(value, words, names)
        lines.append(f"[bold]{label or field.replace('_', ' ')}[/]: {shown}")
    return "\n".join(lines)


def _shown(value: Any, words: Words, names: Sequence[str]) -> str:
    if isinstance(value, list) and len(value) == len(names) and not isinstance(value[0], list):
        shown = [_one(each, words) for each in value]
        return ", ".join(f"{name} {one}" for name, one in zip(names, shown, strict=True))
    return _one(value, words)


def _one(value: Any, words: Words) -> str:
    if value is None:
        return "-"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_one(each, words)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(_one(each, words) for each in value) or "-"
    return words.name(value)
