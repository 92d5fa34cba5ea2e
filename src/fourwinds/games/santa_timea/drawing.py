"""The table of Santa Timea as text, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.words import Words
from fourwinds.games.santa_timea.state import CARD_NAMES, DIRECTIONS, PIRATE
from fourwinds.games.santa_timea.steps import RANKS, worth

LABEL = 17
CELL = 9
CELLS_IN_LINE = 6
WINDS_IN_LINE = 4
COLUMNS = ("player", "cards", "taken", "damage", "by-round", "points")
# How a card counts, by the quarter turns between it and the wind.
HOW = ("full", "half", "zero", "half")
COLOURS = {"N": "cyan", "E": "yellow", "S": "red", "W": "green", "P": "magenta"}


def draw(view: Mapping[str, Any], words: Words, names: Sequence[str]) -> str:
    parts = [_heading(view, words), _winds(view, words)]
    if not view["over"]:
        parts.append(_trick(view, words, names))
    parts.append(_players(view, words, names))
    if view["hand"]:
        parts.append(_hand(view, words))
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _heading(view: Mapping[str, Any], words: Words) -> list[str]:
    key = "over" if view["over"] else "round" if view["step"] == "playing" else "scoring"
    trick, tricks = _tricks(view)
    values = {"round": view["round"], "rounds": view["options"]["rounds"]}
    return [f" [bold]{words.line(f'table/{key}', trick=trick, tricks=tricks, **values)}[/]"]


def _tricks(view: Mapping[str, Any]) -> tuple[int, int]:
    """The number of the present trick and of all tricks of the round."""
    done = len(view["played"]) // view["players"]
    left = view["counts"][view["leader"]] + (1 if view["trick"] else 0)
    return done + 1, done + left


def _winds(view: Mapping[str, Any], words: Words) -> list[str]:
    """The compass with what is known of the winds beside it."""
    playing = view["step"] == "playing"
    lines = []
    idle = list(view["forecast"])
    if playing:
        now = view["row"][0]
        damage = words.line("table/damage-of", n=int(now[1:]))
        lines.append(_labelled(words, "wind-now", f"{_wind(now, words)} ({damage})"))
        trick, tricks = _tricks(view)
        following = view["row"][1 : tricks - trick + 1]
        # ST-2.1: what lies beyond the last trick is seen, but will not blow.
        idle = view["row"][tricks - trick + 1 :] + idle
        if following:
            lines += _listed(words, "next", following)
    if idle and not view["over"]:
        lines += _listed(words, "will-not-blow", idle)
    if view["aside"]:
        expert = view["options"]["expert"]
        lines += _listed(words, "aside-expert" if expert else "aside", view["aside"])
        if expert and playing:
            lines.append(" " * LABEL + f"[dim]{words.line('table/aside-note')}[/]")
    if playing:
        lines.append(_labelled(words, "pile", str(view["pile"])))
        return _beside(_compass(view["row"][0][0], words), lines)
    return [f" {line}" for line in lines]


def _compass(blowing: str, words: Words) -> list[tuple[str, int]]:
    """Lines with their visible width; the blowing wind stands out."""
    shown = {
        d: f"[bold reverse {COLOURS[d]}]{words.name(d)}[/]" if d == blowing else words.name(d)
        for d in DIRECTIONS
    }
    wide = {d: len(words.name(d)) for d in DIRECTIONS}
    west, middle = wide["W"], wide["W"] + 3
    return [
        (" " * (middle - wide["N"] // 2) + shown["N"], middle - wide["N"] // 2 + wide["N"]),
        (" " * middle + "|", middle + 1),
        (f"{shown['W']} --+-- {shown['E']}", west + 7 + wide["E"]),
        (" " * middle + "|", middle + 1),
        (" " * (middle - wide["S"] // 2) + shown["S"], middle - wide["S"] // 2 + wide["S"]),
    ]


def _beside(left: list[tuple[str, int]], right: list[str]) -> list[str]:
    width = max(wide for _, wide in left) + 4
    out = []
    for i in range(max(len(left), len(right))):
        text, wide = left[i] if i < len(left) else ("", 0)
        end = right[i] if i < len(right) else ""
        out.append(f"  {text}{' ' * (width - wide)}{end}".rstrip())
    return out


def _trick(view: Mapping[str, Any], words: Words, names: Sequence[str]) -> list[str]:
    if view["step"] != "playing":
        return []
    lines = [f" [bold]{words.line('table/trick')}[/]"]
    if not view["trick"]:
        return [f"{lines[0]}  [dim]{words.line('table/no-card')}[/]"]
    standing = view["standing"]
    widest = max(len(name) for name in names)
    for move in view["trick"]:
        seat, card = move["seat"], move["card"]
        takes, leads = seat == standing["takes"], seat == standing["leads"]
        if move["cancelled"] and not takes:
            note = "cancelled"
        else:
            note = "both" if takes and leads else "takes" if takes else "leads" if leads else ""
        remark = f"  [dim]{words.line(f'table/{note}')}[/]" if note else ""
        value = words.name(move["value"])
        lines.append(
            f"   {names[seat]:<{widest}}  {_coloured(card, f'{words.name(card):<14}')}"
            f"{value:>5}{remark}"
        )
    return lines


def _players(view: Mapping[str, Any], words: Words, names: Sequence[str]) -> list[str]:
    """One line a player: cards left, winds taken by direction, damage, points by round."""
    shown = [
        f"{name} ({words.line('table/you')})" if seat == view["seat"] else name
        for seat, name in enumerate(names)
    ]
    fourth = "rounds_won" if view["over"] else "damages"
    heads = [words.line(f"table/{key}") for key in COLUMNS]
    if view["over"]:
        heads[3] = words.line("table/rounds-won")
    taken = [_taken(view["taken"][seat]) for seat in range(len(names))]
    rounds = [" ".join(f"{row[seat]:>2}" for row in view["history"]) for seat in range(len(names))]
    columns = [
        shown,
        [str(n) for n in view["counts"]],
        taken,
        [str(n) for n in view[fourth]],
        rounds,
        [str(n) for n in view["scores"]],
    ]
    widths = [
        max(len(head), *(len(cell) for cell in column))
        for head, column in zip(heads, columns, strict=True)
    ]
    right = (1, 3, 5)
    lines = ["   " + "  ".join(_cells(heads, widths, right)).rstrip()]
    lines[0] = f"[dim]{lines[0]}[/]"
    for seat in range(len(names)):
        cells = _cells([column[seat] for column in columns], widths, right)
        mark = ">" if seat in view["actors"] else " "
        line = f" {mark} {'  '.join(cells)}".rstrip()
        lines.append(f"[bold]{line}[/]" if seat == view["seat"] else line)
    return lines


def _cells(texts: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> list[str]:
    return [
        text.rjust(width) if i in right else text.ljust(width)
        for i, (text, width) in enumerate(zip(texts, widths, strict=True))
    ]


def _taken(winds: Sequence[str]) -> str:
    by_direction = {d: "".join(wind[1:] for wind in winds if wind[0] == d) for d in DIRECTIONS}
    return " ".join(f"{d}{damages}" for d, damages in by_direction.items() if damages) or "-"


def _hand(view: Mapping[str, Any], words: Words) -> list[str]:
    """The own cards by direction, each with what it counts under the wind that blows."""
    wind = DIRECTIONS.index(view["row"][0][0])
    lines = [f" [bold]{words.line('table/hand')}[/]"]
    hows = [words.line(f"table/{HOW[(i - wind) % 4]}") for i in range(4)]
    widest = max(len(how) for how in hows)
    for i, direction in enumerate(DIRECTIONS):
        cards = [card for card in view["hand"] if card[0] == direction]
        cells = []
        for card in cards:
            counts = words.name(worth(RANKS[wind * PIRATE + CARD_NAMES.index(card)]))
            cells.append(f"{_coloured(card, card)} {counts:<{CELL - len(card) - 1}}")
        for at in range(0, len(cells), CELLS_IN_LINE):
            label = f"{words.name(direction):<7}[dim]{hows[i]:<{widest}}[/]"
            space = label if at == 0 else " " * (7 + widest)
            lines.append(f"   {space}  {''.join(cells[at : at + CELLS_IN_LINE])}".rstrip())
    pirates = view["hand"].count("P")
    if pirates:
        note = words.line("table/copies" if view["trick"] else "table/lowest")
        lines.append(f"   {_coloured('P', 'P')} x {pirates}  [dim]{note}[/]")
    against = DIRECTIONS[(wind + 2) % 4]
    if sum(card[0] == against for card in view["hand"]) > 1:
        lines.append(f"   [dim]{words.line('table/ranked')}[/]")
    return lines


def _labelled(words: Words, key: str, text: str) -> str:
    return f"[dim]{words.line(f'table/{key}'):<{LABEL}}[/]{text}"


def _wind(wind: str, words: Words) -> str:
    return f"[bold {COLOURS[wind[0]]}]{words.name(wind)}[/]"


def _listed(words: Words, key: str, winds: Sequence[str]) -> list[str]:
    """Winds after their label, on as many lines as they need."""
    rows = [
        ", ".join(words.name(wind) for wind in winds[at : at + WINDS_IN_LINE])
        for at in range(0, len(winds), WINDS_IN_LINE)
    ]
    return [_labelled(words, key, rows[0]), *(" " * LABEL + row for row in rows[1:])]


def _coloured(card: str, text: str) -> str:
    return f"[{COLOURS[card[0]]}]{text}[/]"
