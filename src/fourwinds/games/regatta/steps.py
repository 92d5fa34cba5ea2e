"""The steps of a race, one per section of the rules; boarding.py has those before it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.regatta import cards, moves, refusals, turning
from fourwinds.games.regatta.actions import (
    ARROWS,
    BOAT,
    BOATS,
    END,
    SUN,
    SWAP,
    TURN,
    TURNS,
)
from fourwinds.games.regatta.course import HOME
from fourwinds.games.regatta.state import (
    CLOUD,
    HAND,
    HELM,
    LEG_LOST,
    MOST_SWAPPED,
    RACE_ENDED,
    SUN_LAID,
    TURN_MISSED,
    Table,
)


class Turning(Step[Table]):
    """RG-6.3: whose turn it is; a becalmed boat misses it and its sun is discarded."""

    def enter(self, t: Table) -> None:
        t.played = t.helm = t.draft_count = 0
        t.turns += 1
        while t.calm[t.turn]:
            seat = t.turn
            t.calm[seat] = 0
            t.discards[t.box.sun] += 1
            if t.recording:
                t.cite("RG-6.3")
                t.tell(TURN_MISSED, seat, {"boat": BOATS[t.boat[seat]]})
            t.next_turn(seat)
            t.turns += 1
        t.go(SAILING)


class Sailing(Step[Table]):
    """RG-4 and RG-5: play a direction card, or heave to."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        if t.draft_count == 0:
            n = moves.fill_moves(t, seat, True, out)
            n = fill_swaps(t, seat, out, n)
            return turning.fill_turns(t, seat, out, n)
        n = 0
        if t.draft_count < MOST_SWAPPED:
            n = fill_swaps(t, seat, out, 0)
        out[n] = END
        return n + 1

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        """Drawn from all arrows, cards and turns, and drawn again while it is not legal."""
        if t.draft_count > 0:
            return out[chance.below(self.fill(t, seat, out))]
        arrows = count_arrows(t, seat)
        kinds = fill_swaps(t, seat, out, 0)
        while True:
            at = chance.below(arrows + kinds + TURNS)
            if at < arrows:
                action = nth_arrow(t, seat, at)
                if moves.may_sail(t, seat, t.box.arrows[action], True):
                    return action
            elif at < arrows + kinds:
                return out[at - arrows]
            elif turning.may_turn(t, seat, at - arrows - kinds):
                return TURN + at - arrows - kinds

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if t.draft_count > 0 and not SWAP <= action < END:
            if SUN <= action < TURN:
                return refusals.SUN_WHILE_HEAVING_TO.error()
            return refusals.SWAP_BEGUN.error()
        if action < SWAP:
            return refusals.refuse_move(t, seat, action, True)
        if action < END:
            card = action - SWAP
            if t.draft_count == MOST_SWAPPED:
                return refusals.SWAP_TOO_MANY.error({"most": MOST_SWAPPED})
            if card >= t.box.kinds:
                return refusals.NO_SUCH_CARD.error()
            return refusals.NOT_TO_SWAP.error({"card": t.box.names[card]})
        if action == END:
            return refusals.NOTHING_DONE.error()
        if action < TURN:
            return refusals.SUN_TOO_EARLY.error()
        if action < BOAT:
            return refusals.refuse_turn(t, seat, action - TURN)
        return refusals.RACE_HAS_BEGUN.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        swaps = [SWAP + card for card in sorted(set(t.hand(seat)))]
        if t.draft_count > 0:
            return [*swaps, END]
        return [*all_arrows(t, seat), *swaps, *[TURN + k for k in range(TURNS)]]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < SWAP:
            play_card(t, seat, action)
            return
        if action < END:
            t.draft[t.draft_count] = u8(action - SWAP)
            t.draft_count += 1
            return
        if action == END:
            cards.swap(t, seat)
        else:
            turning.turn(t, seat, action - TURN)
        t.next_turn(seat)
        t.go(TURNING)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn or t.draft_count == 0:
            return 0
        t.draft_count -= 1
        return 1


