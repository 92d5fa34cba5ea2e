"""What a seat of Vor dem Wind observes, as a row of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from fourwinds.core.observation import (
    Field,
    Observer,
    after,
    by_seat,
    copied,
    copied_by_seat,
    one_of,
    seen_from,
)
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.actions import OFFER
from fourwinds.games.vor_dem_wind.state import (
    EACH_GOOD,
    EMPTY,
    FREE_SEAT,
    LARGE_SHIPS,
    LONGEST_DRAFT,
    MONEY,
    MOST_OFFER,
    MOST_SPECIALS,
    PLACES,
    PORT,
    SHIPS,
    STACK_CARDS,
    USES,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import seen_step, sees_draft

STEPS: Final = 20
CARD_USES: Final = 9
CARD_PLACES: Final = 15
FRONT_PLACES: Final = 19
SHIP_PLACES: Final = 7
MOST_NUMBER: Final = 99
MOST_POINTS: Final = 200
CARD: Final = f"{', '.join(USES)}; apples, spices, cheeses, silks; number; price or income"


class VorDemWind(Observer[Table]):
    def fields(self, t: Table) -> list[Field]:
        players = int(t.players)
        kinds, specials, ships = int(t.box.kinds), int(t.box.specials), int(t.box.ships)
        goods = "apples, spices, cheeses, silks"
        return [
            Field("step", STEPS, 0, 1, "the step, in the order of the rules; drafts as begun"),
            Field("actor", players, 0, 1, "the seat that is asked"),
            Field("first", players, 0, 1, "the first player of the turn"),
            Field("scores", players, 0, MOST_POINTS, "points of each seat"),
            Field("gold", players, 0, MOST_OFFER, "gold of each seat"),
            Field("paid", players, 0, 1, "whether each seat has ever paid or been paid"),
            Field("hands", players * 4, 0, EACH_GOOD, f"goods in each hand: {goods}"),
            Field("warehouses", players * 4, 0, PLACES, f"goods in each warehouse: {goods}"),
            Field("supply", 4, 0, EACH_GOOD, f"goods in the supply: {goods}"),
            Field(
                "specials",
                players * specials,
                0,
                STACK_CARDS,
                "special cards in each hand, by kind in the order of rules.box.names",
            ),
            Field("conservation", players * specials, 0, STACK_CARDS, "such cards laid down"),
            Field("row", players * CARD_PLACES, 0, MOST_NUMBER, f"cards in the row: {CARD}"),
            Field(
                "front",
                players * FRONT_PLACES,
                0,
                MOST_OFFER,
                f"before each seat: card face up, face down, money; how much; the card: {CARD}",
            ),
            Field(
                "port",
                PORT * SHIP_PLACES,
                0,
                MOST_NUMBER,
                f"each berth: a ship, a small one, {goods} it takes, points",
            ),
            Field("stacks", 3, 0, STACK_CARDS, "cards left: purchase, storage, shipment"),
            Field("ships", 2, 0, LARGE_SHIPS, "ships left: large, small"),
            Field(
                "discards",
                kinds,
                0,
                STACK_CARDS,
                "cards discarded, by kind in the order of rules.box.names",
            ),
            Field(
                "ships_out",
                ships,
                0,
                SHIPS,
                "ships gone or delivered, by kind in the order of rules.box.ship_names",
            ),
            Field("sheltered", players, 0, 1, "who has used a Safe shelter in this turn"),
            Field("owner", players, 0, 1, "whose card is bid for"),
            Field("opener", players, 0, 1, "who opened the bidding"),
            Field("offers", players, -1, MOST_OFFER, "offers: -1 not asked yet, 0 passed"),
            Field("acted", 1, 0, 1, "whether the actor has carried out its card"),
            Field("special", specials, 0, 1, "the special card played in this turn"),
            Field("kept", 8, 0, PLACES, f"goods conserved so far: {goods} stored, then in hand"),
            Field("draft", OFFER, 0, LONGEST_DRAFT, "own uncommitted actions, by their number"),
        ]

    def observe(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        box = t.box
        actor = t.step.actor(t)
        number: i64 = seen_step(t, seat).number
        at = one_of(out, at, STEPS, number - 1)
        at = one_of(out, at, players, seen_from(seat, actor, players))
        at = one_of(out, at, players, seen_from(seat, t.first, players))
        at = by_seat(out, at, t.score, seat, players, MOST_POINTS)
        at = by_seat(out, at, t.gold, seat, players, MOST_OFFER)
        at = copied_by_seat(out, at, t.paid, 1, 1, seat, players)
        at = copied_by_seat(out, at, t.hands, 4, 4, seat, players)
        at = copied_by_seat(out, at, t.stored, 4, 4, seat, players)
        at = copied(out, at, t.supply, 0, 4)
        at = copied_by_seat(out, at, t.specials, MOST_SPECIALS, box.specials, seat, players)
        at = copied_by_seat(out, at, t.laid, MOST_SPECIALS, box.specials, seat, players)
        at = self.cards(t, seat, out, at)
        at = self.ships(t, seat, out, at)
        at = copied_by_seat(out, at, t.sheltered, 1, 1, seat, players)
        at = one_of(out, at, players, seen_from(seat, t.owner, players))
        opener: i64 = NOBODY
        if t.owner != NOBODY:
            opener = seen_from(seat, t.opener, players)
        at = one_of(out, at, players, opener)
        if t.owner != NOBODY:
            by_seat(out, at, t.offers, seat, players, MOST_OFFER)
        at += players
        if t.acted:
            out[at] = 1
        at = one_of(out, at + 1, box.specials, t.special)
        at = copied(out, at, t.kept, 0, 8)
        if sees_draft(t, seat):
            for i in range(t.drafted):
                out[at + i64(t.draft[i])] += 1
        return at + OFFER

    def cards(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """The row and what lies before each seat."""
        players = t.players
        for i in range(players):
            card: i64 = EMPTY
            if i < t.revealed:
                card = i64(t.row[i])
            at = self.card(t, card, out, at)
        other = seat
        for _seat in range(players):
            face = i64(t.face[other])
            at = one_of(out, at, 3, face - 1)
            card = EMPTY
            if face == MONEY:
                money = t.money[other]
                if money > MOST_OFFER:
                    money = MOST_OFFER
                out[at] = i16(money)
            elif face != FREE_SEAT:
                card = i64(t.front[other])
            at = self.card(t, card, out, at + 1)
            other = after(other, players)
        return at

    def card(self, t: Table, card: i64, out: vec[i16], at: i64) -> i64:
        if card == EMPTY:
            return at + CARD_PLACES
        box = t.box
        at = one_of(out, at, CARD_USES, i64(box.use[card]))
        at = copied(out, at, box.goods, card * 4, 4)
        out[at] = i16(box.number[card])
        out[at + 1] = i16(box.gold[card])
        return at + 2

    def ships(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """The port, what is left of the stacks, and what is gone."""
        box = t.box
        end = at + PORT * SHIP_PLACES
        for i in range(t.berths):
            ship = i64(t.port[i])
            if ship != EMPTY:
                out[at] = 1
                out[at + 1] = i16(i64(box.ship_size[ship]))
                copied(out, at + 2, box.cargo, ship * 4, 4)
                out[at + 6] = i16(box.ship_points[ship])
            at += SHIP_PLACES
        at = copied(out, end, t.left, 0, 3)
        at = copied(out, at, t.ships_left, 0, 2)
        at = copied(out, at, t.discards, 0, box.kinds)
        delivered = t.delivered
        for ship in range(box.ships):
            count = i64(t.gone[ship])
            for other in range(t.players):
                count += i64(delivered[other * SHIPS + ship])
            out[at + ship] = i16(count)
        return at + box.ships


OBSERVER: Final = VorDemWind(2)
