"""VW-3.2, VW-6.4: stacks of cards and of ships are made anew from what was laid aside."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.state import (
    LARGE_SHIPS,
    SHIP_PILE,
    STACK_CARDS,
    STACK_RESHUFFLED,
    STACKS,
    Table,
)

# Beside the five stacks chance names the first player.
FIRST_PLAYER: Final = 5


def rebuild(
    t: Table,
    pile: i64,
    stacks: vec[u8],
    stack: i64,
    aside: vec[u8],
    deck: vec[u8],
    places: i64,
    left: vec[u8],
) -> i64:
    """Shuffle what was laid aside of a stack that has run out; return how many there were.

    `stacks` says of every kind which stack it belongs to; a stack has `places` in the deck. `pile`
    is its number among all stacks: its shuffles depend on nothing but the match and each other.
    """
    cards = vec[u8]([0] * places)
    found: i64 = 0
    kinds: i64 = len(stacks)
    for kind in range(kinds):
        if i64(stacks[kind]) == stack:
            for _card in range(i64(aside[kind])):
                cards[found] = u8(kind)
                found += 1
            aside[kind] = 0
    if found > 0:
        t.stream(pile, t.shuffled[pile]).shuffle(cards, found, found)
        t.shuffled[pile] += 1
        for i in range(found):
            deck[stack * places + i] = cards[i]
        left[stack] = u8(found)
    return found


def make_stack(t: Table, stack: i64) -> i64:
    """Action cards from their discards."""
    return rebuild(t, stack, t.box.stack, stack, t.discards, t.deck, STACK_CARDS, t.left)


def make_ship_stack(t: Table, size: i64) -> i64:
    """VW-6.4: ships from those of their size that left unladen."""
    box = t.box
    pile = SHIP_PILE + size
    return rebuild(t, pile, box.ship_size, size, t.gone, t.ship_deck, LARGE_SHIPS, t.ships_left)


def refill(t: Table, stack: i64) -> None:
    """VW-3.2: an empty stack is made anew from its discards, if there are any."""
    if i64(t.left[stack]) == 0:
        cards = make_stack(t, stack)
        if t.recording and cards > 0:
            t.cite("VW-3.2")
            t.tell(STACK_RESHUFFLED, NOBODY, {"stack": STACKS[stack], "cards": int(cards)})
