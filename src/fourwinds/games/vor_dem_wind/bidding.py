"""VW-4.2 to VW-4.5: the bidding for a card, and the Safe shelter that ends it (VW-7.6)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.refusals import (
    CANNOT_PAY_BIDDER,
    FINE,
    NO_OFFER,
    NO_SHELTER,
    has_shelter,
    not_now,
    refuse,
    refuse_offer,
    shelter_of,
)
from fourwinds.games.vor_dem_wind.state import (
    BID,
    BIDDING_OPENED,
    CARD_KEPT,
    CARD_SNATCHED,
    CARD_SOLD,
    CLOSED_CARD,
    EMPTY,
    FREE_SEAT,
    MONEY,
    MOST_OFFER,
    MOST_SPECIALS,
    NOT_ASKED,
    OFFER,
    OFFER_DECLINED,
    OFFER_MADE,
    PASS,
    PAY,
    SELL_TO,
    SHELTER_FROM,
    SHELTER_GOLD,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import TurnStep


def use_shelter(t: Table, seat: i64) -> None:
    """VW-7.6: the card is played and discarded; no other special in this turn."""
    shelter = shelter_of(t, seat)
    t.specials[seat * MOST_SPECIALS + shelter] -= 1
    t.discards[shelter] += 1
    t.sheltered[seat] = 1
    if t.recording:
        t.cite("VW-7.6")


def snatch(t: Table, seat: i64, owner: i64) -> None:
    """VW-7.6: the card goes to the seat, 5 gold to its owner; a bidding ends, offers are void."""
    use_shelter(t, seat)
    after = seat if t.opener == NOBODY else t.opener
    card = t.front[owner]
    hand_over(t, owner, seat)
    t.money[owner] = SHELTER_GOLD
    if t.recording:
        t.tell(CARD_SNATCHED, seat, {"owner": int(owner), "card": t.box.names[card]})
    end_bidding(t, after)


def hand_over(t: Table, owner: i64, buyer: i64) -> None:
    """VW-4.4: the card lies face down before the buyer, money before the seller."""
    t.front[buyer] = t.front[owner]
    t.front[owner] = EMPTY
    t.face[buyer] = CLOSED_CARD
    t.face[owner] = MONEY


def end_bidding(t: Table, opener: i64) -> None:
    """VW-4.4, VW-4.5: the other bidders are free again; on from who opened."""
    for seat in range(t.players):
        t.offers[seat] = NOT_ASKED
    t.owner = t.opener = NOBODY
    t.turn = opener
    if t.recording:
        t.cite("VW-4.4")
        t.cite("VW-4.5")


class Offering(TurnStep):
    """VW-4.2: who opens a bidding says how much; until then he can choose another card."""

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = min(t.gold[seat], MOST_OFFER)
        for i in range(most):
            out[i] = OFFER + 1 + i
        return most

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return refuse_offer(t, seat, action)

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [OFFER + n for n in range(1, min(int(t.gold[seat]), MOST_OFFER) + 1)]

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn:
            return 0
        t.drafted = 0
        t.step = self.then
        return 1

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.owner = i64(t.draft[0]) - BID
        t.drafted = 0
        t.opener = seat
        t.offers[seat] = action - OFFER
        if t.recording:
            t.cite("VW-4.2")
            data: dict[str, object] = {
                "owner": int(t.owner),
                "card": t.box.names[t.front[t.owner]],
                "n": int(action - OFFER),
            }
            t.tell(BIDDING_OPENED, seat, data)
        t.turn = t.next_seat(seat)
        t.go(BIDDING)


class Bidding(TurnStep):
    """VW-4.2: everyone still free, clockwise, offers, passes or uses Safe shelter, once each."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        while seat != t.opener:
            if i64(t.face[seat]) == FREE_SEAT:
                if t.gold[seat] > 0 or has_shelter(t, seat):
                    t.turn = seat
                    return
                self.decline(t, seat)
            seat = t.next_seat(seat)
        t.turn = t.owner
        t.step = SETTLING

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if has_shelter(t, seat):
            out[n] = SHELTER_FROM + t.owner
            n += 1
        out[n] = PASS
        n += 1
        most = min(t.gold[seat], MOST_OFFER)
        for i in range(most):
            out[n] = OFFER + 1 + i
            n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == SHELTER_FROM + t.owner:
            return refuse(NO_SHELTER, {})
        if action < PASS:
            return IllegalAction("bidding-runs", "VW-4.2", {"owner": int(t.owner)})
        return refuse_offer(t, seat, action)

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [SHELTER_FROM + int(t.owner)] if has_shelter(t, seat) else []
        most = min(int(t.gold[seat]), MOST_OFFER)
        return [*out, PASS, *range(OFFER + 1, OFFER + 1 + most)]

    def decline(self, t: Table, seat: i64) -> None:
        t.offers[seat] = 0
        if t.recording:
            t.cite("VW-4.2")
            t.tell(OFFER_DECLINED, seat, {})

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < PASS:
            snatch(t, seat, t.owner)
            t.go(self.then)
            return
        if action == PASS:
            self.decline(t, seat)
        else:
            t.offers[seat] = action - OFFER
            if t.recording:
                t.cite("VW-4.2")
                t.tell(OFFER_MADE, seat, {"n": int(action - OFFER)})
        t.turn = t.next_seat(seat)
        t.go(BIDDING)


class Settling(TurnStep):
    """VW-4.3: the owner sells to any bidder, or pays any bidder his offer and keeps the card."""

    def bar(self, t: Table, action: i64) -> i64:
        paying = action >= PAY
        bidder = action - PAY if paying else action - SELL_TO
        if bidder >= t.players or t.offers[bidder] <= 0:
            return NO_OFFER
        if paying and t.offers[bidder] > t.gold[t.owner]:
            return CANNOT_PAY_BIDDER
        return FINE

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for action in range(SELL_TO, PAY + 4):
            if self.bar(t, action) == FINE:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not SELL_TO <= action < PAY + 4:
            return not_now(action)
        bidder = int(action - SELL_TO) & 3
        offer = int(t.offers[bidder]) if bidder < t.players else 0
        data: dict[str, object] = {"bidder": bidder, "n": offer, "gold": int(t.gold[seat])}
        return refuse(self.bar(t, action), data)

    def tries(self, t: Table, seat: i64) -> list[int]:
        bidders = [bidder for bidder in range(t.players) if t.offers[bidder] > 0]
        return [SELL_TO + bidder for bidder in bidders] + [PAY + bidder for bidder in bidders]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < PAY:
            bidder = action - SELL_TO
            offer = t.offers[bidder]
            hand_over(t, seat, bidder)
            t.receive(bidder, -offer)
            t.money[seat] = offer
        else:
            bidder = action - PAY
            offer = t.offers[bidder]
            t.face[seat] = CLOSED_CARD
            t.face[bidder] = MONEY
            t.receive(seat, -offer)
            t.money[bidder] = offer
        if t.recording:
            t.cite("VW-4.3")
            card = t.front[bidder if action < PAY else seat]
            data: dict[str, object] = {
                "bidder": int(bidder),
                "card": t.box.names[card],
                "n": int(offer),
            }
            t.tell(CARD_SOLD if action < PAY else CARD_KEPT, seat, data)
        end_bidding(t, t.opener)
        t.go(self.then)


OFFERING: Final = Offering(5, "offering", "VW-4.2")
BIDDING: Final = Bidding(6, "bidding", "VW-4.2")
SETTLING: Final = Settling(7, "settling", "VW-4.3")
