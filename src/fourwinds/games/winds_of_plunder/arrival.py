"""WP-6: what happens in port, in its order; asked is only whether to board."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.winds_of_plunder import refusals, sailing, scoring
from fourwinds.games.winds_of_plunder.actions import ACTIONS, BOARD, PASS, PURCHASE, SWAP
from fourwinds.games.winds_of_plunder.facts import (
    BAR_MOVED,
    BOARDED,
    REPUTATION_GAINED,
    SAILED,
    TILE_SCORED,
    TILE_TAKEN,
    TREASURE_DRAWN,
    TREASURE_PLAYED,
    TREASURE_SEEN,
    TREASURES_OUT,
    ZONE_COMPLETED,
)
from fourwinds.games.winds_of_plunder.pieces import (
    BAR,
    BITS,
    ITEMS,
    LOOT,
    LOOT_KINDS,
    PLACES,
    PORTS,
    PROVISION,
    TREASURE_SYMBOL,
    WEAPON,
    tile_face,
    tile_name,
)
from fourwinds.games.winds_of_plunder.state import Table

LOOT_POINTS: Final = 2


def arrive(t: Table, seat: i64, port: i64) -> None:
    """The ship reaches a port; WP-5.4: any number of ships may share one."""
    t.sailed += 1
    if t.recording:
        t.cite("WP-4.1")
        if t.heaved > 0:
            t.cite("WP-6.7")
        if sailing.has_company(t, seat, port):
            t.cite("WP-5.4")
        t.tell(SAILED, seat, {"port": t.box.port_names[port]})
    t.ship[seat] = port
    t.go(ARRIVING)


def take_tile(t: Table, seat: i64) -> i64:
    """WP-6.1: the tile's items and treasure."""
    tile = i64(t.tiles[t.ship[seat]])
    lost: i64 = 0
    for item in range(i64(3)):
        if tile & BITS[item] and not scoring.change(t, seat, item, 1):
            lost |= BITS[item]
    if t.recording:
        t.cite("WP-1.3")
        t.cite("WP-6.1")
        details = tile_details(tile)
        details["lost"] = [ITEMS[i] for i in range(3) if lost & BITS[i]]
        t.tell(TILE_TAKEN, seat, details)
    for item in range(i64(3)):
        if tile & BITS[item]:
            scoring.move_marker(t, item)
    if tile & TREASURE_SYMBOL and not draw_treasure(t, seat) and t.recording:
        t.cite("WP-6.1")
    return tile


def draw_treasure(t: Table, seat: i64) -> bool:
    """The top treasure; what was put under the deck comes last. False if the deck is empty."""
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
        if t.recording:
            t.tell(TREASURES_OUT, seat, {})
        return False
    t.treasures[seat] |= BITS[card]
    if t.recording:
        t.tell(TREASURE_DRAWN, seat, {})
        t.tell(TREASURE_SEEN, seat, {"port": t.box.port_names[card]})
    return True


def move_bar(t: Table, tile: i64) -> None:
    """WP-6.2: the tile to the left end, the one falling off to the port."""
    tiles = t.tiles
    port = t.ship[t.turn]
    tiles[port] = tiles[PLACES - 1]
    for i in range(i64(BAR - 1)):
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
    extra: i64 = 0
    if t.holders[PROVISION] == seat:
        extra = 1
    t.vp[seat] += points + extra
    if t.recording:
        t.cite("WP-6.3")
        t.tell(TILE_SCORED, seat, {"n": int(points + extra), "extra": int(extra)})


def may_board(t: Table, seat: i64, victim: i64) -> bool:
    """WP-6.4: in the same port, by Most Weapons or with more weapons than the victim."""
    return (
        victim != seat
        and t.ship[victim] == t.ship[seat]
        and (t.holders[WEAPON] == seat or t.item(seat, WEAPON) > t.item(victim, WEAPON))
    )


def has_loot(t: Table, victim: i64, loot: i64) -> bool:
    """WP-6.4: whether the victim has any of it."""
    if loot == 0:
        return t.vp[victim] > 0
    return t.item(victim, loot - 1) > 0


def somebody_to_board(t: Table, seat: i64) -> bool:
    for victim in range(t.players):
        if may_board(t, seat, victim):
            for loot in range(i64(LOOT_KINDS)):
                if has_loot(t, victim, loot):
                    return True
    return False


