"""The steps of Santa Timea, one per section of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.santa_timea import scoring
from fourwinds.games.santa_timea.actions import ACTIONS, DISCARD, KEEP
from fourwinds.games.santa_timea.state import (
    CARD_NAMES,
    CARD_PLAYED,
    DIRECTIONS,
    FIRST_PLAYER,
    FORECAST,
    HAND_DEALT,
    LEAD_PASSED,
    LONGEST_HAND,
    MATCH_ENDED,
    PIRATE,
    ROUND_BEGAN,
    ROW,
    SET_DISCARDED,
    SET_KEPT,
    STEERING_CARDS,
    VALUES,
    WIND_CARDS,
    WIND_NAMES,
    WIND_PUT_ASIDE,
    WIND_TAKEN,
    WIND_TURNED,
    WINDS,
    Table,
)

NOT_IN_HAND: Final = Refusal("not-in-hand", "ST-3.1")
PIRATE_LED: Final = Refusal("pirate-led", "ST-5.2")
DECIDE_SET: Final = Refusal("decide-set", "ST-8.4")

LED_PIRATE: Final = 0
ABOVE_ZERO: Final = 32
HIGHEST_RANK: Final[i64] = ABOVE_ZERO + 2 * VALUES


def _ranks() -> list[int]:
    """ST-4.1 to ST-4.3: how cards compare, for every wind and card.

    A card against the wind ranks by its printed value; every other card ranks above all of those,
    by twice what it counts, so that halves stay whole numbers.
    """
    ranks = []
    for wind in range(4):
        for card in range(PIRATE):
            value = card % VALUES + 1
            turn = (card // VALUES - wind) % 4
            if turn == 0:
                ranks.append(ABOVE_ZERO + 2 * value)
            elif turn == 2:
                ranks.append(value)
            else:
                ranks.append(ABOVE_ZERO + value)
    return ranks


RANKS: Final = vec[i64](_ranks())
BITS: Final = vec[i64]([1 << rank for rank in range(int(HIGHEST_RANK) + 1)])


def rank(t: Table, wind: i64, card: i64, before: i64) -> i64:
    """How a card compares under a wind; `before` is the rank of the card laid just before it.

    ST-5.1: a pirate has the rank of the card before it; ST-5.3: a led one (nothing before: NOBODY)
    is the lowest of all.
    """
    if card == PIRATE:
        if before == NOBODY:
            if t.recording:
                t.cite("ST-5.3")
            return LED_PIRATE
        if t.recording:
            t.cite("ST-5.1")
        return before
    worth = RANKS[wind * PIRATE + card]
    if t.recording:
        turn = (card // VALUES - wind) & 3
        t.cite("ST-4.1" if turn == 0 else "ST-4.3" if turn == 2 else "ST-4.2")
    return worth


def worth(rank: i64) -> float:
    """What a rank counts in the words of the rules: 0 against the wind, halves at 90 degrees."""
    return (rank - ABOVE_ZERO) / 2 if rank > ABOVE_ZERO else 0.0


def cancelled(ranks: vec[i64], count: i64) -> i64:
    """ST-4.4: a mask of the ranks that were laid more than once, which cancel each other."""
    bits = BITS
    seen: i64 = 0
    twice: i64 = 0
    for i in range(count):
        bit = bits[ranks[i]]
        twice |= seen & bit
        seen |= bit
    return twice


def lowest_and_highest(t: Table, ranks: vec[i64], count: i64) -> tuple[i64, i64]:
    """ST-4.4, ST-4.5: the places in the trick of the lowest and the highest card not cancelled.

    NOBODY where there is none. A led pirate is the lowest whatever is laid, and never the highest
    (ST-5.3).
    """
    twice = cancelled(ranks, count)
    led = ranks[0] == LED_PIRATE
    out = twice | BITS[LED_PIRATE]
    low: i64 = NOBODY
    high: i64 = NOBODY
    lowest: i64 = HIGHEST_RANK + 1
    highest: i64 = NOBODY
    left: i64 = 0
    for i in range(count):
        mine = ranks[i]
        if out >> mine & 1 == 0:
            left += 1
            if mine < lowest:
                lowest = mine
                low = i
            if mine > highest:
                highest = mine
                high = i
    if t.recording:
        if twice != 0:
            t.cite("ST-4.4")
        if left == 1 and not led:
            t.cite("ST-4.5")
    if led:
        low = 0
    return low, high


class Dealing(Step[Table]):
    """ST-2: winds and cards for a new round."""

    def enter(self, t: Table) -> None:
        if t.round == 0:
            first = t.stream(FIRST_PLAYER, 0).below(t.players)
        else:
            first = scoring.next_first(t)
        if t.recording:
            t.cite("ST-2.3")
        t.first = first
        t.round += 1
        t.leader = first
        t.turn = first
        t.laid = 0
        t.played_count = 0
        t.asked = 0
        for i in range(t.players * 4):
            t.kept[i] = 0
        for i in range(t.players * WINDS):
            t.taken[i] = 0
        for i in range(i64(WINDS)):
            t.aside[i] = 0
        self.lay_out_winds(t)
        # ST-2.2: the same number to each; the rest stays hidden.
        for seat in range(t.players):
            t.held[seat] = u8(t.box.hand)
        t.deal(t.box.seats, t.box.steering, t.stream(STEERING_CARDS, t.round))
        if t.recording:
            t.cite("ST-1.1")
            t.cite("ST-2.2")
            t.tell(
                ROUND_BEGAN,
                NOBODY,
                {
                    "round": int(t.round),
                    "first": int(t.first),
                    "row": [WIND_NAMES[t.winds[i]] for i in range(ROW)],
                    "forecast": [WIND_NAMES[t.forecast[i]] for i in range(t.forecast_count)],
                },
            )
            for seat in range(t.players):
                cards = [CARD_NAMES[card] for card in t.hand(seat)]
                t.tell(HAND_DEALT, seat, {"cards": cards})
        t.go(PLAYING)

    def lay_out_winds(self, t: Table) -> None:
        """ST-2.1; ST-8.1: in the expert game three cards that will not blow lie open."""
        winds = t.box.winds[:]
        count: i64 = len(winds)
        t.stream(WIND_CARDS, t.round).shuffle(winds, count, count)
        t.forecast_count = 0
        if t.expert:
            t.forecast_count = FORECAST
            for i in range(i64(FORECAST)):
                t.forecast[i] = winds[count - FORECAST + i]
        t.winds_count = count - t.forecast_count
        for i in range(t.winds_count):
            t.winds[i] = winds[i]
        t.blow(0)
        if t.recording:
            t.cite("ST-1.2")
            t.cite("ST-2.1")
            if t.expert:
                t.cite("ST-8.1")


class Playing(Step[Table]):
    """ST-3: the leader, then the others clockwise, lay one card each."""

    def enter(self, t: Table) -> None:
        """A position may be set up with nothing left in hand: then the round is over."""
        if t.held[t.turn] == 0:
            t.go(CHOOSING)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        hands = t.hands
        start = seat * LONGEST_HAND
        n = playable(t, seat)
        for i in range(n):
            out[i] = i64(hands[start + i])
        return n

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        return i64(t.hands[seat * LONGEST_HAND + chance.below(playable(t, seat))])

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action > PIRATE:
            return ACTIONS.wrong_step(int(action))
        if int(action) not in t.hand(seat):
            return NOT_IN_HAND.error({"card": CARD_NAMES[action]})
        return PIRATE_LED.error({"card": CARD_NAMES[action]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return sorted(set(t.hand(seat)))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        drop(t, seat, action)
        laid = t.laid
        count = t.played_count
        before: i64 = NOBODY
        if laid > 0:
            before = t.ranks[laid - 1]
        mine = rank(t, t.blowing, action, before)
        t.ranks[laid] = mine
        t.played[count] = u8(action)
        t.laid_by[count] = u8(seat)
        t.played_count = count + 1
        t.laid = laid + 1
        if t.recording:
            t.cite("ST-3.1")
            if action == PIRATE and t.laid == 1:
                t.cite("ST-5.2")
            t.tell(CARD_PLAYED, seat, {"card": CARD_NAMES[action], "value": worth(mine)})
        if t.laid < t.players:
            t.turn = seat_after(t, seat, 1)
            return
        self.settle(t)

    def settle(self, t: Table) -> None:
        """ST-3.2: the lowest takes the wind, the highest leads; ST-4.6, ST-8.2: or nobody does."""
        low, high = lowest_and_highest(t, t.ranks, t.players)
        if low == NOBODY:
            self.put_aside(t)
        else:
            self.take(t, seat_after(t, t.leader, low))
        # ST-4.6 and ST-5.3: where no card can lead next, the same player leads again.
        if high != NOBODY:
            t.leader = seat_after(t, t.leader, high)
            if t.recording:
                t.cite("ST-3.2")
        t.laid = 0
        t.turn = t.leader
        t.blow(t.wind + 1)
        if t.held[t.turn] == 0:
            if t.recording:
                t.cite("ST-3.4")
            t.go(CHOOSING)
        elif t.recording:
            t.cite("ST-3.3")
            t.tell(LEAD_PASSED, t.leader, {})
            self.tell_wind(t)

    def put_aside(self, t: Table) -> None:
        wind = i64(t.winds[t.wind])
        t.aside[wind] += 1
        if t.recording:
            t.cite("ST-8.2" if t.expert else "ST-4.6")
            t.tell(WIND_PUT_ASIDE, NOBODY, {"wind": WIND_NAMES[wind]})

    def take(self, t: Table, seat: i64) -> None:
        wind = i64(t.winds[t.wind])
        base = seat * WINDS
        t.taken[base + wind] += 1
        names = [WIND_NAMES[wind]] if t.recording else NONE
        if t.expert:
            # ST-8.2: who takes the next wind takes what lies beside the row too.
            for other in range(i64(WINDS)):
                count = i64(t.aside[other])
                if count > 0:
                    t.taken[base + other] += u8(count)
                    t.aside[other] = 0
                    if t.recording:
                        t.cite("ST-8.2")
                        names.extend([WIND_NAMES[other]] * int(count))
        if t.recording:
            t.cite("ST-3.2")
            t.tell(WIND_TAKEN, seat, {"winds": names})

    def tell_wind(self, t: Table) -> None:
        """ST-3.3: the row has moved up; the next wind card is turned over while there is one."""
        if t.wind + ROW - 1 < t.winds_count:
            shown = WIND_NAMES[t.winds[t.wind + ROW - 1]]
            t.tell(WIND_TURNED, NOBODY, {"wind": shown})


class Choosing(Step[Table]):
    """ST-8.4: in the expert game each holder of a set decides, in turn from the first player."""

    def enter(self, t: Table) -> None:
        if t.expert:
            while t.asked < t.players * 4 and not scoring.is_choice(t, self.actor(t), t.asked & 3):
                t.asked += 1
            if t.asked < t.players * 4:
                return
        t.go(SCORING)

    def actor(self, t: Table) -> i64:
        return (t.first + (t.asked >> 2)) % t.players

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        out[0] = DISCARD + (t.asked & 3)
        out[1] = KEEP + (t.asked & 3)
        return 2

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return DECIDE_SET.error({"direction": DIRECTIONS[t.asked & 3]})

    def play(self, t: Table, seat: i64, action: i64) -> None:
        direction = t.asked & 3
        keeps = action >= KEEP
        if keeps:
            t.kept[seat * 4 + direction] = 1
        if t.recording:
            t.cite("ST-8.4")
            kind = SET_KEPT if keeps else SET_DISCARDED
            t.tell(kind, seat, {"direction": DIRECTIONS[direction]})
        t.asked += 1
        t.go(CHOOSING)


class Scoring(Step[Table]):
    """ST-6 and ST-8: the round is counted; then the next begins or the match ends."""

    def enter(self, t: Table) -> None:
        scoring.score_round(t)
        if t.round < t.rounds:
            t.go(DEALING)
        else:
            t.go(OVER)


class Over(Step[Table]):
    """ST-7: the match has ended."""

    def enter(self, t: Table) -> None:
        if t.recording:
            t.cite("ST-7.1")
            scores = t.scores
            if max([scores.count(score) for score in scores]) > 1:
                t.cite("ST-7.2")
            t.tell(MATCH_ENDED, NOBODY, {"scores": scores, "winners": t.winners})


def seat_after(t: Table, seat: i64, places: i64) -> i64:
    """The seat `places` further, clockwise; fewer places than there are players."""
    seat += places
    if seat >= t.players:
        seat -= t.players
    return seat


def drop(t: Table, seat: i64, card: i64) -> None:
    """Take one such card out of the hand; all that come behind it move up."""
    hands = t.hands
    left = i64(t.held[seat]) - 1
    t.held[seat] = u8(left)
    at = seat * LONGEST_HAND + left
    moved = hands[at]
    while i64(moved) != card:
        at -= 1
        next = hands[at]
        hands[at] = moved
        moved = next


def playable(t: Table, seat: i64) -> i64:
    """How many different cards the seat may lay: the first ones of the hand, pirates being last.

    ST-5.2: a pirate may be led only by a player who holds nothing but pirates.
    """
    hands = t.hands
    start = seat * LONGEST_HAND
    held = i64(t.held[seat])
    n = held
    while n > 0 and i64(hands[start + n - 1]) == PIRATE:
        n -= 1
    if n < held and (t.laid > 0 or n == 0):
        return n + 1
    return n


NONE: Final[list[str]] = []
DEALING: Final = Dealing(1, "dealing", "ST-2.1")
PLAYING: Final = Playing(2, "playing", "ST-3.1")
CHOOSING: Final = Choosing(3, "choosing", "ST-8.4")
SCORING: Final = Scoring(4, "scoring", "ST-6.1")
OVER: Final = Over(5, "over", "ST-7.1")
