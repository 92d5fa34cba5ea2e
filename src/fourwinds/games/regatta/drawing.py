"""The water as text: a map, bearings and distances, and where the arrows of the hand lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Any

ACROSS = 52  # columns of the map
STRETCH = 2  # a row is as high as this many columns are wide
ROSE = "↑↗→↘↓↙←↖"
HEADINGS = 14400
MM = 1000
STYLES = {"red": "red", "green": "green", "yellow": "yellow", "blue": "bright_blue"}
GATES = ("line", "red-west", "red-north", "green-north", "green-east", "finish")


def draw(view: Mapping[str, Any], words: Any, names: Sequence[str]) -> str:
    """The map with a panel beside it; boats are arrows with the number of their seat behind."""
    chart = Chart(view["course"])
    chart.rays(view["course"])
    if view["step"] in ("boarding", "placing"):
        for number, (x, y) in enumerate(view["course"]["places"], 1):
            chart.put(x, y, str(number), "dim")
    for seat, boat in enumerate(view["boats"]):
        if boat is not None and boat["afloat"]:
            chart.boat(boat, seat)
    panel = [
        *_boats(view, words, names),
        "",
        *_bearings(view, words),
        "",
        *_hand(view, words),
        words.line("table/pile", pile=view["pile"], discards=len(view["discards"])),
    ]
    rows = chart.rows()
    lines = []
    for i in range(max(len(rows), len(panel))):
        left = rows[i] if i < len(rows) else " " * (chart.columns + 2)
        lines.append(f"{left} {panel[i] if i < len(panel) else ''}".rstrip())
    scale = words.line("table/scale", across=chart.scale // MM, down=chart.scale * STRETCH // MM)
    return "\n".join([*lines, f"[dim]{scale}[/dim]"])


class Chart:
    """A grid of characters over the water."""

    def __init__(self, course: Mapping[str, Any]) -> None:
        self.west, self.south, self.east, self.north = course["water"]
        self.scale = -(-(self.east - self.west) // ACROSS // MM) * MM
        self.columns = -(-(self.east - self.west) // self.scale)
        self.lines = -(-(self.north - self.south) // (self.scale * STRETCH))
        self.cells = [[(" ", "")] * self.columns for _ in range(self.lines)]

    def put(self, x: int, y: int, sign: str, style: str) -> None:
        column = min(max((x - self.west) // self.scale, 0), self.columns - 1)
        line = min(max((self.north - y) // (self.scale * STRETCH), 0), self.lines - 1)
        self.cells[line][column] = (sign, style)

    def rays(self, course: Mapping[str, Any]) -> None:
        """RG-7.1: the line, the two rays of each mark, and what stands in the water."""
        (left, level, _), (right, _, _) = course["line"]
        red, green = course["red"], course["green"]
        for x in range(left, right, self.scale):
            self.put(x, level, "-", "dim")
        for x in range(self.west, red[0], self.scale):
            self.put(x, red[1], "·", "dim red")
        for x in range(green[0], self.east, self.scale):
            self.put(x, green[1], "·", "dim green")
        for mark, style in ((red, "dim red"), (green, "dim green")):
            for y in range(mark[1], self.north, self.scale * STRETCH):
                self.put(mark[0], y, "·", style)
        for x, y, _ in course["line"]:
            self.put(x, y, "o", "bold")
        for x, y, _ in course["obstacles"]:
            self.put(x, y, "#", "bold")
        self.put(red[0], red[1], "R", "bold red")
        self.put(green[0], green[1], "G", "bold green")

    def boat(self, boat: Mapping[str, Any], seat: int) -> None:
        style = f"bold {STYLES[boat['boat']]}"
        corners = boat["outline"]
        middle = [sum(corner[i] for corner in corners) // len(corners) for i in (0, 1)]
        stern = [2 * middle[i] - (boat["x"], boat["y"])[i] for i in (0, 1)]
        self.put(stern[0], stern[1], str(seat + 1), style)
        heading = (boat["heading"] * 8 + HEADINGS // 2) // HEADINGS % 8
        self.put(boat["x"], boat["y"], ROSE[heading], style)

    def rows(self) -> list[str]:
        edge = "─" * self.columns
        body = []
        for cells in self.cells:
            signs = (f"[{style}]{sign}[/{style}]" if style else sign for sign, style in cells)
            body.append(f"│{''.join(signs)}│")
        return [f"┌{edge}┐", *body, f"└{edge}┘"]


def _boats(view: Mapping[str, Any], words: Any, names: Sequence[str]) -> list[str]:
    """Each boat: who sails it, where it heads, what it must cross next."""
    lines = [f"[bold]{words.line('table/boats')}[/bold]"]
    for seat, boat in enumerate(view["boats"]):
        name = _safe(names[seat])[:14]
        if seat == view["seat"]:
            name = f"{name} ({words.line('table/you')})"
        mark = ">" if seat in view["actors"] else " "
        if boat is None or not boat["afloat"]:
            lines.append(f"{mark}{seat + 1} {name}")
            continue
        style = STYLES[boat["boat"]]
        heading = words.line("table/heading", degrees=round(boat["heading"] / 40) % 360)
        calm = f", {words.line('table/becalmed')}" if boat["becalmed"] else ""
        lines.append(f"{mark}[{style}]{seat + 1} {name}[/{style}] {heading}{calm}")
        if boat["stage"] < len(GATES):
            gate = words.line(f"table/gates/{GATES[boat['stage']]}")
            lines.append(f"   {words.line('table/next', gate=gate)}, {boat['remaining'] // MM} mm")
        else:
            lines.append(f"   {words.line('table/done')}")
    return lines


def _bearings(view: Mapping[str, Any], words: Any) -> list[str]:
    """What lies where, seen from the viewer's bow; bearings are compass degrees."""
    mine = None if view["seat"] is None else view["boats"][view["seat"]]
    if mine is None or not mine["afloat"]:
        return []
    course = view["course"]
    ends = course["line"]
    places = [
        (words.line("table/line"), (ends[0][0] + ends[1][0]) // 2, ends[0][1]),
        (words.line("table/red"), course["red"][0], course["red"][1]),
        (words.line("table/green"), course["green"][0], course["green"][1]),
    ]
    for seat, boat in enumerate(view["boats"]):
        if seat != view["seat"] and boat is not None and boat["afloat"]:
            places.append((f"{seat + 1} {words.name(boat['boat'])}", boat["x"], boat["y"]))
    lines = [f"[bold]{words.line('table/bearings')}[/bold]"]
    for name, x, y in places:
        dx, dy = x - mine["x"], y - mine["y"]
        bearing = round(degrees(atan2(dx, dy))) % 360
        off = (bearing - round(mine["heading"] / 40) + 180) % 360 - 180
        lines.append(
            f" {name:<14} {bearing:03d}°  {round(hypot(dx, dy) / MM):>4} mm  {_turn(off, words)}"
        )
    return lines


def _hand(view: Mapping[str, Any], words: Any) -> list[str]:
    """The cards of the hand and, for each arrow, where the bow ends from where it is now."""
    if view["hand"] is None:
        return []
    lines = [f"[bold]{words.line('table/hand')}[/bold]"]
    for card in dict.fromkeys(view["hand"]):
        printed = view["faces"][card]
        count = view["hand"].count(card)
        extra = [words.name(printed["symbol"])] if printed["symbol"] not in (None, card) else []
        extra += [words.line("table/small")] if printed["small"] else []
        title = f"{card} ×{count}" if count > 1 else card
        lines.append(" " + ", ".join([title, *extra]))
        for arrow in printed["arrows"]:
            text = words.line(
                "table/arrow",
                arrow=arrow["arrow"],
                turn=_turn(round(arrow["rotation"]), words),
                ahead=round(arrow["ahead"] / MM),
                aside=_aside(round(arrow["aside"] / MM), words),
            )
            lines.append(f"   {text}")
    if view["draft"]:
        lines.append(" " + words.line("table/swap", cards=", ".join(view["draft"])))
    return lines


def _turn(angle: int, words: Any) -> str:
    if angle == 0:
        return str(words.line("table/straight"))
    return str(words.line("table/port" if angle < 0 else "table/starboard", n=abs(angle)))


def _aside(drift: int, words: Any) -> str:
    if drift == 0:
        return str(words.line("table/aside_none"))
    key = "table/aside_port" if drift < 0 else "table/aside_starboard"
    return str(words.line(key, n=abs(drift)))


def _safe(name: str) -> str:
    """A name that cannot be taken for markup."""
    return name.replace("[", "(").replace("]", ")")
