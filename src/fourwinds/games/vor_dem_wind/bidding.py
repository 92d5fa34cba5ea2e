"""VW-4.2 to VW-4.5: the bidding for a card, and the Safe shelter that ends it (VW-7.6)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.actions import (
    BID,
    OFFER,
    PASS,
    PAY,
    REVEAL,
    SELL_TO,
    SHELTER_FROM,
)
from fourwinds.games.vor_dem_wind.refusals import (
    BIDDING_RUNS,
    CANNOT_PAY_BIDDER,
    NO_OFFER,
    NO_SHELTER,
    details,
    has_shelter,
    offer_refusal,
    refused,
    shelter_of,
)
from fourwinds.games.vor_dem_wind.state import (
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
    OFFER_DECLINED,
    OFFER_MADE,
    SHELTER_GOLD,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import TurnStep, public_step


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
    hand_over(t, owner, seat)
    t.money[owner] = SHELTER_GOLD
    if t.recording:
        data: dict[str, object] = {
            "owner": int(owner),
            "card": t.box.names[t.front[seat]],
            "n": SHELTER_GOLD,
        }
        t.tell(CARD_SNATCHED, seat, data)
    if t.opener != NOBODY:
        end_bidding(t)


def hand_over(t: Table, owner: i64, buyer: i64) -> None:
    """VW-4.4: the card lies face down before the buyer, money before the seller."""
    t.front[buyer] = t.front[owner]
    t.front[owner] = EMPTY
    t.face[buyer] = CLOSED_CARD
    t.face[owner] = MONEY
    if t.recording:
        t.cite("VW-4.4")


def end_bidding(t: Table) -> None:
    """VW-4.5: the other bidders are free again; on from the one who opened."""
    for seat in range(t.players):
        t.offers[seat] = NOT_ASKED
    t.turn = t.opener
    t.owner = t.opener = NOBODY
    if t.recording:
        t.cite("VW-4.5")


def most_offer(t: Table, seat: i64) -> i64:
    """VW-4.2: at most what the seat can pay, and never more than all the money in the box."""
    if t.gold[seat] > MOST_OFFER:
        return MOST_OFFER
    return t.gold[seat]


class Offering(TurnStep):
    """VW-4.2: who opens a bidding says how much; until then he can choose another card."""

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = most_offer(t, seat)
        for i in range(most):
            out[i] = OFFER + 1 + i
        return most

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return refused(t, seat, action, offer_refusal(t, seat, action))

    def tries(self, t: Table, seat: i64) -> list[int]:
        return list(range(OFFER + 1, OFFER + 1 + most_offer(t, seat)))

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn:
            return 0
        t.drafted = 0
        t.step = public_step(self)
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
                self.decline(t, seat, False)
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
        most = most_offer(t, seat)
        for i in range(most):
            out[n] = OFFER + 1 + i
            n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == SHELTER_FROM + t.owner:
            return refused(t, seat, action, NO_SHELTER)
        if action < PASS:
            return refused(t, seat, action, BIDDING_RUNS)
        return refused(t, seat, action, offer_refusal(t, seat, action))

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [SHELTER_FROM + int(t.owner)] if has_shelter(t, seat) else []
        return [*out, PASS, *range(OFFER + 1, OFFER + 1 + most_offer(t, seat))]

    def decline(self, t: Table, seat: i64, able: bool) -> None:
        """The seat makes no offer; `able`: it has gold to make one."""
        t.offers[seat] = 0
        if t.recording:
            t.cite("VW-4.2")
            t.tell(OFFER_DECLINED, seat, {"able": able})

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < PASS:
            snatch(t, seat, t.owner)
            t.go(self.then)
            return
        if action == PASS:
            self.decline(t, seat, t.gold[seat] > 0)
        else:
            t.offers[seat] = action - OFFER
            if t.recording:
                t.cite("VW-4.2")
                t.tell(OFFER_MADE, seat, {"n": int(action - OFFER)})
        t.turn = t.next_seat(seat)
        t.go(BIDDING)


class Settling(TurnStep):
    """VW-4.3: the owner sells to any bidder, or pays any bidder his offer and keeps the card."""

    def refusal(self, t: Table, action: i64) -> Refusal | None:
        bidder = action - SELL_TO
        if action >= PAY:
            bidder = action - PAY
        if bidder >= t.players or t.offers[bidder] <= 0:
            return NO_OFFER
        if action >= PAY and t.offers[bidder] > t.gold[t.owner]:
            return CANNOT_PAY_BIDDER
        return None

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for action in range(i64(SELL_TO), i64(REVEAL)):
            if self.refusal(t, action) is None:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        found: Refusal | None = None
        if SELL_TO <= action < REVEAL:
            found = self.refusal(t, action)
        if found is CANNOT_PAY_BIDDER:
            return found.error(details(t, seat, action) | {"n": int(t.offers[action - PAY])})
        return refused(t, seat, action, found)

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
                t.cite("VW-4.4")
        if t.recording:
            t.cite("VW-4.3")
            card = t.front[bidder if action < PAY else seat]
            data: dict[str, object] = {
                "bidder": int(bidder),
                "card": t.box.names[card],
                "n": int(offer),
            }
            t.tell(CARD_SOLD if action < PAY else CARD_KEPT, seat, data)
        end_bidding(t)
        t.go(self.then)


OFFERING: Final = Offering(5, "offering", "VW-4.2")
BIDDING: Final = Bidding(6, "bidding", "VW-4.2")
SETTLING: Final = Settling(7, "settling", "VW-4.3")
