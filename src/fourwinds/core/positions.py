"""Reading positions: what every game checks in the same way. Strangers write them, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.chance import key_of_bytes
from fourwinds.core.errors import BadPosition, shown
from fourwinds.core.state import State

NO_CHANCE = "0" * 64


def check_fields(data: Mapping[str, Any], required: Sequence[str], optional: Sequence[str]) -> None:
    """All required fields are there, and none that nobody knows."""
    for name in required:
        if name not in data:
            raise BadPosition(f"{name}: expected this field in the position")
    for name in data:
        if name not in required and name not in optional:
            raise BadPosition(f"unknown field {shown(name)}")


def number(value: object, where: str, low: int, high: int) -> int:
    """The value, if it is a whole number in range."""
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{where}: expected a whole number from {low} to {high}")
    return value


def write_chance(t: State) -> str:
    """The field `chance`: the key of the match, from which every shuffle follows."""
    return t.key.hex()


def read_chance(t: State, data: Mapping[str, Any]) -> None:
    """The inverse; a position that leaves the field out has a key of zeros."""
    key = data.get("chance", NO_CHANCE)
    try:
        secret = bytes.fromhex(key) if isinstance(key, str) and len(key) == 64 else b""
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise BadPosition("chance: expected 64 hexadecimal digits")
    t.key = key_of_bytes(secret)
