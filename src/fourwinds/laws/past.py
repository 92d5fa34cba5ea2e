"""The law of past actions: no imagined world has a past that the rules forbid.

A seat plays; the others see it. From what such a viewer sees after it, worlds are imagined. Take
the play back in such a world: the world before it must allow it. Otherwise the play told the viewer
something about hidden cards that his beliefs have forgotten.

How a play is taken back without knowing the game: three positions are at hand, of the real match
before and after, and of the imagined world after. What the play left alone stays as imagined; what
it changed and the imagined world shows alike goes back to what it was; and where hidden cards
moved, the imagined list loses as many cards as the real one gained (any of them could be the card
drawn, so each choice is tried) and gains those it lost. A world found so counts if its position is
accepted and the viewer sees in it what he saw before. If there are such worlds, one of them must
allow the play and become the imagined one by it, as everybody sees it. Nothing is judged where one
allows it but becomes another (the play ended in a new deal, which makes hands anew), or where a
card left a pile and no hand seems to have gained one (it laid down a card like the one it drew).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from fourwinds.core.errors import FourWindsError
from fourwinds.core.state import State
from fourwinds.laws.law import BrokenLaw, law
from fourwinds.laws.play import some, viewers

PLAYS = 8
LONGEST_PLAY = 60
VIEWERS = 2
MOST_WORLDS = 300
LONGEST_HAND = 8


@dataclass(frozen=True)
class Play:
    """A whole public choice: from a state without anything to take back to the next such state."""

    before: State
    actions: tuple[tuple[int, int], ...]
    after: State


def plays(state: State, rng: random.Random, most: int) -> Iterator[Play]:
    """The next choices of random play from here."""
    for _ in range(most):
        before, actions = state.copy(), list[tuple[int, int]]()
        while not state.over and len(actions) < LONGEST_PLAY:
            seat = rng.choice(state.actors)
            action = rng.choice(state.actions(seat))
            state.play(seat, action)
            actions.append((seat, action))
            if not any(state.copy().retract(s) for s in range(int(state.players))):
                break
        if not actions:
            return
        yield Play(before, tuple(actions), state.copy())


@law(between=2)
def imagined_worlds_allow_what_was_played(state: State, rng: random.Random) -> None:
    for play in plays(state, rng, PLAYS):
        actors = {seat for seat, _ in play.actions}
        others = [viewer for viewer in viewers(state) if viewer not in actors]
        for viewer in some(rng, others, VIEWERS):
            judge(play, viewer, rng.getrandbits(32))


def judge(play: Play, viewer: int | None, seed: int) -> bool:
    """Whether a world imagined by `viewer` after the play could be taken back and allowed it.

    False if it could not be taken back; raises BrokenLaw if it was not allowed.
    """
    view = play.before.view(viewer)
    imagined = play.before.rules.imagine(play.after.view(viewer), seed)
    refusals, unsure = [], False
    for number, (world, complete) in enumerate(worlds_before(play, imagined)):
        if number == MOST_WORLDS:
            return False
        if world.view(viewer) != view:
            continue
        refusal = refused(world, play.actions)
        if refusal is not None:
            refusals.append(refusal)
            unsure = unsure or not complete
        elif all(world.view(seat) == imagined.view(seat) for seat in viewers(world)):
            return True
        else:
            unsure = True
    if refusals and not unsure:
        raise BrokenLaw(
            f"seat {viewer} imagines a world in which what was just played was not allowed"
            f" ({refusals[0]}): {imagined.position()}"
        )
    return False


def refused(world: State, actions: tuple[tuple[int, int], ...]) -> str | None:
    for seat, action in actions:
        refusal = world.refusal(seat, action)
        if refusal is not None:
            return f"{refusal.code}, {refusal.rule}"
        world.play(seat, action)
    return None


def worlds_before(play: Play, imagined: State) -> Iterator[tuple[State, bool]]:
    """The worlds the imagined one may come from, as far as positions can tell.

    With each, whether every card that left a pile is accounted for.
    """
    before, after, world = (s.position() for s in (play.before, play.after, imagined))
    for way in _take_back(before, after, world):
        position, complete = _settle(way)
        try:
            yield play.before.rules.position(position), complete
        except FourWindsError:
            continue


@dataclass(frozen=True)
class _Way:
    """One way to take a play back: the value, and the hidden cards that were drawn in it.

    `real` and `drawn` pair the cards the real hands gained with those the imagined hands give back.
    """

    value: Any
    real: tuple[Any, ...] = ()
    drawn: tuple[Any, ...] = ()


@dataclass(frozen=True)
class _Pile:
    """A list the play took cards from: what is left of it, what it had, and at which end."""

    left: list[Any]
    taken: list[Any]
    first: bool
    hidden: bool
    """Whether the cards taken from it may be others in the imagined world."""


def _take_back(before: Any, after: Any, world: Any) -> Iterator[_Way]:
    """The ways to undo in `world` what changed from `before` to `after`."""
    if before == after:
        yield _Way(world)
    elif world == after and not _is_emptied_pile(before, after):
        yield _Way(before)
    elif isinstance(before, Mapping) and isinstance(after, Mapping) and isinstance(world, Mapping):
        names = [name for name in before if name in after and name in world]
        if len(names) == len(before):
            parts = [_take_back(before[name], after[name], world[name]) for name in names]
            yield from _together(parts, lambda values: dict(zip(names, values, strict=True)))
    elif isinstance(before, list) and isinstance(after, list) and isinstance(world, list):
        if _is_flat([*before, *after, *world]):
            yield from _take_back_cards(before, after, world)
        elif len(before) == len(after) == len(world):
            each = zip(before, after, world, strict=True)
            yield from _together([_take_back(b, a, w) for b, a, w in each], list)


def _is_emptied_pile(before: Any, after: Any) -> bool:
    """Whether the last cards of a list were taken, which may be others in the imagined world."""
    return isinstance(before, list) and after == [] and _is_flat(before)


def _is_flat(cards: list[Any]) -> bool:
    return not any(isinstance(each, list | Mapping) for each in cards)


def _together(parts: list[Iterator[_Way]], build: Callable[[list[Any]], Any]) -> Iterator[_Way]:
    for ways in product(*parts):
        real = tuple(card for way in ways for card in way.real)
        drawn = tuple(card for way in ways for card in way.drawn)
        yield _Way(build([way.value for way in ways]), real, drawn)


def _take_back_cards(before: list[Any], after: list[Any], world: list[Any]) -> Iterator[_Way]:
    lost = Counter(before) - Counter(after)
    gained = Counter(after) - Counter(before)
    first = before[len(before) - len(after) :] == after
    # A card may have been laid down and another like it drawn.
    both = list((Counter(before) & Counter(after)).elements()) if gained else []
    for more in _choices(both, range(len(both) + 1)):
        real = [*gained.elements(), *more]
        for drawn in _choices(world, [len(real)]):
            left = list((Counter(world) - Counter(drawn)).elements()) if drawn else world
            pile = _Pile(left, [*lost.elements(), *more], first, not real)
            yield _Way(pile, tuple(real), drawn)


def _choices(cards: list[Any], sizes: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Every choice of these numbers of cards, equal ones once."""
    if len(cards) <= LONGEST_HAND:
        ordered = sorted(cards, key=str)
        for size in sizes:
            yield from dict.fromkeys(combinations(ordered, size))
    elif 0 in sizes:
        yield ()


def _settle(way: _Way) -> tuple[Any, bool]:
    """The position of a way back: piles get the cards that were drawn in the imagined world.

    And whether every card that left a pile went to a hand.
    """
    swaps: dict[Any, list[Any]] = {}
    for real, drawn in zip(way.real, way.drawn, strict=True):
        swaps.setdefault(real, []).append(drawn)
    shown = list[Any]()
    position = _put_back(way.value, swaps, shown)
    return position, not shown


def _put_back(value: Any, swaps: dict[Any, list[Any]], shown: list[Any]) -> Any:
    """The value with its piles filled; `shown` gets the cards that left a pile for all to see."""
    if isinstance(value, _Pile):
        cards = list[Any]()
        for card in value.taken:
            if value.hidden and swaps.get(card):
                cards.append(swaps[card].pop())
            else:
                cards.append(card)
                if value.hidden:
                    shown.append(card)
        return cards + value.left if value.first else value.left + cards
    if isinstance(value, Mapping):
        return {name: _put_back(each, swaps, shown) for name, each in value.items()}
    if isinstance(value, list):
        return [_put_back(each, swaps, shown) for each in value]
    return value
