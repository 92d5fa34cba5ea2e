"""The steps of Vor dem Wind, one per section of the rules: set-up, end, and what follows what.

The phases have modules of their own: reveal, trade (with bidding), acting (with specials) and
departure. A compound choice is a draft: its simple actions are kept in the table's draft, nothing
moves until the last of them commits it, and until then it can be taken back.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.vor_dem_wind.acting import ACTING, SHIPPING, STORING
from fourwinds.games.vor_dem_wind.actions import START
from fourwinds.games.vor_dem_wind.bidding import BIDDING, OFFERING, SETTLING
from fourwinds.games.vor_dem_wind.departure import CONSERVING, LEAVING, SPOILING
from fourwinds.games.vor_dem_wind.fleet import FEWEST_SHIPS, arrive, in_port
from fourwinds.games.vor_dem_wind.refusals import CHOOSE_GOODS, ships_in_port
from fourwinds.games.vor_dem_wind.reveal import REVEALING
from fourwinds.games.vor_dem_wind.specials import (
    BUYING_AND_STORING,
    EXCHANGING,
    FREE_TRADING,
    SELLING,
)
from fourwinds.games.vor_dem_wind.stacks import FIRST_PLAYER, make_stack
from fourwinds.games.vor_dem_wind.state import (
    EMPTY,
    FIRST_PASSED,
    FLEET_ARRIVED,
    FREE_SEAT,
    FREE_TRADE,
    GOODS_CHOSEN,
    MATCH_BEGAN,
    MATCH_ENDED,
    MOST_SPECIALS,
    PAIRS,
    SPECIAL_GAINED,
    START_GOLD,
    Table,
    listed,
)
from fourwinds.games.vor_dem_wind.trade import TRADING
from fourwinds.games.vor_dem_wind.turn import BEGUN_IN, TurnStep

PAIR_GOODS: Final = vec[i64]([good for pair in PAIRS for good in pair])


class SettingUp(Step[Table]):
    """VW-2: stacks, ships, gold; the first player by chance."""

    def enter(self, t: Table) -> None:
        box = t.box
        t.first = t.stream(FIRST_PLAYER, 0).below(t.players)
        t.turn = t.first
        for seat in range(t.players):
            t.gold[seat] = START_GOLD
        if t.recording:
            t.cite("VW-2.1")
        # All cards begin as discards, and all ships as gone, of the stacks to be made.
        for kind in range(box.kinds):
            t.discards[kind] = box.count[kind]
        for kind in range(box.ships):
            t.gone[kind] = box.ship_count[kind]
        if t.recording:
            t.cite("VW-1.1")
        for stack in range(i64(3)):
            make_stack(t, stack)
        arrive(t)
        if t.recording:
            t.cite("VW-2.2")
            t.tell(MATCH_BEGAN, NOBODY, {"first": int(t.first), "ships": in_port(t)})
        t.go(CHOOSING)


class Choosing(TurnStep):
    """VW-2.3: from the first player on, each takes two goods of his choice and shows them."""

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        # 15 of each are more than four players can take.
        for pair in range(i64(10)):
            out[pair] = START + pair
        return 10

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return CHOOSE_GOODS.error()

    def play(self, t: Table, seat: i64, action: i64) -> None:
        pair = 2 * (action - START)
        for i in range(i64(2)):
            good = PAIR_GOODS[pair + i]
            t.hands[seat * 4 + good] += 1
            t.supply[good] -= 1
        if t.recording:
            t.cite("VW-2.3")
            t.tell(GOODS_CHOSEN, seat, {"goods": listed(t.hands, seat * 4)})
        t.turn = t.next_seat(seat)
        if t.turn == t.first:
            t.go(self.then)


class Ending(Step[Table]):
    """VW-5.5: cards are discarded, the token moves left; then VW-8.1 and VW-6.1."""

    def enter(self, t: Table) -> None:
        for seat in range(t.players):
            card = i64(t.front[seat])
            if card != EMPTY:
                if i64(t.box.use[card]) >= FREE_TRADE:
                    t.specials[seat * MOST_SPECIALS + card] += 1
                    if t.recording:
                        t.cite("VW-5.1")
                        t.tell(SPECIAL_GAINED, seat, {"card": t.box.names[card]})
                else:
                    t.discards[card] += 1
                t.front[seat] = EMPTY
            t.face[seat] = FREE_SEAT
            t.sheltered[seat] = 0
        t.first = t.next_seat(t.first)
        t.turn = t.first
        if t.recording:
            t.cite("VW-5.5")
            t.tell(FIRST_PASSED, t.first, {})
        for seat in range(t.players):
            if t.score[seat] >= t.target:
                t.go(OVER)
                return
        if ships_in_port(t) > FEWEST_SHIPS:
            t.go(REVEALING)
        else:
            t.go(LEAVING)


class Arriving(Step[Table]):
    """VW-6.4: a new fleet; where no more than two ships can arrive the game ends."""

    def enter(self, t: Table) -> None:
        arrive(t)
        if t.recording:
            t.cite("VW-6.4")
            t.tell(FLEET_ARRIVED, NOBODY, {"ships": in_port(t)})
        if t.berths > FEWEST_SHIPS:
            t.go(REVEALING)
        else:
            t.go(OVER)


class Over(Step[Table]):
    """VW-8.1: the match has ended."""

    def enter(self, t: Table) -> None:
        if t.recording:
            t.cite("VW-8.1")
            t.tell(MATCH_ENDED, NOBODY, {"scores": t.scores, "winners": t.winners})


SETTING_UP: Final = SettingUp(1, "setting-up", "VW-2.1")
CHOOSING: Final = Choosing(2, "choosing", "VW-2.3")
ENDING: Final = Ending(15, "ending", "VW-5.5")
ARRIVING: Final = Arriving(19, "arriving", "VW-6.4")
OVER: Final = Over(20, "over", "VW-8.1")

# A match read aloud: what each step hands over to when it is done.
CHOOSING.then = REVEALING
REVEALING.then = TRADING
OFFERING.then = BIDDING.then = SETTLING.then = TRADING
TRADING.then = ACTING
STORING.then = SHIPPING.then = ACTING
FREE_TRADING.then = BUYING_AND_STORING.then = EXCHANGING.then = SELLING.then = ACTING
ACTING.then = ENDING
CONSERVING.then = SPOILING
SPOILING.then = ARRIVING

# Where a draft began: all that others see of it. That of Conserving begins in its own step.
BEGUN_IN[OFFERING.number] = TRADING
for _draft in (STORING, SHIPPING, FREE_TRADING, BUYING_AND_STORING, EXCHANGING, SELLING):
    BEGUN_IN[_draft.number] = ACTING

STEPS: Final[tuple[Step[Table], ...]] = (
    SETTING_UP,
    CHOOSING,
    REVEALING,
    TRADING,
    OFFERING,
    BIDDING,
    SETTLING,
    ACTING,
    STORING,
    SHIPPING,
    FREE_TRADING,
    BUYING_AND_STORING,
    EXCHANGING,
    SELLING,
    ENDING,
    LEAVING,
    CONSERVING,
    SPOILING,
    ARRIVING,
    OVER,
)
