"""What a model is told of a position of Winds of Plunder (core/learned.py)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.learned import Features
from fourwinds.core.value import Value
from fourwinds.games.winds_of_plunder.pieces import (
    BITS,
    CREW,
    HEAVE,
    INTRIGUE,
    MOST_CARDS,
    MOST_SEATS,
    PORTS,
    PROVISION,
    PURCHASES,
    ROUNDS,
    RUMOUR,
    WEAPON,
    ZONES,
)
from fourwinds.games.winds_of_plunder.state import Table
from fourwinds.games.winds_of_plunder.value import Plunder

NAMES: Final = (
    "vp cubes many_cubes cards weapons crew provisions weapon_thirds crew_halves"
    " holds_weapons holds_crew holds_provisions leads_weapons leads_crew leads_provisions"
    " may_board may_be_boarded treasures booty treasure_booty ports"
    " zones_of_one zones_of_two zones_of_three turn_to_come blackbeard"
    " best_wind mean_wind purchases heaves rumours strikes intrigues fit_weapons"
).split()
# Cubes beyond this many are hardly of use but for the count at the end.
MANY_CUBES: Final = 12
FAR_AHEAD: Final = 3


class PlunderFeatures(Features[Table]):
    def __init__(self, players: i64) -> None:
        super().__init__(NAMES)
        self.own = Plunder(players)
        self.gains = vec[float]([0.0] * PORTS)

    def phase(self, t: Table) -> float:
        return (float(t.round - 1) + float(t.turns) / float(t.players)) / float(ROUNDS)

    def moment(self, t: Table) -> i64:
        """Between two turns of plundering."""
        return t.round * 8 + t.turns

    def shorten(self, own: Value[Table]) -> None:
        """To the end of the present round."""
        if isinstance(own, Plunder):
            own.rounds_ahead = 1

    def fill(self, t: Table, seat: i64, out: vec[float]) -> None:
        cubes = t.cubes[seat]
        weapons = t.item(seat, WEAPON)
        crew = t.item(seat, CREW)
        out[0] = float(t.vp[seat])
        out[1] = float(cubes)
        out[2] = 0.0
        if cubes > MANY_CUBES:
            out[2] = float(cubes - MANY_CUBES)
        out[3] = float(t.held[seat])
        out[4] = float(weapons)
        out[5] = float(crew)
        out[6] = float(t.item(seat, PROVISION))
        out[7] = float(weapons // 3)
        out[8] = float(crew // 2)
        for item in range(3):
            out[9 + item] = 0.0
            if t.holders[item] == seat:
                out[9 + item] = 1.0
            out[12 + item] = float(self.lead(t, seat, item))
        self.fill_boarding(t, seat, out)
        self.fill_treasures(t, seat, out)
        self.fill_ports(t, seat, out)
        out[24] = 0.0
        after = seat - t.first
        if after < 0:
            after += t.players
        if after >= t.turns:
            out[24] = 1.0
        out[25] = 0.0
        if t.blackbeard == seat:
            out[25] = 1.0
        self.fill_winds(t, seat, out)
        self.fill_cards(t, seat, out)
        # Weapons are of use as long as there are others to board.
        out[33] = float(weapons) * out[15]

    def lead(self, t: Table, seat: i64, item: i64) -> i64:
        """By how many the seat is ahead of all others, or behind the best of them."""
        most: i64 = 0
        base = item * MOST_SEATS
        for other in range(t.players):
            if other != seat and t.items[base + other] > most:
                most = t.items[base + other]
        ahead = t.items[base + seat] - most
        if ahead > FAR_AHEAD:
            return FAR_AHEAD
        if ahead < -FAR_AHEAD:
            return -FAR_AHEAD
        return ahead

    def fill_boarding(self, t: Table, seat: i64, out: vec[float]) -> None:
        """What part of the others the seat is strong enough to board, and may be boarded by."""
        mine = t.items[WEAPON * MOST_SEATS + seat]
        holder = t.holders[WEAPON]
        boards: i64 = 0
        boarded: i64 = 0
        for other in range(t.players):
            if other != seat:
                theirs = t.items[WEAPON * MOST_SEATS + other]
                if holder == seat or mine > theirs:
                    boards += 1
                if holder == other or theirs > mine:
                    boarded += 1
        out[15] = float(boards) / float(t.players - 1)
        out[16] = float(boarded) / float(t.players - 1)

    def fill_treasures(self, t: Table, seat: i64, out: vec[float]) -> None:
        mine = t.treasures[seat]
        count: i64 = 0
        for port in range(PORTS):
            if mine & BITS[port]:
                count += 1
        step = t.booty[seat]
        last: i64 = len(t.box.booty) - 1
        next = step
        if next > last:
            next = last
        out[17] = float(count)
        out[18] = float(step)
        out[19] = 0.0
        if count > 0:
            out[19] = float(t.box.booty[next])

    def fill_ports(self, t: Table, seat: i64, out: vec[float]) -> None:
        out[20] = 0.0
        out[21] = 0.0
        out[22] = 0.0
        out[23] = 0.0
        for zone in range(ZONES):
            known = self.own.known(t, seat, zone)
            out[20] += float(known)
            if known > 0:
                out[20 + known] += 1.0

    def fill_winds(self, t: Table, seat: i64, out: vec[float]) -> None:
        """What the next sailing may bring, by the wind."""
        for port in range(PORTS):
            self.gains[port] = self.own.gain(t, seat, port)
        best = 0.0
        sum = 0.0
        ship = t.ship[seat]
        for wind in range(4):
            mask = t.box.reach[wind * PORTS + ship]
            most = 0.0
            for port in range(PORTS):
                if mask & BITS[port] and self.gains[port] > most:
                    most = self.gains[port]
            sum += most
            if most > best:
                best = most
        out[26] = best
        out[27] = sum / 4.0

    def fill_cards(self, t: Table, seat: i64, out: vec[float]) -> None:
        for place in range(28, 33):
            out[place] = 0.0
        start = seat * MOST_CARDS
        for i in range(start, start + t.held[seat]):
            card = i64(t.hands[i])
            if card < PURCHASES:
                out[28] += 1.0
            elif card == HEAVE:
                out[29] += 1.0
            elif card == RUMOUR:
                out[30] += 1.0
            elif card < INTRIGUE:
                out[31] += 1.0
            else:
                out[32] += 1.0


def features(rules: Any) -> Features[Table]:
    return PlunderFeatures(rules.players)
