"""VW-6.1 to VW-6.3: the fleet leaves, and goods spoil."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.vor_dem_wind.fleet import in_port
from fourwinds.games.vor_dem_wind.refusals import (
    FINE,
    KEPT_ENOUGH,
    NOT_IN_HAND,
    NOT_IN_WAREHOUSE,
    conservation,
    drafted_keeps,
    not_now,
)
from fourwinds.games.vor_dem_wind.state import (
    APPLE,
    CHEESE,
    EMPTY,
    FLEET_LEFT,
    GOODS_CONSERVED,
    GOODS_SPOILED,
    KEEP,
    MOST_SPECIALS,
    SPECIAL,
    SPICE,
    SPOIL,
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
        for i in range(8):
            t.kept[i] = 0
        if conservation(t, seat) > 0 and count(t.stored, seat * 4) + count(t.hands, seat * 4) > 0:
            return
        t.go(self.then)

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        good = action - KEEP
        allowed = conservation(t, seat)
        in_warehouse = count(t.stored, seat * 4)
        if good < 4:
            if i64(t.stored[seat * 4 + good]) == t.in_draft(action):
                return NOT_IN_WAREHOUSE
            return FINE if drafted_keeps(t, KEEP) < allowed else KEPT_ENOUGH
        if i64(t.hands[seat * 4 + good - 4]) == t.in_draft(action):
            return NOT_IN_HAND
        return FINE if drafted_keeps(t, KEEP + 4) < allowed - in_warehouse else KEPT_ENOUGH

    def done_bar(self, t: Table, seat: i64) -> i64:
        return FINE

    def retract(self, t: Table, seat: i64) -> i64:
        """This draft begins empty, in its own step, and so stays there."""
        if seat != t.turn or t.drafted == 0:
            return 0
        t.drafted -= 1
        return 1

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
            return not_now(action)
        data: dict[str, object] = {
            "half": int(half(t)),
            "fewest": int(fewest_spices(t)),
            "most": int(most_spices(t)),
        }
        return IllegalAction("spoil-half", "VW-6.2", data)

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
        for good in range(4):
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
            t.discards[kind] += t.laid[seat * MOST_SPECIALS + kind]
            t.laid[seat * MOST_SPECIALS + kind] = 0
        for i in range(8):
            t.kept[i] = 0
        if t.recording:
            t.cite("VW-6.2")
            t.tell(GOODS_SPOILED, seat, {"goods": listed(lost, 0)})
        t.turn = t.next_seat(seat)
        t.go(self.then if t.turn == t.first else CONSERVING)


def perishing(t: Table, good: i64) -> i64:
    """Spice or cheese in the warehouse of the seat that is asked, but for what it conserves."""
    return i64(t.stored[t.turn * 4 + good]) - i64(t.kept[good])


def half(t: Table) -> i64:
    """VW-6.2: half of spice and cheese together, rounded down."""
    return (perishing(t, SPICE) + perishing(t, CHEESE)) // 2


def fewest_spices(t: Table) -> i64:
    return max(0, half(t) - perishing(t, CHEESE))


def most_spices(t: Table) -> i64:
    return min(half(t), perishing(t, SPICE))


LEAVING: Final = Leaving(16, "leaving", "VW-6.1")
CONSERVING: Final = Conserving(17, "conserving", "VW-6.3", KEEP, KEEP + 8)
SPOILING: Final = Spoiling(18, "spoiling", "VW-6.2")
