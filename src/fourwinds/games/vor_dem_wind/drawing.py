"""The table of Vor dem Wind as text, in Rich markup, at most 100 columns wide.

Without the option memory_aid it shows of the others what lies open, as at a table; with it, what a
good memory would know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.words import Words

COLOURS = {"apple": "red", "spice": "yellow", "cheese": "bright_yellow", "silk": "magenta"}
LETTERS = "ABCD"
PLACES = 8
COLUMN = 48
WIDTH = 100


def draw(view: Mapping[str, Any], words: Words, names: Sequence[str]) -> str:
    shown = [f"{LETTERS[seat]} {_escaped(name)}" for seat, name in enumerate(names)]
    lines = [
        f"[bold]{words.line('table/turn', n=view['turn_number'])}[/bold]"
        f" · {words.line('table/target', n=view['options']['target'])}",
        *_port(view, words),
        *_market(view, words),
        "",
    ]
    if view["bidding"] is not None:
        lines += [*_bidding(view, words, shown), ""]
    for seat in range(view["players"]):
        lines += _player(view, words, shown[seat], seat)
    if view["draft"]:
        lines += ["", f"[italic]{words.line('table/draft')}[/italic]", *_wrapped(view["draft"])]
    return "\n".join(lines)


def _port(view: Mapping[str, Any], words: Words) -> list[str]:
    """The ships with their places, two a line."""
    left = words.line("table/ships_left", **view["ship_counts"])
    lines = [f"[bold]{words.line('table/port')}[/bold]  [dim]{left}[/dim]"]
    cells = []
    for place, ship in enumerate(view["port"], 1):
        if ship is None:
            cells.append((f"{place} {words.line('table/laden')}", "dim"))
            continue
        cargo, _, points = ship.partition(":")[2].partition("/")
        goods = [words.name(good) for good in cargo.split("+")]
        text = f"{place} {words.line('table/points', n=points):>7}  {' '.join(goods)}"
        cells.append((text, "bold" if ship.startswith("large") else ""))
    if not cells:
        return [*lines, f"  [dim]{words.line('table/no_ships')}[/dim]"]
    for i in range(0, len(cells), 2):
        pair = [_styled(text, style) for text, style in cells[i : i + 2]]
        gap = " " * (COLUMN - len(cells[i][0]))
        lines.append(f"  {gap.join(pair)}")
    return lines


def _market(view: Mapping[str, Any], words: Words) -> list[str]:
    stacks = " · ".join(f"{words.name(name)} {n}" for name, n in view["stack_counts"].items())
    supply = " · ".join(
        f"[{COLOURS[good]}]{words.name(good)}[/] {n}" for good, n in view["supply"].items()
    )
    lines = [
        f"[bold]{words.line('table/stacks')}[/bold]  {stacks}",
        f"[bold]{words.line('table/supply')}[/bold]  {supply}",
    ]
    if view["row"]:
        lines.append(f"[bold]{words.line('table/row')}[/bold]")
        for place, card in enumerate(view["row"], 1):
            taken = f"[dim]{words.line('table/taken')}[/dim]"
            lines.append(f"  {place} {taken if card is None else _escaped(words.name(card))}")
    return lines


def _bidding(view: Mapping[str, Any], words: Words, shown: Sequence[str]) -> list[str]:
    bidding = view["bidding"]
    card = view["front"][bidding["owner"]]["card"]
    title = words.line("table/bidding", owner=shown[bidding["owner"]])
    lines = [f"[bold]{title}[/bold]: {_escaped(words.name(card))}"]
    for seat, offer in enumerate(bidding["offers"]):
        if offer is None and (view["front"][seat] is not None or seat == bidding["owner"]):
            continue
        if offer is None:
            said = words.line("table/not_asked")
        else:
            said = words.line("table/offer", n=offer) if offer else words.line("table/passes")
        lines.append(f"  {shown[seat]}: {said}")
    return lines


def _player(view: Mapping[str, Any], words: Words, name: str, seat: int) -> list[str]:
    """Purse and hand, the warehouse, and what lies before a player."""
    known = seat == view["seat"] or view["options"]["memory_aid"] or view["over"]
    tags = []
    if seat == view["seat"]:
        tags.append(words.line("table/you"))
    if seat == view["first"]:
        tags.append(words.line("table/first"))
    title = f"{name} ({', '.join(tags)})" if tags else name
    facts = [
        words.line("table/cards", n=view["cards_in_hand"][seat]),
        words.line("table/specials", n=len(view["specials"][seat])),
        words.line("table/ships", n=len(view["delivered"][seat])),
    ]
    if known:
        facts.insert(0, words.line("table/gold", n=view["gold"][seat]))
        facts.append(words.line("table/points", n=view["scores"][seat]))
    asked = "reverse" if seat in view["actors"] else "bold"
    purse = " · ".join(facts)
    if len(title) + 2 + len(purse) <= WIDTH:
        lines = [f"[{asked}]{title}[/]  {purse}"]
    else:
        lines = [f"[{asked}]{title}[/]", f"  {purse}"]
    stored = view["warehouses"][seat]
    places = f"{len(stored)}/{PLACES}"
    lines.append(f"  {words.line('table/warehouse')} {places}: {_goods(stored, words)}")
    if view["conservation"][seat]:
        lines += _wrapped([words.name(card) for card in view["conservation"][seat]])
    if known:
        lines.append(f"  {words.line('table/hand')}: {_goods(view['hands'][seat], words)}")
        if view["specials"][seat]:
            lines += _wrapped([words.name(card) for card in view["specials"][seat]])
    front = view["front"][seat]
    if front is not None:
        lines.append(f"  > {_before(front, words)}")
    if view["sheltered"][seat]:
        lines.append(f"    [dim]{words.line('table/sheltered')}[/dim]")
    return lines


def _before(front: Mapping[str, Any], words: Words) -> str:
    if front["money"] is not None:
        if front["money"]:
            return words.line("table/money", n=front["money"])
        return f"[dim]{words.line('table/got_money')}[/dim]"
    face = words.line("table/face_up" if front["face"] == "up" else "table/face_down")
    return f"{_escaped(words.name(front['card']))} [dim]({face})[/dim]"


def _goods(goods: Sequence[str], words: Words) -> str:
    """Goods by name, several of a type counted."""
    parts = []
    for good, colour in COLOURS.items():
        n = goods.count(good)
        if n:
            count = f"{n} × " if n > 1 else ""
            parts.append(f"{count}[{colour}]{words.name(good)}[/]")
    return ", ".join(parts) or f"[dim]{words.line('table/nothing')}[/dim]"


def _wrapped(parts: Sequence[str]) -> list[str]:
    """A list over as many lines as it needs."""
    lines, line = [], "   "
    for part in parts:
        if len(line) + len(part) + 2 > WIDTH and line.strip():
            lines.append(_escaped(line))
            line = "   "
        line += f" {part},"
    return [*lines, _escaped(line.rstrip(","))]


def _styled(text: str, style: str) -> str:
    return f"[{style}]{text}[/]" if style else text


def _escaped(text: str) -> str:
    """Square brackets in names of players are no markup."""
    return text.replace("[", "\\[")
