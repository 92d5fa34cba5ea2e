"""The action cards: how they are drawn (WP-4.4) and what they do (WP-1.4)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import arrival, sailing, scoring
from fourwinds.games.winds_of_plunder.state import (
    BITS,
    CARD,
    CARD_DRAWN,
    CARD_KINDS,
    CARD_PLAYED,
    CARD_SEEN,
    CREW,
    DECK_RESHUFFLED,
    HEAVE,
    INTRIGUE,
    ITEM_BOUGHT,
    ITEMS,
    MISFIRE,
    MOST_CARDS,
    MOST_SEATS,
    OPPONENT_STRUCK,
    OTHER_CARDS,
    PLAY_INTRIGUE,
    PORTS,
    PURCHASE_NAMES,
    PURCHASES,
    RUMOUR,
    STRIKE,
    Table,
)

PRICE: Final = 2


def may_draw(t: Table) -> bool:
    """WP-4.4: while there is a card in the deck or among the discards."""
    if t.deck_count > 0:
        return True
    for card in range(CARD_KINDS):
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


def no_heave(t: Table, seat: i64) -> str:
    """WP-1.4: what forbids Heave, "" if nothing does.

    It is for who has sailed and is behind everybody, once a turn; it takes a crew, and a port that
    can be reached with this wind.
    """
    if t.heaved > 0:
        return "heave-once"
    if t.sailed == 0:
        return "heave-before-sailing"
    if not trails_all(t, seat):
        return "heave-not-last"
    if t.item(seat, CREW) == 0:
        return "heave-without-crew"
    if sailing.reach(t, t.wind) == 0:
        return "heave-leads-nowhere"
    return ""


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
                out[n] = CARD + card
                n += 1
        elif card == HEAVE:
            if no_heave(t, seat) == "":
                out[n] = CARD + HEAVE
                n += 1
        elif card == RUMOUR:
            out[n] = CARD + RUMOUR
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


def no_card(t: Table, seat: i64, action: i64) -> IllegalAction:
    card = card_of(action)
    name = kind_name(t, card)
    if t.find(seat, card) == NOBODY:
        return IllegalAction("card-not-in-hand", "WP-4.2", {"card": name})
    if t.action_points == 0:
        return IllegalAction("too-few-points", "WP-4.2", {"needed": 1, "n": 0})
    if card < PURCHASES:
        details: dict[str, object] = {"card": name, "needed": PRICE, "n": int(t.vp[seat])}
        return IllegalAction("cannot-pay", "WP-6.7", details)
    if card == HEAVE:
        return IllegalAction(no_heave(t, seat), "WP-1.4")
    victim = (action - STRIKE) % MOST_SEATS
    if victim == seat:
        return IllegalAction("not-yourself", "WP-1.4", {"card": name})
    return no_such_player(t, victim)


def draw(t: Table, seat: i64) -> None:
    """WP-4.4: when the deck is empty the discards are shuffled to make a new one."""
    t.action_points -= 1
    if t.deck_count == 0:
        count: i64 = 0
        for card in range(CARD_KINDS):
            for _ in range(i64(t.discards[card])):
                t.deck[count] = u8(card)
                count += 1
            t.discards[card] = 0
        t.deck_count = count
        t.stream().shuffle(t.deck, count, count)
        t.filling += 1
        if t.recording:
            t.cite("WP-4.4")
            t.tell(DECK_RESHUFFLED, NOBODY, {"n": int(count)})
    t.deck_count -= 1
    card_drawn = i64(t.deck[t.deck_count])
    t.receive(seat, card_drawn, t.filling)
    if t.recording:
        t.cite("WP-4.2")
        t.tell(CARD_DRAWN, seat, {})
        t.tell(CARD_SEEN, seat, card_details(t, card_drawn))


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
        if t.recording:
            t.tell(CARD_PLAYED, seat, {"card": "rumour"})
        arrival.draw_treasure(t, seat)
    else:
        strike(t, seat, card - MISFIRE, (action - STRIKE) % MOST_SEATS)


def purchase(t: Table, seat: i64, card: i64) -> None:
    """WP-1.4, WP-6.7: one item for two points, or free."""
    price = 0 if is_free(t, seat, card) else PRICE
    item = t.box.item[card]
    t.vp[seat] -= price
    if t.recording:
        t.cite("WP-6.7")
        t.tell(ITEM_BOUGHT, seat, {"item": ITEMS[item], "n": price})
    scoring.change(t, seat, item, 1)
    scoring.move_marker(t, item)


def heave(t: Table, seat: i64) -> None:
    """WP-1.4: one crew for one more sailing."""
    t.heaved = 1
    if t.recording:
        t.tell(CARD_PLAYED, seat, {"card": "heave"})
    scoring.change(t, seat, CREW, -1)
    scoring.move_marker(t, CREW)


def strike(t: Table, seat: i64, item: i64, victim: i64) -> None:
    """WP-1.4: Misfire, Mutiny, Spoilage: an opponent loses a weapon, a crew, a provision."""
    if t.recording:
        t.tell(
            OPPONENT_STRUCK,
            seat,
            {"victim": int(victim), "card": OTHER_CARDS[2 + item], "item": ITEMS[item]},
        )
    scoring.change(t, victim, item, -1)
    scoring.move_marker(t, item)


def card_of(action: i64) -> i64:
    """The action card an action plays."""
    if action == PLAY_INTRIGUE:
        return INTRIGUE
    if action >= STRIKE:
        return MISFIRE + (action - STRIKE) // MOST_SEATS
    return action - CARD


def kind_name(t: Table, card: i64) -> str:
    return PURCHASE_NAMES[t.box.item[card]] if card < PURCHASES else OTHER_CARDS[card - HEAVE]


def card_details(t: Table, card: i64) -> dict[str, object]:
    """A card as facts name it: its kind and the ports on it."""
    ports = []
    if card < PURCHASES:
        free = t.box.free[card]
        ports = [t.box.port_names[port] for port in range(PORTS) if free & BITS[port]]
    return {"card": kind_name(t, card), "ports": ports}


def no_such_player(t: Table, seat: i64) -> IllegalAction:
    """The player called by a number of the notation, which counts from 1."""
    details: dict[str, object] = {"number": int(seat) + 1, "last": int(t.players)}
    return IllegalAction("no-such-player", None, details)
