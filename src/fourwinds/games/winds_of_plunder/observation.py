"""What a seat of Winds of Plunder observes, as a row of numbers."""

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
    one_of,
    seen_from,
)
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder.arrival import ARRIVING
from fourwinds.games.winds_of_plunder.pieces import (
    BITS,
    CARD_KINDS,
    CUBES_A_PLAYER,
    MOST_CARDS,
    MOST_ITEMS,
    MOST_SEATS,
    PLACES,
    PORTS,
    ROUNDS,
)
from fourwinds.games.winds_of_plunder.plundering import (
    PLUNDERING,
    is_draft,
    sees_draft,
    step_seen,
)
from fourwinds.games.winds_of_plunder.state import Table
from fourwinds.games.winds_of_plunder.voting import STAKING, VOTING

STEPS: Final = 11
TILE_PLACES: Final = 5
DRAFTS: Final = 24  # a gust, an intrigue, or an intrigue and one of the places
MOST_POINTS: Final = 200
MOST_BOOTY: Final = 100
MOST_TILE: Final = 15


class WindsOfPlunder(Observer[Table]):
    def fields(self, t: Table) -> list[Field]:
        players = int(t.players)
        return [
            Field("step", STEPS, 0, 1, "the step, in the order of the rules; drafts as begun"),
            Field("round", 1, 0, ROUNDS, "number of the round, from 1"),
            Field("actors", players, 0, 1, "the seats that are asked"),
            Field("wind", 4, 0, 1, "north, east, south, west"),
            Field("blackbeard", players, 0, 1, "who holds Blackbeard"),
            Field("scores", players, 0, MOST_POINTS, "points of each seat"),
            Field("cubes", players, 0, CUBES_A_PLAYER, "cubes of each seat"),
            Field("reserve", players, 0, CUBES_A_PLAYER, "cubes in each reserve"),
            Field("items", 3 * players, 0, MOST_ITEMS, "weapons of each seat; crew; provisions"),
            Field("booty", players, 0, MOST_BOOTY, "each seat's place on the booty track"),
            Field("advantages", 3 * players, 0, 1, "who has most weapons; crew; provisions"),
            Field("ships", players * PORTS, 0, 1, "the port of each ship"),
            Field("reputation", players * PORTS, 0, 1, "ports with a cube of each seat"),
            Field(
                "tiles",
                PLACES * TILE_PLACES,
                0,
                MOST_TILE,
                "for each port, then along the bar: weapon, crew, provision, treasure, points",
            ),
            Field("chosen", players, 0, 1, "who has voted or staked, while that is secret"),
            Field("votes", players * 4, 0, 1, "votes: north, east, south, west; own while secret"),
            Field(
                "bids", players * 2, 0, CUBES_A_PLAYER, "staked, how many cubes; own while secret"
            ),
            Field("turn", players, 0, 1, "whose turn it is to plunder"),
            Field("first", players, 0, 1, "who plunders first in this round"),
            Field("turns", 1, 0, MOST_SEATS, "turns of this round that are done"),
            Field("points", 1, 0, 4, "action points left"),
            Field("sailed", 1, 0, 4, "sailings in this turn"),
            Field("heaved", 1, 0, 1, "whether Heave was played in this turn"),
            Field("bonus", 1, 0, 1, "whether the point of Largest Crew was given"),
            Field("draft", DRAFTS, 0, 1, "own draft: four gusts and farther, intrigue, its tile"),
            Field(
                "hand",
                CARD_KINDS,
                0,
                MOST_CARDS,
                "own action cards by kind in the order of rules.box.card_names",
            ),
            Field("counts", players, 0, MOST_CARDS, "action cards in each hand"),
            Field("deck", 1, 0, MOST_CARDS, "action cards in the deck"),
            Field("discards", CARD_KINDS, 0, MOST_CARDS, "action cards discarded, likewise"),
            Field("treasures", PORTS, 0, 1, "own treasures, by port"),
            Field("treasure_counts", players, 0, PORTS, "treasures in each hand"),
            Field("treasure_deck", 1, 0, PORTS, "treasures left to draw"),
            Field("open", players * PORTS, 0, 1, "treasures in each hand that all know"),
        ]

    def observe(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        step = t.step
        at = one_of(out, at, STEPS, i64(step_seen(t, seat).number) - 1)
        out[at] = i16(t.round)
        at += 1
        other = seat
        for i in range(at, at + players):
            if step.may_act(t, other):
                out[i] = 1
            other = after(other, players)
        at = one_of(out, at + players, 4, t.wind)
        at = one_of(out, at, players, seen_from(seat, t.blackbeard, players))
        at = by_seat(out, at, t.vp, seat, players, MOST_POINTS)
        at = by_seat(out, at, t.cubes, seat, players, CUBES_A_PLAYER)
        at = by_seat(out, at, t.reserve, seat, players, CUBES_A_PLAYER)
        for item in range(3):
            other = seat
            for i in range(players):
                out[at + i] = i16(t.item(other, item))
                other = after(other, players)
            at += players
        at = by_seat(out, at, t.booty, seat, players, MOST_BOOTY)
        for item in range(3):
            at = one_of(out, at, players, seen_from(seat, t.holders[item], players))
        for _seat in range(players):
            at = one_of(out, at, PORTS, t.ship[other])
            other = after(other, players)
        for _seat in range(players):
            at = ports(out, at, t.reputation[other])
            other = after(other, players)
        for place in range(PLACES):
            tile = i64(t.tiles[place])
            out[at] = i16(tile & 1)
            out[at + 1] = i16((tile >> 1) & 1)
            out[at + 2] = i16((tile >> 2) & 1)
            out[at + 3] = i16((tile >> 3) & 1)
            out[at + 4] = i16(tile >> 4)
            at += TILE_PLACES
        at = self.choices(t, seat, out, at)
        if step is PLUNDERING or step is ARRIVING or is_draft(step):
            self.turn(t, seat, out, at)
        return self.hidden(t, seat, out, at + 2 * players + 5 + DRAFTS)

    def choices(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """WP-3.1, WP-3.2: who has chosen, and what is known of it."""
        players = t.players
        voting = t.step is VOTING
        staking = t.step is STAKING
        other = seat
        for i in range(players):
            vote = t.votes[other]
            bid = t.bids[other]
            if (voting and vote > 0) or (staking and bid > 0):
                out[at + i] = 1
            if vote > 0 and VOTING.shows(t, seat, other):
                out[at + players + i * 4 + vote - 1] = 1
            if bid > 0 and STAKING.shows(t, seat, other):
                out[at + players * 5 + i * 2] = 1
                out[at + players * 5 + i * 2 + 1] = i16(bid - 1)
            other = after(other, players)
        return at + players * 7

    def turn(self, t: Table, seat: i64, out: vec[i16], at: i64) -> None:
        players = t.players
        at = one_of(out, at, players, seen_from(seat, t.turn, players))
        at = one_of(out, at, players, seen_from(seat, t.first, players))
        out[at] = i16(t.turns)
        out[at + 1] = i16(t.action_points)
        out[at + 2] = i16(t.sailed)
        out[at + 3] = i16(t.heaved)
        out[at + 4] = i16(t.bonus)
        draft: i64 = NOBODY
        if sees_draft(t, seat):
            draft = t.draft - 1
        one_of(out, at + 5, DRAFTS, draft)

    def hidden(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        """Cards and treasures: one's own, and how many the others hold."""
        players = t.players
        start = seat * MOST_CARDS
        for i in range(start, start + t.held[seat]):
            out[at + i64(t.hands[i])] += 1
        at = by_seat(out, at + CARD_KINDS, t.held, seat, players, MOST_CARDS)
        out[at] = i16(t.deck_count)
        at = copied(out, at + 1, t.discards, 0, CARD_KINDS)
        at = ports(out, at, t.treasures[seat])
        played: i64 = 0
        for port in range(PORTS):
            if t.origins[port] != 0:
                played |= BITS[port]
        other = seat
        for i in range(players):
            count: i64 = 0
            for port in range(PORTS):
                if t.treasures[other] & BITS[port] != 0:
                    count += 1
            out[at + i] = i16(count)
            other = after(other, players)
        at += players
        out[at] = i16(PORTS - t.drawn + t.under_count)
        at += 1
        for _seat in range(players):
            at = ports(out, at, t.treasures[other] & played)
            other = after(other, players)
        return at


def ports(out: vec[i16], at: i64, mask: i64) -> i64:
    """Write a 1 for each port of the mask; return where they end."""
    for port in range(PORTS):
        if mask & BITS[port] != 0:
            out[at + port] = 1
    return at + PORTS


OBSERVER: Final = WindsOfPlunder(2)
