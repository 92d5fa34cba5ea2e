"""VW-1: the cards in the box, read from a component file and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core.citations import cite
from fourwinds.core.components import Components, entries, integer
from fourwinds.core.errors import BadComponents
from fourwinds.core.rules import Rules
from fourwinds.games.vor_dem_wind.state import (
    EACH_GOOD,
    FREE_TRADE,
    GOODS,
    LARGE_SHIPS,
    MOST_SPECIALS,
    PLACES,
    PURCHASE,
    SHIPMENT,
    SHIPS,
    SIZES,
    STACK_CARDS,
    STACKS,
    STORAGE,
    USES,
    Box,
)

MONEY = {"1": 24, "2": 12, "5": 12, "10": 12}
SPECIALS = USES[FREE_TRADE:]
# VW-1.3: the stack in which each special card is reported to be found.
STACK_OF = {
    "free-trade": "purchase",
    "conservation": "purchase",
    "buy-and-store": "storage",
    "exchange": "storage",
    "market-sale": "storage",
    "safe-shelter": "shipment",
}
NUMBERED = ("free-trade", "conservation", "buy-and-store")
LONGEST_PURCHASE = 8
MOST_GOLD = 99
MOST_POINTS = 99
# VW-1.2: how many goods a ship of each size takes, and for how many points, as reported.
REPORTED_CARGO = {"large": (4, 4), "small": (1, 2)}
REPORTED_POINTS = {"large": (12, 20), "small": (2, 8)}

Kind = tuple[int, int, tuple[int, ...], int, int]  # use, stack, goods, number, gold


def box(components: Components, players: int, options: Mapping[str, Any]) -> Box:
    """VW-1.1: 40 cards a stack, 26 large and 20 small ships, 15 of each good, 60 money cards.

    What the rulebook prints must be so. The owner of the cards knows better than what is only
    reported: `warnings` points out what differs.
    """
    data = components.data
    _check_goods(data)
    _check_money(data)
    kinds: Counter[Kind] = Counter()
    for entry, where in _entries(data, "purchase"):
        goods = _goods(entry, "goods", where, 1, LONGEST_PURCHASE)
        kinds[PURCHASE, 0, goods, sum(goods), 0] += _count(entry, where)
    for entry, where in _entries(data, "storage"):
        number = integer(entry.get("number"), f"{where}.number", 1, 8)
        price = integer(entry.get("price"), f"{where}.price", 0, MOST_GOLD)
        kinds[STORAGE, 1, (0, 0, 0, 0), number, price] += _count(entry, where)
    for entry, where in _entries(data, "shipment"):
        income = integer(entry.get("income"), f"{where}.income", 1, MOST_GOLD)
        kinds[SHIPMENT, 2, (0, 0, 0, 0), 0, income] += _count(entry, where)
    for entry, where in _entries(data, "special"):
        kinds[_special(entry, where)] += _count(entry, where)
    for stack, name in enumerate(STACKS):
        _total(name, sum(n for kind, n in kinds.items() if kind[1] == stack), STACK_CARDS)
    ordered = sorted(kinds, key=lambda kind: (kind[0] < FREE_TRADE, kind))
    if sum(kind[0] >= FREE_TRADE for kind in ordered) > MOST_SPECIALS:
        raise BadComponents(f"special: expected at most {MOST_SPECIALS} different cards")
    out = Box(
        _names(ordered),
        [kind[0] for kind in ordered],
        [kind[1] for kind in ordered],
        [number for kind in ordered for number in kind[2]],
        [kind[3] for kind in ordered],
        [kind[4] for kind in ordered],
        [kinds[kind] for kind in ordered],
    )
    _add_ships(out, data)
    return out


def _special(entry: Mapping[str, Any], where: str) -> Kind:
    cite("VW-1.3")
    name = entry.get("kind")
    if not isinstance(name, str) or name not in SPECIALS:
        raise BadComponents(f"{where}.kind: expected one of {', '.join(SPECIALS)}")
    stack = entry.get("stack")
    if stack not in STACKS:
        raise BadComponents(f"{where}.stack: expected one of {', '.join(STACKS)}")
    number = price = 0
    if name in NUMBERED:
        number = integer(entry.get("number"), f"{where}.number", 1, 8)
    elif "number" in entry:
        raise BadComponents(f"{where}.number: expected none for {name}")
    if name == "buy-and-store":
        price = integer(entry.get("price"), f"{where}.price", 0, MOST_GOLD)
    elif "price" in entry:
        raise BadComponents(f"{where}.price: expected none for {name}")
    return USES.index(name), STACKS.index(stack), (0, 0, 0, 0), number, price


def _add_ships(out: Box, data: Mapping[str, Any]) -> None:
    ships: Counter[tuple[int, tuple[int, ...], int]] = Counter()
    for entry, where in _entries(data, "ship"):
        size = entry.get("size")
        if not isinstance(size, str) or size not in SIZES:
            raise BadComponents(f"{where}.size: expected large or small")
        cargo = _goods(entry, "cargo", where, 1, PLACES)
        points = integer(entry.get("points"), f"{where}.points", 1, MOST_POINTS)
        ships[SIZES.index(size), cargo, points] += _count(entry, where)
    for size, name in enumerate(SIZES):
        expected = SHIPS - LARGE_SHIPS if size else LARGE_SHIPS
        _total(f"{name} ships", sum(n for kind, n in ships.items() if kind[0] == size), expected)
    ordered = sorted(ships)
    out.add_ships(
        [f"{SIZES[size]}:{_joined(cargo)}/{points}" for size, cargo, points in ordered],
        [size for size, _, _ in ordered],
        [number for _, cargo, _ in ordered for number in cargo],
        [points for _, _, points in ordered],
        [ships[kind] for kind in ordered],
    )


def warnings(rules: Rules) -> list[str]:
    """VW-1.2, VW-1.3: where the cards differ from what is reported of them."""
    out = []
    for entry, where in _entries(rules.components.data, "special"):
        usual = STACK_OF[entry["kind"]]
        if entry["stack"] != usual:
            cite("VW-1.3")
            out.append(f"{where}.stack: {entry['kind']} is reported in the {usual} stack (VW-1.3)")
    for entry, where in _entries(rules.components.data, "ship"):
        size = entry["size"]
        for field, found, (low, high) in (
            ("cargo", len(entry["cargo"]), REPORTED_CARGO[size]),
            ("points", entry["points"], REPORTED_POINTS[size]),
        ):
            if not low <= found <= high:
                cite("VW-1.2")
                usual = f"{low} to {high}" if low < high else str(low)
                out.append(
                    f"{where}.{field}: {size} ships are reported with {usual}, not {found} (VW-1.2)"
                )
    return out


def _names(kinds: list[Kind]) -> list[str]:
    """The codes of all kinds; one that lies in several stacks is told apart by its stack."""
    plain = [_name(kind) for kind in kinds]
    return [
        name if plain.count(name) == 1 else f"{name}{'/' if ':' in name else ':'}{STACKS[kind[1]]}"
        for name, kind in zip(plain, kinds, strict=True)
    ]


def _name(kind: Kind) -> str:
    """The code of a card, such as buy:apple+apple+cheese, store:3/5, free-trade:2."""
    use, _, goods, number, gold = kind
    name = USES[use]
    if use == PURCHASE:
        return f"{name}:{_joined(goods)}"
    if use == SHIPMENT:
        return f"{name}:{gold}"
    if use == STORAGE or name == "buy-and-store":
        return f"{name}:{number}/{gold}"
    return f"{name}:{number}" if number else name


def _joined(goods: tuple[int, ...]) -> str:
    return "+".join(name for name, n in zip(GOODS, goods, strict=True) for _ in range(n))


def _entries(data: Mapping[str, Any], name: str) -> list[tuple[Mapping[str, Any], str]]:
    return [(entry, f"{name}[{i}]") for i, entry in enumerate(entries(data, name))]


def _count(entry: Mapping[str, Any], where: str) -> int:
    return integer(entry.get("count", 1), f"{where}.count", 1, STACK_CARDS)


def _goods(
    entry: Mapping[str, Any], field: str, where: str, least: int, most: int
) -> tuple[int, ...]:
    names = entry.get(field)
    if (
        not isinstance(names, list)
        or not least <= len(names) <= most
        or not all(name in GOODS for name in names)
    ):
        raise BadComponents(f"{where}.{field}: expected {least} to {most} of {', '.join(GOODS)}")
    return tuple(names.count(name) for name in GOODS)


def _check_goods(data: Mapping[str, Any]) -> None:
    found = {str(entry.get("kind")): _count(entry, at) for entry, at in _entries(data, "goods")}
    if found != dict.fromkeys(GOODS, EACH_GOOD):
        raise BadComponents(f"goods: expected {EACH_GOOD} each of {', '.join(GOODS)} (VW-1.1)")


def _check_money(data: Mapping[str, Any]) -> None:
    found = {str(entry.get("value")): _count(entry, at) for entry, at in _entries(data, "money")}
    if found != MONEY:
        raise BadComponents("money: expected 24 x 1, 12 x 2, 12 x 5 and 12 x 10 (VW-1.1)")


def _total(name: str, count: int, expected: int) -> None:
    cite("VW-1.1")
    if count != expected:
        raise BadComponents(f"{name}: expected {expected} cards in all, got {count} (VW-1.1)")
