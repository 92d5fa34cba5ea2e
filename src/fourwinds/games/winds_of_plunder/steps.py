"""WP-2: the set-up, and how the steps of a round follow each other.

The vote (voting), the turn (plundering) and the arrival (arrival) are a ring. So that their modules
need not import each other in a ring, the steps that hand over to the turn go to their `then`, which
is said here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.state import NOBODY, Step
from fourwinds.games.winds_of_plunder.arrival import ARRIVING
from fourwinds.games.winds_of_plunder.facts import MATCH_BEGAN
from fourwinds.games.winds_of_plunder.pieces import (
    FIRST_CUBES,
    FREE_CUBES,
    NORTH,
    PLACES,
    PORTS,
    STARTS,
    tile_name,
)
from fourwinds.games.winds_of_plunder.plundering import PLUNDERING, STEERING, SWAPPING
from fourwinds.games.winds_of_plunder.scoring import OVER
from fourwinds.games.winds_of_plunder.state import (
    BLACKBEARD_PILE,
    CARDS_PILE,
    STARTS_PILE,
    TILES_PILE,
    TREASURES_PILE,
    Table,
)
from fourwinds.games.winds_of_plunder.voting import CROWNING, NAMING, STAKING, TURNING, VOTING


class SettingUp(Step[Table]):
    """WP-2: cubes, ships, treasures, cards, tiles, Blackbeard."""

    def enter(self, t: Table) -> None:
        self.hand_out_cubes(t)
        self.place_ships(t)
        self.shuffle_cards(t)
        self.lay_tiles(t)
        t.wind = NORTH
        t.blackbeard = t.stream(BLACKBEARD_PILE, 0).below(t.players)
        if t.recording:
            names = t.box.port_names
            t.tell(
                MATCH_BEGAN,
                NOBODY,
                {
                    "holder": int(t.blackbeard),
                    "ports": [names[t.ship[seat]] for seat in range(t.players)],
                    "tiles": [tile_name(int(tile)) for tile in t.tiles],
                },
            )
        t.go(VOTING)

    def hand_out_cubes(self, t: Table) -> None:
        """WP-2.1: of each player's 30 cubes (WP-1.1) 4 on the tracks, 10 wind cubes, the rest."""
        for seat in range(t.players):
            t.cubes[seat] = FIRST_CUBES
            t.reserve[seat] = FREE_CUBES - FIRST_CUBES
        if t.recording:
            t.cite("WP-1.1")
            t.cite("WP-2.1")

    def place_ships(self, t: Table) -> None:
        """WP-2.2: each at one of the five starting ports (WP-1.2)."""
        starts = t.box.starts[:]
        t.stream(STARTS_PILE, 0).shuffle(starts, STARTS, t.players)
        for seat in range(t.players):
            t.ship[seat] = i64(starts[seat])
        if t.recording:
            t.cite("WP-1.2")
            t.cite("WP-2.2")

    def shuffle_cards(self, t: Table) -> None:
        """WP-2.2: all treasures, and the action cards."""
        treasures = vec[u8](list(range(PORTS)))
        t.stream(TREASURES_PILE, 0).shuffle(treasures, PORTS, PORTS)
        t.deal = treasures
        count: i64 = len(t.box.cards)
        for i in range(count):
            t.deck[i] = t.box.cards[i]
        t.deck_count = count
        t.stream(CARDS_PILE, 0).shuffle(t.deck, count, count)

    def lay_tiles(self, t: Table) -> None:
        """WP-2.3: on the ports, then on the bar."""
        tiles = t.box.tiles[:]
        t.stream(TILES_PILE, 0).shuffle(tiles, PLACES, PLACES)
        t.tiles = tiles
        if t.recording:
            t.cite("WP-2.3")


SETTING_UP: Final = SettingUp(1, "setting-up", "WP-2.1")
NAMING.then = PLUNDERING
ARRIVING.then = PLUNDERING

STEPS: Final = (
    SETTING_UP,
    VOTING,
    STAKING,
    CROWNING,
    TURNING,
    NAMING,
    PLUNDERING,
    STEERING,
    SWAPPING,
    ARRIVING,
    OVER,
)
