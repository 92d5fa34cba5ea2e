"""What a game gets that does not bring its own: position, preview, drawing, observation, and the
fields that its view has in common with those of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fourwinds.core.errors import BadPosition
from fourwinds.core.observation import PlainObserver
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.core.shapes import CommonView

if TYPE_CHECKING:
    from fourwinds.core.fields import Field
    from fourwinds.core.rules import Rules
    from fourwinds.core.state import State
    from fourwinds.core.words import Words

OBSERVER = PlainObserver(0)
# What a drawing leaves out: it stands elsewhere on the screen, or means nothing to a player.
UNSEEN = ("game", "players", "options", "seat", "step", "actors", "turn", "over", "ranking")

# The numbers that a field of a table can hold.
RANGES = {"i64": (-(2**62), 2**62), "i32": (-(2**31), 2**31 - 1), "u8": (0, 255)}
COMMON = ("game", "players", "options", "step")


def common_view(t: State, seat: int | None) -> CommonView:
    """The fields that every view has; a game adds its own, one by one."""
    return {
        "game": t.rules.game.id,
        "players": int(t.players),
        "options": dict(t.rules.options),
        "seat": seat,
        "step": t.step.name,
        "actors": list(t.actors),
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def position(t: State) -> dict[str, Any]:
    """The step, and every field that the table declares under its own name (core/fields.py)."""
    found: dict[str, Any] = {
        "game": t.rules.game.id,
        "players": int(t.players),
        "options": dict(t.rules.options),
        "step": t.step.name,
    }
    for field in _fields(t):
        value = getattr(t, field.name)
        if field.is_vec:
            found[field.name] = [int(each) for each in value]
        else:
            found[field.name] = value if field.kind == "bool" else int(value)
    return found | {"chance": write_chance(t)}


def set_up(t: State, data: Mapping[str, Any]) -> None:
    """The inverse of `position`: every number fits its field, every list is as long as it was.

    What the numbers mean is for the game to check afterwards.
    """
    found = _fields(t)
    check_fields(data, [*COMMON, *(field.name for field in found)], ["chance"])
    for field in found:
        value = data[field.name]
        if field.is_vec:
            empty = getattr(t, field.name)
            if not isinstance(value, list) or len(value) != len(empty):
                raise BadPosition(f"{field.name}: expected a list of {len(empty)} numbers")
            low, high = RANGES[field.kind.removeprefix("vec[").removesuffix("]")]
            for i, each in enumerate(value):
                empty[i] = number(each, f"{field.name}[{i}]", low, high)
        elif field.kind == "bool":
            if not isinstance(value, bool):
                raise BadPosition(f"{field.name}: expected true or false")
            setattr(t, field.name, value)
        else:
            setattr(t, field.name, number(value, field.name, *RANGES[field.kind]))
    steps = {step.name: step for step in t.rules.game.steps}
    if data["step"] not in steps:
        raise BadPosition(f"step: expected one of {', '.join(steps)}")
    t.step = steps[data["step"]]
    read_chance(t, data)


def _fields(t: State) -> list[Field]:
    # Imported when it is needed: most games bring positions of their own, and the module is a
    # command as well, which Python should load once only.
    from fourwinds.core.fields import declared

    return declared(t.rules.game.folder)


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