def board(t: Table, seat: i64, victim: i64, loot: i64) -> None:
    """WP-6.4: two points, or an item; one change of the tracks (WP-7.2)."""
    taken: i64 = 1
    lost = False
    if loot == 0:
        taken = min(LOOT_POINTS, t.vp[victim])
        t.vp[victim] -= taken
        t.vp[seat] += taken
    else:
        scoring.change(t, victim, loot - 1, -1)
        lost = not scoring.change(t, seat, loot - 1, 1)
    if t.recording:
        t.cite("WP-6.4")
        t.tell(
            BOARDED,
            seat,
            {"victim": int(victim), "loot": LOOT[loot], "n": int(taken), "lost": lost},
        )
    if loot > 0:
        if t.recording:
            t.cite("WP-7.2")
        scoring.move_marker(t, loot - 1)


def play_treasure(t: Table, seat: i64, port: i64) -> None:
    """WP-6.5: booty one step up; beyond the last step that one scores again (WP-1.5)."""
    held = (t.treasures[seat] & BITS[port]) != 0
    if held:
        t.treasures[seat] -= BITS[port]
        t.under[t.under_count] = u8(port)
        t.under_count += 1
        if t.booty[seat] < len(t.box.booty):
            t.booty[seat] += 1
        elif t.recording:
            t.cite("WP-1.5")
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


def impresses(t: Table, seat: i64, port: i64) -> bool:
    """WP-6.6: alone in the port, or with at least as many weapons as every other player there."""
    for other in range(t.players):
        if other != seat and t.ship[other] == port and t.item(other, WEAPON) > t.item(seat, WEAPON):
            return False
    return True


def gain_reputation(t: Table, seat: i64, port: i64) -> None:
    """WP-6.6: a cube on the port for good; three in a zone score its bonus."""
    if t.reputation[seat] & BITS[port]:
        return
    if t.reserve[seat] == 0 or not impresses(t, seat, port):
        if t.recording:
            t.cite("WP-6.6")
        return
    t.reserve[seat] -= 1
    t.reputation[seat] |= BITS[port]
    if t.recording:
        t.cite("WP-6.6")
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
    """A tile as facts name it."""
    face = tile_face(int(tile))
    return {"tile": tile_name(int(tile)), "n": face["points"], "symbols": face["symbols"]}


class Arriving(Step[Table]):
    """WP-6: the arrival from its tile on; `then` is the rest of the turn."""

    then: Step[Table]  # set in steps.py

    def enter(self, t: Table) -> None:
        seat = t.turn
        tile = take_tile(t, seat)
        move_bar(t, tile)
        score_tile(t, seat, tile)
        if t.recording and sailing.has_company(t, seat, t.ship[seat]):
            t.cite("WP-6.4")
        if not somebody_to_board(t, seat):
            self.finish(t, seat)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for victim in range(t.players):
            if may_board(t, seat, victim):
                for loot in range(i64(LOOT_KINDS)):
                    if has_loot(t, victim, loot):
                        out[n] = BOARD + victim * LOOT_KINDS + loot
                        n += 1
        out[n] = PASS
        return n + 1

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if PURCHASE <= action < SWAP:
            return refusals.CARDS_ASIDE.error()
        if not BOARD <= action < PASS:
            return ACTIONS.wrong_step(int(action))
        victim = (action - BOARD) // LOOT_KINDS
        if victim >= t.players:
            return refusals.no_such_player(t, victim)
        if victim == seat:
            found = refusals.BOARDS_HIMSELF
        elif t.ship[victim] != t.ship[seat]:
            found = refusals.NOT_IN_PORT
        elif not may_board(t, seat, victim):
            found = refusals.TOO_FEW_WEAPONS
        else:
            found = refusals.NOTHING_TO_LOOT
        return found.error({"victim": int(victim), "loot": LOOT[(action - BOARD) % LOOT_KINDS]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        out: list[int] = []
        for victim in range(t.players):
            if victim != seat and t.ship[victim] == t.ship[seat]:
                first = BOARD + LOOT_KINDS * victim
                out.extend(range(first, first + LOOT_KINDS))
        out.append(PASS)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action != PASS:
            board(t, seat, (action - BOARD) // LOOT_KINDS, (action - BOARD) % LOOT_KINDS)
        self.finish(t, seat)

    def finish(self, t: Table, seat: i64) -> None:
        port = t.ship[seat]
        play_treasure(t, seat, port)
        gain_reputation(t, seat, port)
        t.go(self.then)


ARRIVING: Final = Arriving(10, "boarding", "WP-6.4")
