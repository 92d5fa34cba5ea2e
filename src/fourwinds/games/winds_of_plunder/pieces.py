"""WP-1: what is in the box of Winds of Plunder.

Directions are 0-3 (north, east, south, west), ports 0-11 in the order of the component file, places
of tiles 0-17: the ports, then the rotation bar from its left end. A tile is its points * 16 + the
mask of its symbols. Action cards are the purchases (0-23, sorted), then one number a kind.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.games.winds_of_plunder.shapes import (
    Advantage,
    CardFace,
    CardKind,
    Face,
    Gust,
    Item,
    Loot,
    PurchaseCard,
    Symbol,
    Wind,
)

DIRECTIONS: Final[tuple[Wind, ...]] = ("north", "east", "south", "west")
GUSTS: Final[tuple[Gust, ...]] = ("north", "east", "south", "west", "farther")
NORTH: Final = 0
EAST: Final = 1
FARTHER: Final = 4  # the gust that carries a zone farther, after the four directions
ROUNDS: Final = 9
MOST_SEATS: Final = 5
ZONES: Final = 4
PORTS: Final = 12
BAR: Final = 6
PLACES: Final = 18
STARTS: Final = 5
CUBES_A_PLAYER: Final = 30
FIRST_CUBES: Final = 10
FREE_CUBES: Final = 26  # without those on the tracks
MOST_ITEMS: Final = 9
TURN_POINTS: Final = 3

ITEMS: Final[tuple[Item, ...]] = ("weapon", "crew", "provision")
WEAPON: Final = 0
CREW: Final = 1
PROVISION: Final = 2
TREASURE_SYMBOL: Final = 8
SYMBOLS: Final[tuple[Symbol, ...]] = ("weapon", "crew", "provision", "treasure")
ADVANTAGES: Final[tuple[Advantage, ...]] = ("most-weapons", "largest-crew", "most-provisions")
LOOT: Final[tuple[Loot, ...]] = ("vp", "weapon", "crew", "provision")
LOOT_KINDS: Final = 4

PURCHASES: Final = 24
HEAVE: Final = 24
RUMOUR: Final = 25
MISFIRE: Final = 26
MUTINY: Final = 27
SPOILAGE: Final = 28
INTRIGUE: Final = 29
CARD_KINDS: Final = 30
PURCHASE_NAMES: Final[tuple[PurchaseCard, ...]] = ("weapons", "hire", "provisions")
OTHER_CARDS: Final[tuple[CardKind, ...]] = (
    "heave",
    "rumour",
    "misfire",
    "mutiny",
    "spoilage",
    "intrigue",
)
STRIKES: Final = ("misfire", "mutiny", "spoilage")
MOST_CARDS: Final = 60

BITS: Final = vec[i64]([2**i for i in range(PLACES)])
ALL_PORTS: Final = 4095

# What a course to a port comes to.
OPEN: Final = 0
SAME_PORT: Final = 1
AGAINST_THE_WIND: Final = 2
TOO_FAR: Final = 3


def is_across(wind: i64) -> bool:
    """Whether a wind blows across the zones, east or west, and not along them."""
    return wind & 1 == 1


class Box:
    """What is in the box (WP-1): chart, tiles, cards and tracks."""

    def __init__(
        self,
        port_names: list[str],
        zones: list[int],
        heights: list[int],
        starts: list[int],
        tiles: list[int],
        cards: list[int],
        card_names: list[str],
        purchases: list[tuple[int, int, int]],
        booty: list[int],
        reputation: list[int],
    ) -> None:
        self.port_names = port_names
        self.card_names = card_names
        self.purchase_names = card_names[: len(purchases)]
        self.place_names = [*port_names, *[f"bar{place + 1}" for place in range(BAR)]]
        self.zone = vec[i64](zones)
        self.height = vec[i64](heights)
        self.starts = vec[u8](starts)
        self.tiles = vec[u8](tiles)
        self.cards = vec[u8](cards)
        # Purchase cards: the item, and the mask of the two ports where it costs nothing.
        spare = [0] * (PURCHASES - len(purchases))
        self.item = vec[i64]([item for item, _, _ in purchases] + spare)
        self.free = vec[i64]([2**one | 2**two for _, one, two in purchases] + spare)
        # What tiles and cards show, by their names.
        self.faces = {tile_name(tile): tile_face(tile) for tile in tiles}
        self.card_faces = {
            card_names[card]: self.card_face(card)
            for card in [*range(len(purchases)), *range(PURCHASES, CARD_KINDS)]
        }
        self.booty = vec[i64](booty)
        self.reputation = vec[i64](reputation)
        self.zone_mask = vec[i64](
            [
                sum([2**port for port in range(PORTS) if zones[port] == zone])
                for zone in range(ZONES)
            ]
        )
        # The ports open from each port: with each wind, then with each wind and a zone farther.
        self.reach = vec[i64]([0] * (8 * PORTS))
        for form in range(8):
            for start in range(PORTS):
                for to in range(PORTS):
                    if self.course(start, to, form & 3, 1 if form > 3 else 0) == OPEN:
                        self.reach[form * PORTS + start] += 2**to

    def course(self, start: i64, to: i64, wind: i64, farther: i64) -> i64:
        """Whether a ship may sail there (WP-5), and if not, why.

        WP-5.1: north and south, in the same or a neighbouring zone. WP-5.2: east and west, one or
        two zones. WP-5.3: a gust may carry a zone farther.
        """
        if start == to:
            return SAME_PORT
        east = self.zone[to] - self.zone[start]
        if not is_across(wind):
            north = self.height[to] - self.height[start]
            if (north < 0) == (wind == NORTH):
                return AGAINST_THE_WIND
            return TOO_FAR if max(east, -east) > 1 + farther else OPEN
        along = east if wind == EAST else -east
        if along <= 0:
            return AGAINST_THE_WIND
        return TOO_FAR if along > 2 + farther else OPEN

    def card_face(self, card: int) -> CardFace:
        """What an action card shows."""
        if card < PURCHASES:
            item = self.item[card]
            free = self.free[card]
            ports = [self.port_names[port] for port in range(PORTS) if free & BITS[port]]
            return {"kind": PURCHASE_NAMES[item], "item": ITEMS[item], "ports": ports}
        strikes = MISFIRE <= card < INTRIGUE
        return {
            "kind": OTHER_CARDS[card - HEAVE],
            "item": ITEMS[card - MISFIRE] if strikes else None,
            "ports": [],
        }


def tile_name(tile: int) -> str:
    """A tile in short: 3w, or 2cp for two points, crew and provision."""
    letters = [SYMBOLS[i][0] for i in range(4) if tile >> i & 1]
    return f"{tile >> 4}{''.join(letters)}"


def tile_face(tile: int) -> Face:
    """What a tile shows."""
    return {"points": tile >> 4, "symbols": [SYMBOLS[i] for i in range(4) if tile >> i & 1]}
