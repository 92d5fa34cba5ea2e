"""WP-1: chart, tiles, cards and tracks, read from a component file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.citations import cite
from fourwinds.core.components import Components, entries, integer, items, table
from fourwinds.core.errors import BadComponents
from fourwinds.core.rules import Rules
from fourwinds.games.winds_of_plunder.pieces import (
    HEAVE,
    MOST_CARDS,
    MOST_SEATS,
    OTHER_CARDS,
    PLACES,
    PORTS,
    PURCHASE_NAMES,
    PURCHASES,
    STARTS,
    SYMBOLS,
    ZONES,
    Box,
)

# WP-1.1, WP-1.3: what is reported of the cards and tiles.
REPORTED_CARDS = 40
LEAST_POINTS = 2
MOST_POINTS = 5


def box(components: Components, players: int, options: Mapping[str, Any]) -> Box:
    """WP-1: what can be played with; `warnings` points out what differs from what is reported."""
    data = components.data
    names, zones, heights, starts = _chart(entries(data, "port"))
    purchases, counts = _cards(entries(data, "card"), names)
    ordered = sorted(purchases)
    cards = [number for number, card in enumerate(ordered) for _ in range(purchases[card])]
    cards += [HEAVE + i for i, count in enumerate(counts) for _ in range(count)]
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadComponents(f"card: expected 1 to {MOST_CARDS} cards, got {len(cards)}")
    card_names = [f"{PURCHASE_NAMES[i]} {names[a]} {names[b]}" for i, a, b in ordered]
    card_names += [f"purchase {number}" for number in range(len(ordered), PURCHASES)]
    card_names += OTHER_CARDS
    return Box(
        names,
        zones,
        heights,
        starts,
        sorted(_tiles(entries(data, "tile"))),
        cards,
        card_names,
        ordered,
        _points(data, "booty", 1, 20),
        _points(data, "reputation", MOST_SEATS, MOST_SEATS),
    )


def _chart(
    ports: list[Mapping[str, Any]],
) -> tuple[list[str], list[int], list[int], list[int]]:
    """WP-1.2: twelve ports, three in each zone, one north of the other; five to start from."""
    if len(ports) != PORTS:
        raise BadComponents(f"port: expected {PORTS}, got {len(ports)}")
    names: list[str] = []
    for i, port in enumerate(ports):
        name = port.get("name")
        if not isinstance(name, str) or not _readable(name):
            raise BadComponents(
                f"port[{i}].name: expected a name of 1 to 20 letters, spaces, dots, dashes or &"
            )
        if name.lower() in [other.lower() for other in names]:
            raise BadComponents(f"port[{i}].name: expected {name} only once")
        names.append(name)
    zones = [
        integer(port.get("zone"), f"port[{i}].zone", 1, ZONES) - 1 for i, port in enumerate(ports)
    ]
    for zone in range(ZONES):
        if zones.count(zone) != PORTS // ZONES:
            raise BadComponents(
                f"zone {zone + 1}: expected {PORTS // ZONES} ports, got {zones.count(zone)}"
            )
    heights = [
        integer(port.get("height"), f"port[{i}].height", 1, 1000) for i, port in enumerate(ports)
    ]
    if len(set(zip(zones, heights, strict=True))) != PORTS:
        raise BadComponents("port: expected ports of a zone at different heights")
    starts = [i for i, port in enumerate(ports) if port.get("start") is True]
    if len(starts) != STARTS:
        raise BadComponents(f"start: expected {STARTS} starting ports, got {len(starts)}")
    return names, zones, heights, starts


def _readable(name: str) -> bool:
    """Whether notation can tell a port's name from other words."""
    plain = name == " ".join(name.split()) and len(name) <= 20
    words = plain and all(c.isalpha() or c in " .-'&" for c in name)
    return words and any(c.isalpha() for c in name) and not name.lower().startswith("bar ")


def _tiles(tiles: list[Mapping[str, Any]]) -> list[int]:
    """WP-1.3: points, and one or two different symbols."""
    out = []
    for i, tile in enumerate(tiles):
        points = integer(tile.get("points"), f"tile[{i}].points", 0, 9)
        symbols = tile.get("symbols")
        if (
            not isinstance(symbols, list)
            or not 1 <= len(symbols) <= 2
            or any(symbol not in SYMBOLS for symbol in symbols)
            or len(set(symbols)) != len(symbols)
        ):
            raise BadComponents(
                f"tile[{i}].symbols: expected one or two different of {', '.join(SYMBOLS)}"
            )
        mask = sum(2 ** SYMBOLS.index(symbol) for symbol in symbols)
        count = integer(tile.get("count", 1), f"tile[{i}].count", 1, PLACES)
        out += [points * 16 + mask] * count
    if len(out) != PLACES:
        raise BadComponents(f"tile: expected {PLACES} tiles, got {len(out)}")
    return out


def _cards(
    cards: list[Mapping[str, Any]], names: list[str]
) -> tuple[dict[tuple[int, int, int], int], list[int]]:
    """WP-1.4: how many of each purchase (item and two ports) and of each other card."""
    purchases: dict[tuple[int, int, int], int] = {}
    counts = [0] * len(OTHER_CARDS)
    for i, card in enumerate(cards):
        kind = card.get("kind")
        count = integer(card.get("count", 1), f"card[{i}].count", 1, MOST_CARDS)
        if kind in OTHER_CARDS:
            counts[OTHER_CARDS.index(kind)] += count
        elif kind in PURCHASE_NAMES:
            ports = card.get("ports")
            if (
                not isinstance(ports, list)
                or len(ports) != 2
                or any(port not in names for port in ports)
                or ports[0] == ports[1]
            ):
                raise BadComponents(f"card[{i}].ports: expected the names of two different ports")
            first, second = sorted(names.index(port) for port in ports)
            key = (PURCHASE_NAMES.index(kind), first, second)
            purchases[key] = purchases.get(key, 0) + count
        else:
            known = ", ".join(PURCHASE_NAMES + OTHER_CARDS)
            raise BadComponents(f"card[{i}].kind: expected one of {known}")
    if len(purchases) > PURCHASES:
        raise BadComponents(f"card: expected at most {PURCHASES} different purchases")
    return purchases, counts


def _points(data: Mapping[str, Any], name: str, least: int, most: int) -> list[int]:
    points = items(table(data, name).get("points"), f"{name}.points", most)
    if len(points) < least:
        raise BadComponents(f"{name}.points: expected at least {least}")
    return [integer(value, f"{name}.points", 0, 99) for value in points]


def warnings(rules: Rules) -> list[str]:
    """WP-1.1 to WP-1.3: where the box differs from what is reported of it."""
    data = rules.components.data
    out = []
    heights: set[int] = set()
    for i, port in enumerate(entries(data, "port")):
        if port["height"] in heights:
            cite("WP-1.2")
            out.append(f"port[{i}].height: each port is reported at its own height (WP-1.2)")
        heights.add(port["height"])
    for i, tile in enumerate(entries(data, "tile")):
        if not LEAST_POINTS <= tile["points"] <= MOST_POINTS:
            cite("WP-1.3")
            out.append(
                f"tile[{i}].points: tiles are reported with {LEAST_POINTS} to {MOST_POINTS} points,"
                f" not {tile['points']} (WP-1.3)"
            )
    cards = sum(card.get("count", 1) for card in entries(data, "card"))
    if cards != REPORTED_CARDS:
        cite("WP-1.1")
        out.append(f"card: {REPORTED_CARDS} action cards are reported, not {cards} (WP-1.1)")
    return out
