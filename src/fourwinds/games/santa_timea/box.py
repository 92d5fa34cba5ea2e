"""ST-1: the cards in the box, read from a component file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.citations import cite
from fourwinds.core.components import Components, entries, integer, items, table
from fourwinds.core.errors import BadComponents
from fourwinds.games.santa_timea.state import (
    DIRECTIONS,
    FORECAST,
    LONGEST_HAND,
    PIRATE,
    ROW,
    VALUES,
    Box,
)

PRINTED_DAMAGES = {1: 2, 2: 2, 3: 1}


def box(components: Components, players: int, options: Mapping[str, Any]) -> Box:
    """The deck: the printed one, or part of it that still makes whole rounds."""
    data = components.data
    cite("ST-1.1")
    steering = []
    for direction, entry in _by_direction(data, "steering"):
        values = [
            integer(v, f"steering {direction}.values[{i}]", 1, VALUES)
            for i, v in enumerate(items(entry.get("values"), f"steering {direction}.values"))
        ]
        if len(set(values)) != len(values):
            raise BadComponents(f"steering {direction}.values: expected each value once")
        steering += [DIRECTIONS.index(direction) * VALUES + value - 1 for value in values]
    steering += [PIRATE] * integer(table(data, "pirates").get("count"), "pirates.count", 0, 4)
    cite("ST-1.2")
    winds = []
    for direction, entry in _by_direction(data, "wind"):
        damages = [
            integer(d, f"wind {direction}.damages[{i}]", 1, 3)
            for i, d in enumerate(items(entry.get("damages"), f"wind {direction}.damages"))
        ]
        for damage, most in PRINTED_DAMAGES.items():
            if damages.count(damage) > most:
                raise BadComponents(
                    f"wind {direction}.damages: expected at most {most} of damage {damage}"
                )
        winds += [DIRECTIONS.index(direction) * 3 + damage - 1 for damage in damages]
    hand = integer(table(data, "hand").get("cards"), "hand.cards", 1, LONGEST_HAND)
    if players * hand > len(steering):
        raise BadComponents(
            f"steering: expected at least {players * hand} cards for {players} hands of {hand},"
            f" got {len(steering)}"
        )
    needed = hand + ROW - 1
    if options["expert"]:
        cite("ST-8.1")
        needed += FORECAST
    if needed > len(winds):
        raise BadComponents(f"wind: expected at least {needed} cards, got {len(winds)}")
    return Box(players, sorted(steering), sorted(winds), hand)


def _by_direction(data: Mapping[str, Any], name: str) -> list[tuple[str, Mapping[str, Any]]]:
    found: dict[str, Mapping[str, Any]] = {}
    for i, entry in enumerate(entries(data, name)):
        direction = entry.get("direction")
        if not isinstance(direction, str) or direction not in tuple(DIRECTIONS):
            raise BadComponents(f"{name}[{i}].direction: expected N, E, S or W")
        if direction in found:
            raise BadComponents(f"{name}[{i}].direction: expected only one entry of {direction}")
        found[direction] = entry
    return list(found.items())
