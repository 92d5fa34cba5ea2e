"""VW-6.1 to VW-6.3: the fleet leaves, and goods spoil."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.vor_dem_wind.actions import ACTIONS, KEEP, KEEP_IN_HAND, SPECIAL, SPOIL
from fourwinds.games.vor_dem_wind.fleet import in_port
from fourwinds.games.vor_dem_wind.refusals import (
    SPOIL_HALF,
    conservation,
    keep_in_hand_refusal,
    keep_refusal,
)
from fourwinds.games.vor_dem_wind.state import (
    APPLE,
    CHEESE,
    EMPTY,
    FLEET_LEFT,
    GOODS_CONSERVED,
    GOODS_SPOILED,
    MOST_SPECIALS,
    SPICE,
    Table,
    count,
    listed,
)
from fourwinds.games.vor_dem_wind.turn import Drafting, TurnStep


class Leaving(Step[Table]):
    """VW-6.1: the ships that are left leave, for nobody."""

    def enter(self, t: Table) -> None:
        if t.recording:
            t.cite("VW-6.1")
            t.tell(FLEET_LEFT, NOBODY, {"ships": in_port(t)})
        for i in range(t.berths):
            ship = i64(t.port[i])
            if ship != EMPTY:
                t.gone[ship] += 1
                t.port[i] = EMPTY
        t.berths = 0
        t.turn = t.first
        t.go(CONSERVING)


class Conserving(Drafting):
    """VW-6.3: who has laid Conservation chooses what is not touched, in turn order (VW-6.4)."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        for i in range(i64(8)):
            t.kept[i] = 0
        if conservation(t, seat) > 0 and count(t.stored, seat * 4) + count(t.hands, seat * 4) > 0:
            return
        t.go(self.then)

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        if action < KEEP_IN_HAND:
            return keep_refusal(t, seat, action - KEEP)
        return keep_in_hand_refusal(t, seat, action - KEEP_IN_HAND)

    def commit(self, t: Table, seat: i64) -> None:
        for i in range(t.drafted):
            t.kept[i64(t.draft[i]) - KEEP] += 1
        t.drafted = 0
        if t.recording:
            t.cite("VW-6.3")
            data: dict[str, object] = {"goods": listed(t.kept, 0), "from_hand": listed(t.kept, 4)}
            t.tell(GOODS_CONSERVED, seat, data)
        t.go(self.then)


class Spoiling(TurnStep):
    """VW-6.2: half of spice and cheese together goes, the owner choosing which."""

    def enter(self, t: Table) -> None:
        if fewest_spices(t) == most_spices(t):
            self.spoil(t, fewest_spices(t))

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        fewest = fewest_spices(t)
        choices = most_spices(t) - fewest + 1
        for i in range(choices):
            out[i] = SPOIL + fewest + i
        return choices

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not SPOIL <= action < SPECIAL:
            return ACTIONS.wrong_step(action)
        data: dict[str, object] = {
            "half": int(half(t)),
            "fewest": int(fewest_spices(t)),
            "most": int(most_spices(t)),
        }
        return SPOIL_HALF.error(data)

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [SPOIL + spices for spices in range(half(t) + 1)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.spoil(t, action - SPOIL)

    def spoil(self, t: Table, spices: i64) -> None:
        """What the seat loses goes back to the supply; then the next seat is asked."""
        seat = t.turn
        base = seat * 4
        cheeses = half(t) - spices
        lost = vec[u8]([0] * 4)
        for good in range(i64(4)):
            unkept = i64(t.stored[base + good]) - i64(t.kept[good])
            going: i64 = 0
            if good == APPLE:
                going = unkept
            elif good == SPICE:
                going = spices
            elif good == CHEESE:
                going = cheeses
            t.stored[base + good] -= u8(going)
            from_hand = i64(t.hands[base + good]) - i64(t.kept[4 + good])
            t.hands[base + good] -= u8(from_hand)
            lost[good] = u8(going + from_hand)
            t.supply[good] += lost[good]
        for kind in range(t.box.specials):
            # VW-6.3: Conservation has done its work.
            cards = t.laid[seat * MOST_SPECIALS + kind]
            if cards > 0:
                t.discards[kind] += cards
                t.laid[seat * MOST_SPECIALS + kind] = 0
                if t.recording:
                    t.cite("VW-6.3")
        for i in range(i64(8)):
            t.kept[i] = 0
        if t.recording:
            if count(lost, 0) > 0:
                t.cite("VW-6.2")
            t.tell(GOODS_SPOILED, seat, {"goods": listed(lost, 0)})
        t.turn = t.next_seat(seat)
        if t.turn == t.first:
            t.go(self.then)
        else:
            t.go(CONSERVING)


def perishing(t: Table, good: i64) -> i64:
    """Spice or cheese in the warehouse of the seat that is asked, but for what it conserves."""
    return i64(t.stored[t.turn * 4 + good]) - i64(t.kept[good])


def half(t: Table) -> i64:
    """VW-6.2: half of spice and cheese together, rounded down."""
    return (perishing(t, SPICE) + perishing(t, CHEESE)) // 2


def fewest_spices(t: Table) -> i64:
    cheeses = perishing(t, CHEESE)
    if half(t) < cheeses:
        return 0
    return half(t) - cheeses


def most_spices(t: Table) -> i64:
    return min(half(t), perishing(t, SPICE))


LEAVING: Final = Leaving(16, "leaving", "VW-6.1")
CONSERVING: Final = Conserving(17, "conserving", "VW-6.3", KEEP, SPOIL)
SPOILING: Final = Spoiling(18, "spoiling", "VW-6.2")
