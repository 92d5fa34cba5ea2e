"""The action cards: how they are drawn (WP-4.4) and what they do (WP-1.4)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import arrival, refusals, sailing, scoring
from fourwinds.games.winds_of_plunder.actions import (
    PLAY_HEAVE,
    PLAY_INTRIGUE,
    PLAY_RUMOUR,
    PURCHASE,
    STRIKE,
)
from fourwinds.games.winds_of_plunder.facts import (
    CARD_DRAWN,
    CARD_PLAYED,
    CARD_SEEN,
    DECK_RESHUFFLED,
    ITEM_BOUGHT,
    OPPONENT_STRUCK,
)
from fourwinds.games.winds_of_plunder.pieces import (
    BITS,
    CARD_KINDS,
    CREW,
    HEAVE,
    INTRIGUE,
    ITEMS,
    MISFIRE,
    MOST_CARDS,
    MOST_SEATS,
    PURCHASE_NAMES,
    PURCHASES,
    RUMOUR,
    STRIKES,
)
from fourwinds.games.winds_of_plunder.state import CARDS_PILE, Table

PRICE: Final = 2


def may_draw(t: Table) -> bool:
    """WP-4.4: while there is a card in the deck or among the discards."""
    if t.deck_count > 0:
        return True
    for card in range(i64(CARD_KINDS)):
        if t.discards[card] > 0:
            return True
    return False


def is_free(t: Table, seat: i64, card: i64) -> bool:
    """WP-1.4: a purchase costs nothing in the ports named on the card."""
    return (t.box.free[card] & BITS[t.ship[seat]]) != 0


def may_purchase(t: Table, seat: i64, card: i64) -> bool:
    """WP-6.7: the two points must be there unless it is free."""
    return is_free(t, seat, card) or t.vp[seat] >= PRICE


def trails_all(t: Table, seat: i64) -> bool:
    """WP-1.4: whether every opponent has more points."""
    for other in range(t.players):
        if other != seat and t.vp[other] <= t.vp[seat]:
            return False
    return True


def no_heave(t: Table, seat: i64) -> Refusal | None:
    """WP-1.4: what forbids Heave, if anything.

    It is for a player who has sailed and is behind everybody, once a turn; it takes a crew, and a
    port that can be reached with this wind (WP-6.7).
    """
    if t.heaved > 0:
        return refusals.HEAVE_ONCE
    if t.sailed == 0:
        return refusals.HEAVE_BEFORE_SAILING
    if not trails_all(t, seat):
        return refusals.HEAVE_NOT_LAST
    if t.item(seat, CREW) == 0:
        return refusals.HEAVE_WITHOUT_CREW
    if sailing.reach(t, t.wind) == 0:
        return refusals.HEAVE_LEADS_NOWHERE
    return None


def fill_cards(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    hands = t.hands
    start = seat * MOST_CARDS
    before: i64 = NOBODY
    for i in range(start, start + t.held[seat]):
        card = i64(hands[i])
        if card == before:
            continue
        before = card
        if card < PURCHASES:
            if may_purchase(t, seat, card):
                out[n] = PURCHASE + card
                n += 1
        elif card == HEAVE:
            if no_heave(t, seat) is None:
                out[n] = PLAY_HEAVE
                n += 1
        elif card == RUMOUR:
            out[n] = PLAY_RUMOUR
            n += 1
        elif card == INTRIGUE:
            out[n] = PLAY_INTRIGUE
            n += 1
        else:
            for other in range(t.players):
                if other != seat:
                    out[n] = STRIKE + (card - MISFIRE) * MOST_SEATS + other
                    n += 1
    return n


def try_cards(t: Table, seat: i64) -> list[int]:
    """The plays of all cards in hand, legal or not."""
    out: list[int] = []
    for card in sorted(set(t.hand(seat))):
        if card < PURCHASES:
            out.append(PURCHASE + card)
        elif card == HEAVE:
            out.append(PLAY_HEAVE)
        elif card == RUMOUR:
            out.append(PLAY_RUMOUR)
        elif card == INTRIGUE:
            out.append(PLAY_INTRIGUE)
        else:
            base = STRIKE + (card - MISFIRE) * MOST_SEATS
            out.extend([base + other for other in range(t.players) if other != seat])
    return out


def no_card(t: Table, seat: i64, action: i64) -> IllegalAction:
    """Why a card cannot be played."""
    card = card_of(action)
    name = kind_of(t, card)
    if t.find(seat, card) == NOBODY:
        return refusals.CARD_NOT_IN_HAND.error({"card": name})
    if t.action_points == 0:
        return refusals.TOO_FEW_POINTS.error({"needed": 1, "n": 0})
    if card < PURCHASES:
        return refusals.CANNOT_PAY.error({"card": name, "needed": PRICE, "n": int(t.vp[seat])})
    if card == HEAVE:
        heave_refusal = no_heave(t, seat)
        assert heave_refusal is not None
        return heave_refusal.error()
    victim = (action - STRIKE) % MOST_SEATS
    if victim == seat:
        return refusals.STRIKES_HIMSELF.error({"card": name})
    return refusals.no_such_player(t, victim)


def draw(t: Table, seat: i64) -> None:
    """WP-4.4: when the deck is empty the discards are shuffled to make a new one."""
    t.action_points -= 1
    if t.deck_count == 0:
        reshuffle(t)
    t.deck_count -= 1
    card = i64(t.deck[t.deck_count])
    t.receive(seat, card, t.reshuffles)
    if t.recording:
        t.cite("WP-4.2")
        t.tell(CARD_DRAWN, seat, {})
        name = t.box.card_names[card]
        face = t.box.card_faces[name]
        t.tell(CARD_SEEN, seat, {"name": name, "card": face["kind"], "ports": face["ports"]})


def reshuffle(t: Table) -> None:
    count: i64 = 0
    for card in range(i64(CARD_KINDS)):
        for _card in range(i64(t.discards[card])):
            t.deck[count] = u8(card)
            count += 1
        t.discards[card] = 0
    t.deck_count = count
    t.reshuffles += 1
    t.stream(CARDS_PILE, t.reshuffles).shuffle(t.deck, count, count)
    if t.recording:
        t.cite("WP-4.4")
        t.tell(DECK_RESHUFFLED, NOBODY, {"n": int(count)})


def play_card(t: Table, seat: i64, action: i64) -> None:
    card = card_of(action)
    t.action_points -= 1
    t.discard(seat, card)
    if t.recording:
        t.cite("WP-4.2")
        t.cite("WP-1.4")
    if card < PURCHASES:
        purchase(t, seat, card)
    elif card == HEAVE:
        heave(t, seat)
    elif card == RUMOUR:
        spread_rumour(t, seat)
    else:
        strike(t, seat, card - MISFIRE, (action - STRIKE) % MOST_SEATS)


def purchase(t: Table, seat: i64, card: i64) -> None:
    """WP-1.4, WP-6.7: one item for two points, or free; in vain at nine (WP-1.5)."""
    item = t.box.item[card]
    price: i64 = PRICE
    if is_free(t, seat, card):
        price = 0
    t.vp[seat] -= price
    gained = scoring.change(t, seat, item, 1)
    if t.recording:
        t.cite("WP-6.7")
        t.tell(
            ITEM_BOUGHT,
            seat,
            {
                "card": PURCHASE_NAMES[item],
                "item": ITEMS[item],
                "n": int(price),
                "lost": not gained,
            },
        )
    scoring.move_marker(t, item)


def heave(t: Table, seat: i64) -> None:
    """WP-1.4: one crew for one more sailing."""
    t.heaved = 1
    scoring.change(t, seat, CREW, -1)
    if t.recording:
        t.tell(CARD_PLAYED, seat, {"card": "heave"})
    scoring.move_marker(t, CREW)


def spread_rumour(t: Table, seat: i64) -> None:
    """WP-1.4: a treasure card; in vain when their deck is empty (WP-6.7)."""
    if t.recording:
        t.tell(CARD_PLAYED, seat, {"card": "rumour"})
    if not arrival.draw_treasure(t, seat) and t.recording:
        t.cite("WP-6.7")


def strike(t: Table, seat: i64, item: i64, victim: i64) -> None:
    """WP-1.4: Misfire, Mutiny, Spoilage: an opponent loses an item, if there is one (WP-6.7)."""
    lost = scoring.change(t, victim, item, -1)
    if t.recording:
        if not lost:
            t.cite("WP-6.7")
        t.tell(
            OPPONENT_STRUCK,
            seat,
            {
                "card": STRIKES[item],
                "victim": int(victim),
                "item": ITEMS[item],
                "lost": int(lost),
            },
        )
    scoring.move_marker(t, item)


def card_of(action: i64) -> i64:
    """The action card an action plays."""
    if action == PLAY_INTRIGUE:
        return INTRIGUE
    if action >= STRIKE:
        return MISFIRE + (action - STRIKE) // MOST_SEATS
    return action - PURCHASE


def kind_of(t: Table, card: i64) -> str:
    """The kind of a card; also of a number that the components leave free."""
    face = t.box.card_faces.get(t.box.card_names[card])
    return PURCHASE_NAMES[0] if face is None else face["kind"]
