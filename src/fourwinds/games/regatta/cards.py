"""Cards leaving hands and coming to them: RG-4.1, RG-5.1, RG-6.4, and what is known of hands."""

from __future__ import annotations

from mypy_extensions import i64, u8

from fourwinds.core.state import NOBODY
from fourwinds.games.regatta.actions import TYPES
from fourwinds.games.regatta.state import (
    CARDS_DRAWN,
    CARDS_SWAPPED,
    DECK,
    HAND,
    PILE_SHUFFLED,
    Table,
)


def take(t: Table, seat: i64, card: i64) -> None:
    """A card leaves the hand for everybody to see.

    If it is of a kind of which at most n lay in the hand, all kinds that share that limit or a
    weaker one have one card less to come.
    """
    t.drop(seat, card)
    if t.limited[seat]:
        first = seat * TYPES
        limit = t.limits[first + card]
        if limit < HAND:
            for at in range(first, first + t.box.kinds):
                if limit <= t.limits[at] < HAND:
                    t.limits[at] -= 1


def draw(t: Table, seat: i64) -> None:
    """Draw back to five; RG-6.4: the discards are shuffled when the pile is empty."""
    drawn: list[str] | None = [] if t.recording else None
    if t.limited[seat]:
        loosen(t, seat, HAND - i64(t.held[seat]))
    while i64(t.held[seat]) < HAND:
        if t.deck_count == 0:
            shuffle_discards(t)
        t.deck_count -= 1
        card = t.deck[t.deck_count]
        t.receive(seat, card)
        if drawn is not None:
            drawn.append(t.box.names[card])
    if drawn:
        t.tell(CARDS_DRAWN, seat, {"cards": drawn, "n": len(drawn)})


def loosen(t: Table, seat: i64, count: i64) -> None:
    """That number of cards come to the hand; nothing is known of them."""
    first = seat * TYPES
    known: u8 = 0
    for at in range(first, first + t.box.kinds):
        limit = i64(t.limits[at]) + count
        if limit < HAND:
            known = 1
            t.limits[at] = u8(limit)
        else:
            t.limits[at] = HAND
    t.limited[seat] = known


def shuffle_discards(t: Table) -> None:
    n: i64 = 0
    for card in range(t.box.kinds):
        for _card in range(i64(t.discards[card])):
            t.deck[n] = u8(card)
            n += 1
        t.discards[card] = 0
    t.deck_count = n
    t.reshuffles += 1
    t.stream(DECK, t.reshuffles).shuffle(t.deck, n, n)
    if t.recording:
        t.cite("RG-6.4")
        t.tell(PILE_SHUFFLED, NOBODY, {"n": int(n)})


def swap(t: Table, seat: i64) -> None:
    """RG-5.1: the chosen cards are set aside, as many drawn, and only then discarded."""
    count = t.draft_count
    if t.recording:
        t.cite("RG-5.1")
        names = sorted([t.box.names[t.draft[i]] for i in range(count)])
        t.tell(CARDS_SWAPPED, seat, {"cards": names, "n": int(count)})
    for i in range(count):
        take(t, seat, i64(t.draft[i]))
    draw(t, seat)
    for i in range(count):
        t.discards[i64(t.draft[i])] += 1
