"""RG-1: cards, arrows, boats and course, read from a component file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from fourwinds.core.citations import cite
from fourwinds.core.components import Components, entries, integer, items, table
from fourwinds.core.errors import BadComponents
from fourwinds.core.rules import Rules
from fourwinds.games.regatta.actions import ARROWS, MOST_PLACES, TYPES
from fourwinds.games.regatta.course import Course, Water
from fourwinds.games.regatta.hull import Hull
from fourwinds.games.regatta.lookout import FREE, Lookout
from fourwinds.games.regatta.paths import Paths
from fourwinds.games.regatta.shapes import CardColour
from fourwinds.games.regatta.state import (
    CLOUD,
    HAND,
    HELM,
    MOST_CARDS,
    PLAIN,
    SMALLEST_RESERVE,
    SUN_CARD,
    Box,
)
from fourwinds.games.regatta.sweeps import DistanceGrid, EdgeReach
from fourwinds.games.regatta.trigonometry import COS, DEGREE, HALF, SHIFT, SIN

MM = 1000
COLOURS: tuple[CardColour, ...] = ("red", "green", "blue", "joker", "sun")
SYMBOLS = {"": PLAIN, "helm": HELM, "cloud": CLOUD, "sun": SUN_CARD}
SUNS = 3
FARTHEST = 2000  # of any place from the middle of the line, in mm
ROOM = 100  # between a mark and the edge of the water where boats pass


def box(components: Components, players: int, options: Mapping[str, Any]) -> Box:
    """Everything in native form; RG-1.2: the printed deck, or a part of it for study."""
    data = components.data
    sizes = table(data, "sizes")
    card = _pair(sizes.get("card"), "sizes.card", 20, 200)
    outline = _outline(sizes)
    names, pieces = _arrows(data, card)
    cards = _cards(data, names, players)
    hull, paths, reach, grid = _geometry(tuple(outline), card, tuple(pieces))
    course = _course(data, str(options["course"]), sizes, hull)
    return Box(
        hull,
        paths,
        reach,
        grid,
        course,
        names=[card[0] for card in cards],
        counts=[card[1] for card in cards],
        colours=[card[2] for card in cards],
        symbols=[card[3] for card in cards],
        arrows=[list(card[4]) for card in cards],
        small=[card[5] for card in cards],
    )


@lru_cache(maxsize=16)
def _geometry(
    outline: tuple[tuple[int, int], ...],
    card: tuple[int, int],
    arrows: tuple[tuple[tuple[int, int], ...], ...],
) -> tuple[Hull, Paths, EdgeReach, DistanceGrid]:
    """Poses and sweeps take a while to work out: shared by all rules with these arrows."""
    length = outline[-1][0]
    right = [(half * MM, (along - length) * MM) for along, half in reversed(outline)]
    left = [(-x, y) for x, y in reversed(right) if x]
    corners = right + left
    hull = Hull([x for x, _ in corners], [y for _, y in corners], card[0] * MM, card[1] * MM)
    paths = Paths(hull, [list(pieces) for pieces in arrows])
    return hull, paths, EdgeReach(hull, paths), DistanceGrid(hull, paths)


# The boat.


def _outline(sizes: Mapping[str, Any]) -> list[tuple[int, int]]:
    found = sizes.get("outline")
    if not isinstance(found, list) or not 3 <= len(found) <= 5:
        raise BadComponents("sizes.outline: expected three to five points [along, half breadth]")
    points = [_pair(point, f"sizes.outline[{i}]", 0, 100) for i, point in enumerate(found)]
    if points[0][0] != 0 or points[-1][1] != 0 or points[0][1] == 0:
        raise BadComponents("sizes.outline: expected a stern at 0 and a bow of no breadth")
    if not 20 <= points[-1][0] <= 60:
        raise BadComponents("sizes.outline: expected a boat 20 to 60 mm long")
    for (a, p), (b, q) in pairwise(points):
        if a >= b:
            raise BadComponents("sizes.outline: expected points from the stern forward")
        if max(p, q) > 20:
            raise BadComponents("sizes.outline: expected at most 20 mm of half breadth")
    for (a, p), (b, q), (c, r) in zip(points, points[1:], points[2:], strict=False):
        if (q - p) * (c - b) <= (r - q) * (b - a):
            raise BadComponents("sizes.outline: expected a convex outline")
    return points


# Arrows and cards.


def _arrows(
    data: Mapping[str, Any], card: tuple[int, int]
) -> tuple[dict[str, int], list[tuple[tuple[int, int], ...]]]:
    """RG-2.1: each arrow as pieces (micrometres, turn); its name gives its number."""
    names: dict[str, int] = {}
    all_pieces: list[tuple[tuple[int, int], ...]] = []
    for entry in entries(data, "arrow"):
        name = entry.get("name")
        if not isinstance(name, str) or not name.isalnum() or name in names:
            raise BadComponents(f"arrow {str(name)[:40]!r}: expected a name of its own")
        path = entry.get("path")
        if not isinstance(path, list) or not 1 <= len(path) <= 8:
            raise BadComponents(f"arrow {name}: expected a path of one to eight pieces")
        pieces = tuple(_piece(piece, f"arrow {name}") for piece in path)
        end = _pair(entry.get("end"), f"arrow {name}.end", -200, 200)
        x, y = _end(pieces)
        if max(abs(x - end[0] * MM), abs(y - end[1] * MM)) > MM:
            raise BadComponents(
                f"arrow {name}: expected an end within 1 mm of [{x // MM}, {y // MM}], got {end}"
            )
        if not (abs(x) <= max(card) * MM and 0 <= y <= card[0] * MM):
            raise BadComponents(f"arrow {name}: expected it to end on a card of {card} mm")
        names[name] = len(all_pieces)
        all_pieces.append(pieces)
    if not 1 <= len(all_pieces) <= 60:
        raise BadComponents("arrow: expected one to sixty arrows")
    return names, all_pieces


def _piece(piece: object, where: str) -> tuple[int, int]:
    if isinstance(piece, list) and len(piece) == 2 and piece[0] == "ahead":
        return integer(piece[1], where, 1, 150) * MM, 0
    if isinstance(piece, list) and len(piece) == 3 and piece[0] in ("port", "starboard"):
        turn = integer(piece[2], where, 1, 180) * DEGREE
        return integer(piece[1], where, 10, 500) * MM, -turn if piece[0] == "port" else turn
    raise BadComponents(
        f'{where}: expected ["ahead", length], ["port", radius, angle] or ["starboard", ...]'
    )


def _end(pieces: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    x = y = h = 0
    for size, turn in pieces:
        aside, ahead = 0, size
        if turn:
            ahead = (size * int(SIN[abs(turn)]) + HALF) >> SHIFT
            aside = size - ((size * int(COS[abs(turn)]) + HALF) >> SHIFT)
            aside = aside if turn > 0 else -aside
        cosine, sine = int(COS[h % len(COS)]), int(SIN[h % len(COS)])
        x += (aside * cosine + ahead * sine + HALF) >> SHIFT
        y += (ahead * cosine - aside * sine + HALF) >> SHIFT
        h += turn
    return x, y


Card = tuple[str, int, CardColour, int, tuple[int, ...], int]


def _cards(data: Mapping[str, Any], arrows: Mapping[str, int], players: int) -> list[Card]:
    """Name, count, colour, symbol, arrows and whether it is small, of each kind of card."""
    cite("RG-1.2")
    cards: list[Card] = []
    for entry in entries(data, "card"):
        name = entry.get("name")
        if not isinstance(name, str) or not _is_name(name) or name in [card[0] for card in cards]:
            raise BadComponents(f"card {str(name)[:40]!r}: expected a name of its own, like red2")
        colour = entry.get("colour")
        symbol = entry.get("symbol", "")
        if colour not in COLOURS or symbol not in SYMBOLS:
            raise BadComponents(
                f"card {name}: expected a colour ({', '.join(COLOURS)})"
                " and symbol helm, cloud, sun or none"
            )
        wanted = entry.get("arrows")
        if not isinstance(wanted, list) or len(wanted) > ARROWS:
            raise BadComponents(f"card {name}: expected a list of at most {ARROWS} arrows")
        for arrow in wanted:
            if not isinstance(arrow, str) or arrow not in arrows:
                raise BadComponents(f"card {name}: unknown arrow {str(arrow)[:40]!r}")
        if (colour == "sun") != (symbol == "sun") or (colour == "sun") == bool(wanted):
            raise BadComponents(f"card {name}: expected arrows, or a sun without any (RG-6.3)")
        count = integer(entry.get("count"), f"card {name}.count", 1, MOST_CARDS)
        small = integer(entry.get("small", 0), f"card {name}.small", 0, 1)
        numbers = tuple(arrows[arrow] for arrow in wanted)
        cards.append((name, count, colour, SYMBOLS[symbol], numbers, small))
    cite("RG-1.1")
    total = sum(card[1] for card in cards)
    least = players * HAND + SUNS + SMALLEST_RESERVE
    if not least <= total <= MOST_CARDS or not 1 <= len(cards) <= TYPES:
        raise BadComponents(
            f"card: expected {least} to {MOST_CARDS} cards of at most {TYPES} kinds, got {total}"
        )
    suns = [card for card in cards if card[3] == SUN_CARD]
    if len(suns) != 1 or suns[0][1] > SUNS:
        raise BadComponents(f"card: expected one entry for the suns, at most {SUNS} (RG-1.2)")
    return cards


def _is_name(name: str) -> bool:
    letters = name.rstrip("0123456789")
    return name.isascii() and letters.isalpha() and letters.islower() and len(name) <= 20


# The course.


def _course(data: Mapping[str, Any], name: str, sizes: Mapping[str, Any], hull: Hull) -> Course:
    """RG-1.3: where the buoys lie, in micrometres."""
    courses = data.get("course")
    if not isinstance(courses, Mapping):
        raise BadComponents("course: expected tables [course.normal], ...")
    where = f"course.{name}"
    entry = table(courses, name, where)
    if name == "custom":
        left, right = _points(entry.get("line"), f"{where}.line", 2)
        red = _pair(entry.get("red"), f"{where}.red")
        green = _pair(entry.get("green"), f"{where}.green")
    else:
        layout = table(data, "layout")
        unit = integer(entry.get("unit"), f"{where}.unit", 40, 300)
        half = integer(layout.get("line"), "layout.line", 1, 6) * unit // 2
        left, right = (-half, 0), (half, 0)
        up = _pair(layout.get("red"), "layout.red", -20, 20)
        red = (left[0] + up[0] * unit, up[1] * unit)
        up = _pair(layout.get("green"), "layout.green", -20, 20)
        green = (right[0] + up[0] * unit, up[1] * unit)
    radius = integer(sizes.get("buoy"), "sizes.buoy", 1, 40)
    buoys = [(*place, radius) for place in (left, right, red, green)]
    for i, place in enumerate(items(entry.get("obstacles", []), f"{where}.obstacles", 4)):
        if not isinstance(place, list) or len(place) != 3:
            raise BadComponents(f"{where}.obstacles[{i}]: expected [x, y, radius]")
        x, y = _pair(place[:2], f"{where}.obstacles[{i}]")
        buoys.append((x, y, integer(place[2], f"{where}.obstacles[{i}]", 1, 60)))
    water = [
        integer(value, f"{where}.water", -FARTHEST, FARTHEST)
        for value in items(entry.get("water"), f"{where}.water", 4)
    ]
    if len(water) != 4:
        raise BadComponents(f"{where}.water: expected [west, south, east, north]")
    _check_course(where, buoys, water, int(hull.length) // MM)
    start = entry.get("start")
    if not isinstance(start, Mapping):
        raise BadComponents(f"{where}.start: expected behind and places")
    behind = integer(start.get("behind"), f"{where}.start.behind", 1, 200)
    places = [
        ((left[0] + right[0]) // 2 + integer(x, f"{where}.start.places", -FARTHEST, FARTHEST))
        for x in items(start.get("places"), f"{where}.start.places", MOST_PLACES)
    ]
    _check_places(where, places, left[1] - behind, buoys, water, hull)
    return Course(
        Water(
            water[0] * MM,
            water[1] * MM,
            water[2] * MM,
            water[3] * MM,
            [(x * MM, y * MM, r * MM) for x, y, r in buoys],
        ),
        [x * MM for x in places],
        (left[1] - behind) * MM,
    )


def _check_course(
    where: str, buoys: list[tuple[int, int, int]], water: list[int], length: int
) -> None:
    """A boat can get round the marks and home."""
    west, south, east, north = water
    left, right, red, green = buoys[:4]
    for x, y, r in buoys:
        if not (west <= x - r and x + r <= east and south <= y - r and y + r <= north):
            raise BadComponents(f"{where}: expected every buoy and obstacle in the water")
    for (x, y, r), (v, w, q) in combinations(buoys, 2):
        if (x - v) ** 2 + (y - w) ** 2 < (r + q + length) ** 2:
            raise BadComponents(f"{where}: expected a boat's length between any two buoys")
    if left[1] != right[1] or right[0] - left[0] < 2 * length:
        raise BadComponents(f"{where}.line: expected it from west to east, two boats long")
    if min(red[1], green[1]) < left[1] + length or green[0] < red[0] + length:
        raise BadComponents(f"{where}: expected red and green above the line, red to the left")
    room = min(red[0] - west, north - red[1], north - green[1], east - green[0])
    if min(room, left[1] - south) < ROOM:
        raise BadComponents(f"{where}.water: expected {ROOM} mm of room beyond marks and line")


def _check_places(
    where: str,
    places: list[int],
    bow: int,
    buoys: list[tuple[int, int, int]],
    water: list[int],
    hull: Hull,
) -> None:
    """RG-3.1: boats at any of the places touch nothing."""
    half = max(int(x) for x in hull.xs) // MM
    length = int(hull.length) // MM
    if len(places) < 4 or sorted(places) != places:
        raise BadComponents(f"{where}.start.places: expected at least four, from west to east")
    if any(b - a <= 2 * half + 1 for a, b in pairwise(places)):
        raise BadComponents(f"{where}.start.places: expected room for a boat at each")
    if (
        places[0] - half <= water[0]
        or places[-1] + half >= water[2]
        or bow - length <= water[1] + 1
    ):
        raise BadComponents(f"{where}.start: expected the boats in the water")
    for x in places:
        for v, w, r in buoys:
            if x - half - r <= v + 1 <= x + half + r + 2 and bow - length - r <= w <= bow + r + 1:
                raise BadComponents(f"{where}.start: expected no place beside a buoy")


def warnings(rules: Rules) -> list[str]:
    """RG-3.1: places from which some direction card cannot be sailed, alone on the water."""
    bound: Box = rules.box
    places = bound.course.places
    out = []
    for place in range(len(places)):
        stuck = [
            name for card, name in enumerate(bound.names) if not leaves_place(bound, place, card)
        ]
        if stuck:
            out.append(
                f"course.{rules.options['course']}.start: place {place + 1} cannot be left by"
                f" {', '.join(stuck)} (RG-3.1)"
            )
    return out


def leaves_place(bound: Box, place: int, card: int) -> bool:
    """Whether a card can be sailed from a place, alone on the water; suns are not sailed."""
    course = bound.course
    lookout = Lookout(bound.hull, bound.paths, bound.reach, bound.grid, course.water, 1)
    lookout.look(course.places[place], course.start_y, 0)
    first = card * ARROWS
    arrows = [int(bound.arrows[first + k]) for k in range(bound.arrow_count[card])]
    return not arrows or any(lookout.judge(arrow) == FREE for arrow in arrows)


# Small pieces.


def _pair(value: object, where: str, low: int = -FARTHEST, high: int = FARTHEST) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadComponents(f"{where}: expected two numbers")
    return integer(value[0], where, low, high), integer(value[1], where, low, high)


def _points(value: object, where: str, count: int) -> list[tuple[int, int]]:
    if not isinstance(value, list) or len(value) != count:
        raise BadComponents(f"{where}: expected {count} points")
    return [_pair(point, where) for point in value]
