"""What a seat of Santa Timea observes, as a row of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from fourwinds.core.observation import (
    Field,
    Observer,
    after,
    copied,
    copied_by_seat,
    one_of,
    seen_from,
)
from fourwinds.core.state import NOBODY
from fourwinds.games.santa_timea.state import (
    LONGEST_HAND,
    PIRATE,
    ROW,
    VALUES,
    WINDS,
    Table,
)
from fourwinds.games.santa_timea.steps import ABOVE_ZERO, CHOOSING, HIGHEST_RANK, OVER

CARDS: Final = 57
MOST_POINTS: Final = 100
TRICK_PLACES: Final = 8
WIND_PLACES: Final = 5


class SantaTimea(Observer[Table]):
    def fields(self, t: Table) -> list[Field]:
        players = int(t.players)
        return [
            Field("step", 3, 0, 1, "playing a card, deciding about a set, the match is over"),
            Field("round", 1, 0, 5, "number of the round, from 1"),
            Field("actor", players, 0, 1, "the seat that is asked"),
            Field("first", players, 0, 1, "the seat that began the round"),
            Field("leader", players, 0, 1, "the seat that led the trick"),
            Field("scores", players, -MOST_POINTS, MOST_POINTS, "points of each seat"),
            Field("rounds_won", players, 0, 5, "rounds won by each seat"),
            Field("hand", CARDS, 0, 4, "own cards: N1-N14, E1-E14, S1-S14, W1-W14, pirates"),
            Field("counts", players, 0, LONGEST_HAND, "cards in the hand of each seat"),
            Field("played", CARDS, 0, 4, "cards played in the round so far, likewise"),
            Field(
                "trick",
                players * TRICK_PLACES,
                0,
                HIGHEST_RANK - ABOVE_ZERO,
                "for each seat's card in the trick: laid, N, E, S, W, pirate, printed value,"
                " twice what it counts",
            ),
            Field(
                "row", ROW * WIND_PLACES, 0, 3, "for the wind and the next two: N, E, S, W, damage"
            ),
            Field("forecast", WINDS, 0, 2, "winds that will not blow: N1-N3, E1-E3, S1-S3, W1-W3"),
            Field("aside", WINDS, 0, 2, "winds put aside, likewise"),
            Field("taken", players * WINDS, 0, 2, "winds each seat has taken, likewise"),
            Field("choice", 4, 0, 1, "direction of the set to decide about"),
            Field("kept", players * 4, 0, 1, "sets each seat keeps: N, E, S, W"),
        ]

    def observe(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        step: i64 = 0
        choice: i64 = NOBODY
        if t.step is CHOOSING:
            step = 1
            choice = t.asked & 3
        elif t.step is OVER:
            step = 2
        at = one_of(out, at, 3, step)
        out[at] = i16(t.round)
        at = one_of(out, at + 1, players, seen_from(seat, t.step.actor(t), players))
        at = one_of(out, at, players, seen_from(seat, t.first, players))
        at = one_of(out, at, players, seen_from(seat, t.leader, players))
        score = t.score
        rounds_won = t.rounds_won
        other = seat
        for i in range(players):
            out[at + i] = i16(score[other])
            out[at + players + i] = i16(rounds_won[other])
            other = after(other, players)
        at = self.cards(t, seat, out, at + 2 * players)
        at = self.trick(t, seat, out, at)
        at = self.winds(t, seat, out, at)
        at = one_of(out, at, 4, choice)
        if step == 1:
            copied_by_seat(out, at, t.kept, 4, 4, seat, players)
        return at + 4 * players

    def cards(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """The own hand, how many cards each seat holds, and what was played."""
        players = t.players
        hands = t.hands
        start = seat * LONGEST_HAND
        held = t.held
        for i in range(start, start + i64(held[seat])):
            out[at + i64(hands[i])] += 1
        at += CARDS
        other = seat
        for i in range(players):
            out[at + i] = i16(i64(held[other]))
            other = after(other, players)
        at += players
        played = t.played
        for i in range(t.played_count):
            out[at + i64(played[i])] += 1
        return at + CARDS

    def trick(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        ranks = t.ranks
        other = seen_from(seat, t.leader, players)
        for i in range(t.laid):
            place = at + other * TRICK_PLACES
            other = after(other, players)
            card = t.trick_card(i)
            out[place] = 1
            if card == PIRATE:
                out[place + 5] = 1
            else:
                out[place + 1 + card // VALUES] = 1
                out[place + 6] = i16(card % VALUES + 1)
            if ranks[i] > ABOVE_ZERO:
                out[place + 7] = i16(ranks[i] - ABOVE_ZERO)
        return at + players * TRICK_PLACES

    def winds(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """The row, what will not blow, and where the winds went that have blown."""
        winds = t.winds
        last = min(t.winds_count, t.wind + ROW)
        place = at
        for i in range(t.wind, last):
            wind = i64(winds[i])
            out[place + wind // 3] = 1
            out[place + 4] = i16(wind % 3 + 1)
            place += WIND_PLACES
        at += ROW * WIND_PLACES
        forecast = t.forecast
        for i in range(t.forecast_count):
            out[at + i64(forecast[i])] += 1
        at = copied(out, at + WINDS, t.aside, 0, WINDS)
        return copied_by_seat(out, at, t.taken, WINDS, WINDS, seat, t.players)


OBSERVER: Final = SantaTimea(2)
