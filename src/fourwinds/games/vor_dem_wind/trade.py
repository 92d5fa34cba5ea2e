"""VW-4, phase 2: everybody gets a card, or money for one."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.actions import BID, OFFER, PASS, SHELTER, SHELTER_FROM, TAKE
from fourwinds.games.vor_dem_wind.bidding import OFFERING, snatch, use_shelter
from fourwinds.games.vor_dem_wind.refusals import (
    BID_FIRST,
    MUST_TRADE,
    NO_CARD_THERE,
    NO_SHELTER,
    bid_refusal,
    has_shelter,
    refused,
    snatch_refusal,
)
from fourwinds.games.vor_dem_wind.state import (
    CARD_SHELTERED,
    CARD_TAKEN,
    CARDS_DISCARDED,
    CLOSED_CARD,
    EMPTY,
    FREE_SEAT,
    OPEN_CARD,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import TurnStep


class Trading(TurnStep):
    """VW-4.1: who has neither card nor money takes a card, bids for one, or uses Safe shelter."""

    def enter(self, t: Table) -> None:
        """VW-4.5: the turn goes to the next who is free, from `turn` on, he included."""
        seat = t.turn
        for _seat in range(t.players):
            if i64(t.face[seat]) == FREE_SEAT and self.able(t, seat):
                t.turn = seat
                return
            seat = t.next_seat(seat)
        self.close(t)

    def able(self, t: Table, seat: i64) -> bool:
        """There is always a card to take, unless the stacks were out and too few were revealed."""
        for i in range(t.revealed):
            if i64(t.row[i]) != EMPTY:
                return True
        for owner in range(t.players):
            if bid_refusal(t, seat, owner) is None or snatch_refusal(t, seat, owner) is None:
                return True
        return False

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for i in range(t.revealed):
            if i64(t.row[i]) != EMPTY:
                out[n] = TAKE + i
                n += 1
        sheltering = has_shelter(t, seat)
        if sheltering:
            takes = n
            for i in range(takes):
                out[n] = out[i] + SHELTER - TAKE
                n += 1
        if t.gold[seat] > 0:
            for owner in range(t.players):
                if bid_refusal(t, seat, owner) is None:
                    out[n] = BID + owner
                    n += 1
        if sheltering:
            for owner in range(t.players):
                if snatch_refusal(t, seat, owner) is None:
                    out[n] = SHELTER_FROM + owner
                    n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        found: Refusal | None = None
        if action < BID:
            found = NO_CARD_THERE
            if action >= SHELTER and not has_shelter(t, seat):
                found = NO_SHELTER
        elif action < SHELTER_FROM:
            found = bid_refusal(t, seat, action - BID)
        elif action < PASS:
            found = snatch_refusal(t, seat, action - SHELTER_FROM)
        elif action == PASS:
            found = MUST_TRADE
        elif action >= OFFER:
            found = BID_FIRST
        return refused(t, seat, action, found)

    def tries(self, t: Table, seat: i64) -> list[int]:
        places = list(range(t.revealed))
        others = [other for other in range(t.players) if other != seat]
        out = [TAKE + i for i in places]
        if has_shelter(t, seat):
            out += [SHELTER + i for i in places]
        out += [BID + other for other in others]
        if has_shelter(t, seat):
            out += [SHELTER_FROM + other for other in others]
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if BID <= action < SHELTER_FROM:
            t.add_to_draft(action)
            t.step = OFFERING
            return
        if action >= SHELTER_FROM:
            snatch(t, seat, action - SHELTER_FROM)
            t.go(TRADING)
            return
        place = action & 3
        t.front[seat] = t.row[place]
        t.row[place] = EMPTY
        t.face[seat] = OPEN_CARD
        if action >= SHELTER:
            use_shelter(t, seat)
            t.face[seat] = CLOSED_CARD
        if t.recording:
            t.cite("VW-4.1")
            kind = CARD_SHELTERED if action >= SHELTER else CARD_TAKEN
            t.tell(kind, seat, {"card": t.box.names[t.front[seat]]})
        t.go(TRADING)

    def close(self, t: Table) -> None:
        """VW-4.6: untaken cards are discarded, money goes to the hand; then actions begin."""
        untaken: list[str] = []
        for i in range(t.revealed):
            card = i64(t.row[i])
            if card != EMPTY:
                t.discards[card] += 1
                t.row[i] = EMPTY
                if t.recording:
                    untaken.append(t.box.names[card])
        t.revealed = 0
        for seat in range(t.players):
            if t.money[seat] > 0:
                t.receive(seat, t.money[seat])
                t.money[seat] = 0
        if t.recording:
            t.cite("VW-4.6")
            if untaken:
                t.tell(CARDS_DISCARDED, NOBODY, {"cards": untaken})
        t.turn = t.first
        t.acted = False
        t.special = NOBODY
        t.go(self.then)


TRADING: Final = Trading(4, "trading", "VW-4.1")
