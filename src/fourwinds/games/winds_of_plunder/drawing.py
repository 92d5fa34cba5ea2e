"""The table of Winds of Plunder as text: the chart from west to east, north above south."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from fourwinds.core.words import Words
from fourwinds.games.winds_of_plunder.shapes import Draft, SeenTurn, View

COLOURS = ("red", "green", "yellow", "cyan", "magenta")
ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
ZONES = 4
ZONE_WIDTH = 24
NAME_WIDTH = 16
TRACKS = ("weapons", "crew", "provisions")


def draw(seen: Mapping[str, Any], words: Words, names: Sequence[str]) -> str:
    view = cast(View, seen)
    parts = [
        _heading(view, words, names),
        *_chart(view, words),
        f"[dim]{words.line('table/legend')}[/dim]",
        _bar(view, words),
        "",
        *_seats(view, words, names),
        "",
        *_decks(view, words),
        *_status(view, words, names),
        *_own(view, words),
    ]
    return "\n".join(parts)


def _heading(view: View, words: Words, names: Sequence[str]) -> str:
    return words.line(
        "table/heading",
        round=view["round"],
        arrow=ARROWS[view["wind"]],
        wind=view["wind"],
        holder=_name(names, view["blackbeard"]),
    )


def _chart(view: View, words: Words) -> list[str]:
    """Each port takes two lines of its zone; a port further south never begins further up."""
    cells: dict[tuple[int, int], str] = {}
    line = -1
    free = [0] * (ZONES + 1)
    for port in sorted(view["chart"], key=lambda port: -port["height"]):
        zone = port["zone"]
        line = max(line + 1, free[zone])
        cells[line, zone] = _port(view, port["port"], words)
        cells[line + 1, zone] = _harbour(view, port["port"])
        free[zone] = line + 2
    heads = [words.line("table/zone", number=zone) for zone in range(1, ZONES + 1)]
    heads[0] = words.line("table/west", zone=heads[0])
    heads[-1] = words.line("table/east", zone=heads[-1])
    out = ["│".join(f"[bold]{head:^{ZONE_WIDTH - 1}}[/bold]" for head in heads)]
    for number in range(max(free)):
        row = [cells.get((number, zone), " " * (ZONE_WIDTH - 1)) for zone in range(1, ZONES + 1)]
        out.append("│".join(row))
    return out


def _port(view: View, port: str, words: Words) -> str:
    """A port's name and tile, underlined if the viewer can sail there with this wind."""
    name = words.name(port)
    blank = ZONE_WIDTH - 2 - len(name)
    style = "bold underline" if port in (view["reach"] or ()) else "bold"
    return f" [{style}]{_plain(name)}[/] [yellow]{view['ports'][port]:<{blank - 1}}[/]"


def _harbour(view: View, port: str) -> str:
    """The ships in a port and whose reputation stands there."""
    seats = range(view["players"])
    ships = [seat for seat in seats if view["ships"][seat] == port]
    known = [seat for seat in seats if port in view["reputation"][seat]]
    width = 2
    out = "  "
    for sign, marks in (("▲", ships), ("●", known)):
        if marks:
            out += sign + "".join(f"[{COLOURS[seat]}]{seat + 1}[/]" for seat in marks) + " "
            width += len(marks) + 2
    return out + " " * (ZONE_WIDTH - 1 - width)


def _bar(view: View, words: Words) -> str:
    tiles = [f"{number}:[yellow]{tile}[/]" for number, tile in enumerate(view["bar"], 1)]
    return words.line("table/bar", tiles="  ".join(tiles))


def _seats(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """A line a player; a star stands at the track whose advantage he holds."""
    columns = ("score", "cubes", "reserve", *TRACKS, "booty", "cards", "treasures")
    labels = "".join(f"{words.line(f'table/{column}'):>8} " for column in columns)
    out = [f"[bold]{'  ' + words.line('table/player'):<{NAME_WIDTH}}{labels}[/bold]"]
    holders = dict(zip(TRACKS, view["advantages"].values(), strict=True))
    for seat in range(view["players"]):
        values = (
            view["vp"],
            view["cubes"],
            view["reserve"],
            view["weapons"],
            view["crew"],
            view["provisions"],
            view["booty"],
            view["counts"],
            view["treasure_counts"],
        )
        label = f"{seat + 1} {names[seat]}"[: NAME_WIDTH - 1]
        line = f"[{COLOURS[seat]}]{_plain(f'{label:<{NAME_WIDTH}}')}[/]"
        for column, by_seat in zip(columns, values, strict=True):
            star = "★" if holders.get(column) == seat else " "
            line += f"{by_seat[seat]:>8}{star}"
        out.append(line)
    return out


def _decks(view: View, words: Words) -> list[str]:
    out = [
        words.line(
            "table/decks",
            deck=view["deck"],
            discards=len(view["discards"]),
            treasures=view["treasure_deck"],
        )
    ]
    if view["treasures"]["under"]:
        out.append(words.line("table/under", ports=_list(view["treasures"]["under"], words)))
    return out


def _status(view: View, words: Words, names: Sequence[str]) -> list[str]:
    out = []
    votes = [
        f"{_name(names, seat)} {words.name(vote)}" + ("" if bid is None else f" {bid}")
        for seat, (vote, bid) in enumerate(zip(view["votes"], view["bids"], strict=True))
        if vote is not None
    ]
    if votes:
        out.append(words.line("table/votes", votes=", ".join(votes)))
    if view["chosen"]:
        chosen = ", ".join(_name(names, seat) for seat in view["chosen"])
        out.append(words.line("table/chosen", players=chosen))
    turn = view["turn_state"]
    if turn is not None:
        out.append(_turn(view["turn"], turn, words, names))
        if turn["draft"]:
            out.append(words.line("table/draft", draft=_draft(turn["draft"])))
    return out


def _draft(draft: Draft) -> str:
    """A draft as its owner would write it."""
    if draft["kind"] == "gust":
        return f"gust {draft['gust']}"
    return _plain(f"card intrigue {draft['place'] or ''}".rstrip())


def _turn(seat: int | None, turn: SeenTurn, words: Words, names: Sequence[str]) -> str:
    if turn["blocked"]:
        key = "blocked"
    elif turn["sailed"] <= turn["heaved"]:
        key = "sailing-owed"
    else:
        key = "extra" if turn["bonus"] else "has-sailed"
    return words.line(
        "table/turn",
        player="" if seat is None else _name(names, seat),
        n=turn["points"],
        sailing=words.line(f"table/{key}"),
    )


def _own(view: View, words: Words) -> list[str]:
    hand, treasures = view["hand"], view["treasure_hand"]
    if hand is None or treasures is None:
        return []
    cards = ", ".join(_card(view, words, card) for card in hand)
    return [
        words.line("table/hand", cards=cards),
        words.line("table/treasure-hand", ports=_list(treasures, words)),
    ]


def _card(view: View, words: Words, card: str) -> str:
    """A card in words, a purchase with the ports where it is free."""
    face = view["cards"][card]
    where = f" ({_list(face['ports'], words)})" if face["ports"] else ""
    return f"{words.name(face['kind'])}{where}"


def _name(names: Sequence[str], seat: int) -> str:
    return f"[{COLOURS[seat]}]{_plain(names[seat])}[/]"


def _list(ports: Sequence[str], words: Words) -> str:
    return _plain(", ".join(words.name(port) for port in ports))


def _plain(text: str) -> str:
    """Text of others, safe in markup."""
    return text.replace("[", "\\[")
