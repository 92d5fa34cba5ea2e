"""WP-6: what happens in port, in its order."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import scoring
from fourwinds.games.winds_of_plunder.state import (
    BAR,
    BAR_MOVED,
    BITS,
    BOARDED,
    LOOT,
    PLACES,
    PORTS,
    PROVISION,
    REPUTATION_GAINED,
    SYMBOLS,
    TILE_SCORED,
    TILE_TAKEN,
    TREASURE_DRAWN,
    TREASURE_PLAYED,
    TREASURE_SEEN,
    TREASURE_SYMBOL,
    WEAPON,
    ZONE_COMPLETED,
    Table,
)

LOOT_POINTS: Final = 2


def draw_treasure(t: Table, seat: i64) -> None:
    """WP-6.1: the top treasure, none if the deck is empty; what was put under it comes last."""
    if t.drawn < PORTS:
        card = i64(t.deal[t.drawn])
        t.drawers[t.drawn] = u8(seat)
        t.drawn += 1
    elif t.under_count > 0:
        card = i64(t.under[0])
        t.under_count -= 1
        for i in range(t.under_count):
            t.under[i] = t.under[i + 1]
    else:
        return
    t.treasures[seat] |= BITS[card]
    if t.recording:
        t.tell(TREASURE_DRAWN, seat, {})
        t.tell(TREASURE_SEEN, seat, {"port": t.box.port_names[card]})


def may_board(t: Table, seat: i64, victim: i64) -> bool:
    """WP-6.4: in the same port, by Most Weapons or with more weapons than he."""
    return (
        victim != seat
        and t.ship[victim] == t.ship[seat]
        and (t.holders[WEAPON] == seat or t.item(seat, WEAPON) > t.item(victim, WEAPON))
    )


def has_loot(t: Table, victim: i64, loot: i64) -> bool:
    """WP-6.4: whether he has any of it."""
    return t.vp[victim] > 0 if loot == 0 else t.item(victim, loot - 1) > 0


def somebody_to_board(t: Table, seat: i64) -> bool:
    for victim in range(t.players):
        if may_board(t, seat, victim):
            for loot in range(4):
                if has_loot(t, victim, loot):
                    return True
    return False


def impresses(t: Table, seat: i64, port: i64) -> bool:
    """WP-6.6: alone in the port, or with at least as many weapons as every other player there."""
    for other in range(t.players):
        if other != seat and t.ship[other] == port and t.item(other, WEAPON) > t.item(seat, WEAPON):
            return False
    return True


def take_tile(t: Table, seat: i64) -> i64:
    """WP-6.1: the tile's items and treasure."""
    tile = i64(t.tiles[t.ship[seat]])
    if t.recording:
        t.cite("WP-6.1")
        t.tell(TILE_TAKEN, seat, tile_details(tile))
    for item in range(3):
        if tile & BITS[item]:
            scoring.change(t, seat, item, 1)
            scoring.move_marker(t, item)
    if tile & TREASURE_SYMBOL:
        draw_treasure(t, seat)
    return tile


def move_bar(t: Table, tile: i64) -> None:
    """WP-6.2: the tile to the left end, the one falling off to the port."""
    tiles = t.tiles
    port = t.ship[t.turn]
    tiles[port] = tiles[PLACES - 1]
    for i in range(BAR - 1):
        tiles[PLACES - 1 - i] = tiles[PLACES - 2 - i]
    tiles[PORTS] = u8(tile)
    if t.recording:
        t.cite("WP-6.2")
        details = tile_details(i64(tiles[port]))
        details["port"] = t.box.port_names[port]
        t.tell(BAR_MOVED, NOBODY, details)


def score_tile(t: Table, seat: i64, tile: i64) -> None:
    """WP-6.3: the tile's points, one more with Most Provisions."""
    points = tile >> 4
    if t.holders[PROVISION] == seat:
        points += 1
    t.vp[seat] += points
    if t.recording:
        t.cite("WP-6.3")
        t.tell(TILE_SCORED, seat, {"n": int(points)})


def board(t: Table, seat: i64, victim: i64, loot: i64) -> None:
    """WP-6.4: two points, or an item; one change of the tracks (WP-7.2)."""
    taken: i64 = 1
    if loot == 0:
        taken = min(LOOT_POINTS, t.vp[victim])
        t.vp[victim] -= taken
        t.vp[seat] += taken
    if t.recording:
        t.cite("WP-6.4")
        t.tell(BOARDED, seat, {"victim": int(victim), "loot": LOOT[loot], "n": int(taken)})
    if loot > 0:
        scoring.change(t, victim, loot - 1, -1)
        scoring.change(t, seat, loot - 1, 1)
        scoring.move_marker(t, loot - 1)


def play_treasure(t: Table, seat: i64, port: i64) -> None:
    """WP-6.5: booty one step up; beyond the last step that one scores again (WP-1.5)."""
    held = (t.treasures[seat] & BITS[port]) != 0
    if held:
        t.treasures[seat] -= BITS[port]
        t.under[t.under_count] = u8(port)
        t.under_count += 1
        last: i64 = len(t.box.booty)
        t.booty[seat] = min(t.booty[seat] + 1, last)
        points = t.box.booty[t.booty[seat] - 1]
        t.vp[seat] += points
        if t.recording:
            t.cite("WP-6.5")
            t.tell(TREASURE_PLAYED, seat, {"port": t.box.port_names[port], "n": int(points)})
    # What all can now tell: where a treasure played for the first time may have been drawn,
    # and that no card its owner has still in hand is of this port.
    first_time = held and t.origins[port] == 0
    for i in range(t.drawn):
        if i64(t.drawers[i]) == seat:
            if first_time and t.missed[i] & BITS[port] == 0:
                t.origins[port] |= BITS[i]
            t.missed[i] |= BITS[port]


def gain_reputation(t: Table, seat: i64, port: i64) -> None:
    """WP-6.6: a cube on the port for good; three in a zone score its bonus."""
    if t.reputation[seat] & BITS[port] or not impresses(t, seat, port):
        return
    if t.recording:
        t.cite("WP-6.6")
    if t.reserve[seat] == 0:
        return
    t.reserve[seat] -= 1
    t.reputation[seat] |= BITS[port]
    if t.recording:
        t.tell(REPUTATION_GAINED, seat, {"port": t.box.port_names[port]})
    zone = t.box.zone_mask[t.box.zone[port]]
    if t.reputation[seat] & zone != zone:
        return
    before: i64 = NOBODY
    for other in range(t.players):
        if t.reputation[other] & zone == zone:
            before += 1
    points = t.box.reputation[before]
    t.vp[seat] += points
    if t.recording:
        t.tell(ZONE_COMPLETED, seat, {"zone": int(t.box.zone[port]) + 1, "n": int(points)})


def tile_details(tile: i64) -> dict[str, object]:
    """A tile as facts name it: its points and symbols."""
    return {"n": int(tile >> 4), "symbols": [SYMBOLS[i] for i in range(4) if tile & BITS[i]]}