def fill_swaps(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    """RG-5.1: any card of the hand that is not yet chosen."""
    start = seat * HAND
    count = i64(t.held[seat])
    i: i64 = 0
    while i < count:
        card = i64(t.hands[start + i])
        alike: i64 = 1
        while i + alike < count and i64(t.hands[start + i + alike]) == card:
            alike += 1
        if t.draft_count == 0 or t.drafted(card) < alike:
            out[n] = SWAP + card
            n += 1
        i += alike
    return n


def fill_arrows(t: Table, seat: i64, out: vec[i64]) -> i64:
    """Every arrow of the kinds of cards in the hand, legal or not."""
    n: i64 = 0
    before: i64 = NOBODY
    start = seat * HAND
    for i in range(start, start + i64(t.held[seat])):
        card = i64(t.hands[i])
        if card != before:
            before = card
            for at in range(card * ARROWS, card * ARROWS + t.box.arrow_count[card]):
                out[n] = at
                n += 1
    return n


def count_arrows(t: Table, seat: i64) -> i64:
    """How many arrows the kinds of cards in the hand have."""
    n: i64 = 0
    before: i64 = NOBODY
    start = seat * HAND
    for i in range(start, start + i64(t.held[seat])):
        card = i64(t.hands[i])
        if card != before:
            before = card
            n += t.box.arrow_count[card]
    return n


def nth_arrow(t: Table, seat: i64, n: i64) -> i64:
    """The n-th of them, as an action."""
    before: i64 = NOBODY
    i = seat * HAND
    while True:
        card = i64(t.hands[i])
        if card != before:
            before = card
            count = t.box.arrow_count[card]
            if n < count:
                return card * ARROWS + n
            n -= count
        i += 1


def all_arrows(t: Table, seat: i64) -> list[int]:
    return [int(nth_arrow(t, seat, n)) for n in range(count_arrows(t, seat))]


class SailingOn(Step[Table]):
    """RG-6.2: the second leg of a card with a cloud, its arrow chosen anew."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        if t.recording:
            t.cite("RG-6.2")
        if moves.card_is_free(t, seat, t.card):
            return
        if t.recording:
            t.tell(LEG_LOST, seat, {"boat": BOATS[t.boat[seat]], "card": t.box.names[t.card]})
        t.go(FINISHING)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        first = t.card * ARROWS
        for at in range(first, first + t.box.arrow_count[t.card]):
            if moves.is_free(t, seat, t.box.arrows[at]):
                out[n] = at
                n += 1
        return n

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        while True:
            at = t.card * ARROWS + chance.below(t.box.arrow_count[t.card])
            if moves.is_free(t, seat, t.box.arrows[at]):
                return at

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action < SWAP and action // ARROWS == t.card:
            return refusals.refuse_arrow(t, seat, t.card, action % ARROWS, False)
        return refusals.SECOND_LEG.error({"card": t.box.names[t.card]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [int(t.card * ARROWS + k) for k in range(t.box.arrow_count[t.card])]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        moves.sail(t, seat, t.card, action % ARROWS)
        if t.stage[seat] == HOME:
            t.go(OVER)
        else:
            t.go(FINISHING)


class Finishing(Step[Table]):
    """RG-6.1, RG-6.3: a second card after a helm, a sun, or the end of the turn.

    Who has moved is asked even if he holds no sun: others must not learn that from the pace.
    """

    def enter(self, t: Table) -> None:
        t.card = NOBODY
        if not t.helm and not self.sun_may_come(t, t.turn):
            end_turn(t, t.turn)

    def sun_may_come(self, t: Table, seat: i64) -> bool:
        """Whether, as far as everybody can see, a sun might be laid now."""
        out_of_play = i64(t.discards[t.box.sun])
        target = False
        for other in range(t.players):
            if t.calm[other]:
                out_of_play += 1
            elif other != seat:
                target = True
        return target and out_of_play < t.box.suns

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if t.helm:
            n = moves.fill_moves(t, seat, False, out)
        out[n] = END
        return fill_suns(t, seat, out, n + 1)

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        """Drawn from all arrows, the end and the suns, and drawn again while it is not legal."""
        out[0] = END
        others = fill_suns(t, seat, out, 1)
        arrows: i64 = 0
        if t.helm:
            arrows = count_arrows(t, seat)
        while True:
            at = chance.below(others + arrows)
            if at < others:
                return out[at]
            action = nth_arrow(t, seat, at - others)
            if moves.is_free(t, seat, t.box.arrows[action]):
                return action

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action < SWAP:
            if t.helm:
                return refusals.refuse_move(t, seat, action, False)
            if t.played == 2:
                return refusals.HELM_ONLY_ONCE.error()
            return refusals.NO_HELM.error()
        if SUN <= action < TURN:
            return refusals.refuse_sun(t, seat, action - SUN)
        return refusals.HAS_MOVED.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        suns = []
        if t.holds(seat, t.box.sun) > 0:
            suns = [SUN + boat for boat in range(4) if t.seat_of(boat) not in (NOBODY, seat)]
        if t.helm:
            return [*all_arrows(t, seat), END, *suns]
        return [END, *suns]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < SWAP:
            if t.recording:
                t.cite("RG-6.1")
            play_card(t, seat, action)
            return
        if action >= SUN:
            target = t.seat_of(action - SUN)
            cards.take(t, seat, t.box.sun)
            t.calm[target] = 1
            if t.recording:
                t.cite("RG-6.3")
                t.tell(SUN_LAID, seat, {"boat": BOATS[t.boat[seat]], "target": BOATS[action - SUN]})
        end_turn(t, seat)


def fill_suns(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    """RG-6.3: the opponents who have no sun lying before them."""
    if t.holds(seat, t.box.sun) > 0:
        for boat in range(i64(4)):
            target = t.seat_of(boat)
            if target != NOBODY and target != seat and not t.calm[target]:
                out[n] = SUN + boat
                n += 1
    return n


class Over(Step[Table]):
    """RG-7.2: the first boat home has won."""

    def enter(self, t: Table) -> None:
        t.card = NOBODY
        if t.recording:
            t.cite("RG-7.2")
            t.tell(RACE_ENDED, NOBODY, {"winners": t.winners, "ranking": t.ranking})


def play_card(t: Table, seat: i64, action: i64) -> None:
    """RG-4.1: discard the card and sail; RG-6.1, RG-6.2: what its symbol gives."""
    card = action // ARROWS
    symbol = t.box.symbols[card]
    cards.take(t, seat, card)
    t.discards[card] += 1
    t.played += 1
    t.helm = 0
    if symbol == HELM and t.played == 1:
        t.helm = 1
    if t.recording:
        t.cite("RG-4.1")
        if t.helm:
            t.cite("RG-6.1")
    free = moves.sail(t, seat, card, action % ARROWS)
    if t.stage[seat] == HOME:
        t.go(OVER)
    elif symbol == CLOUD and free:
        t.card = card
        t.go(SAILING_ON)
    else:
        if symbol == CLOUD and t.recording:
            t.cite("RG-6.2")
        t.go(FINISHING)


def end_turn(t: Table, seat: i64) -> None:
    """RG-4.1: draw back to five, once; then the next boat."""
    cards.draw(t, seat)
    t.next_turn(seat)
    t.go(TURNING)


TURNING: Final = Turning(4, "turning", "RG-6.3")
SAILING: Final = Sailing(5, "sailing", "RG-4.1")
SAILING_ON: Final = SailingOn(6, "sailing-on", "RG-6.2")
FINISHING: Final = Finishing(7, "finishing", "RG-6.1")
OVER: Final = Over(8, "over", "RG-7.2")
