"""The steps of High Tide, one per section of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, FactKind
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.high_tide.actions import CHOOSE, HIGHEST
from fourwinds.games.high_tide.state import Table

PRIZES: Final = 0  # the pile that is shuffled

ROUND_BEGAN: Final = FactKind("round-began", audience=ALL, reveals="prize")
NUMBER_CHOSEN: Final = FactKind("number-chosen", audience=ALL, reveals=NOTHING)
NUMBER_SHOWN: Final = FactKind("number-shown", audience=ALL, reveals="number")
PRIZE_WON: Final = FactKind("prize-won", audience=ALL, reveals=NOTHING)
PRIZE_LOST: Final = FactKind("prize-lost", audience=ALL, reveals=NOTHING)
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)


class SettingUp(Step[Table]):
    """HT-1: the prizes are shuffled."""

    def enter(self, t: Table) -> None:
        t.prizes = vec[u8](t.box)
        t.stream(PRIZES, 0).shuffle(t.prizes, len(t.prizes), len(t.prizes))
        if t.recording:
            t.cite("HT-1.1")
        t.go(CHOOSING)


class Choosing(Step[Table]):
    """HT-2: everybody secretly chooses a number; the highest that one player alone chose wins."""

    def enter(self, t: Table) -> None:
        """HT-1.2: the next prize is turned over."""
        t.round += 1
        t.chosen = vec[i64]([0] * t.players)
        if t.recording:
            t.cite("HT-1.2")
            prize = int(t.prizes[t.round - 1])
            t.tell(ROUND_BEGAN, NOBODY, {"round": int(t.round), "prize": prize})

    def actor(self, t: Table) -> i64:
        for seat in range(t.players):
            if t.chosen[seat] == 0:
                return seat
        return NOBODY

    def may_act(self, t: Table, seat: i64) -> bool:
        return t.chosen[seat] == 0

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        for i in range(HIGHEST):
            out[i] = CHOOSE + i
        return HIGHEST

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.chosen[seat] = action - CHOOSE + 1
        if t.recording:
            t.cite("HT-2.1")
            t.tell(NUMBER_CHOSEN, seat, {})
        if self.actor(t) == NOBODY:
            self.show(t)

    def retract(self, t: Table, seat: i64) -> i64:
        if t.chosen[seat] == 0:
            return 0
        t.chosen[seat] = 0
        return 1

    def show(self, t: Table) -> None:
        """HT-2.2: all numbers are shown; HT-2.3, HT-2.4: who wins the prize, if anybody."""
        prize = i64(t.prizes[t.round - 1])
        winner = highest_alone(t)
        if t.recording:
            t.cite("HT-2.2")
            for seat in range(t.players):
                t.tell(NUMBER_SHOWN, seat, {"number": int(t.chosen[seat])})
        if winner != NOBODY:
            t.score[winner] += prize
            if t.recording:
                t.cite("HT-2.3")
                t.tell(PRIZE_WON, winner, {"prize": int(prize)})
        elif t.recording:
            t.cite("HT-2.4")
            t.tell(PRIZE_LOST, NOBODY, {"prize": int(prize)})
        t.go(CHOOSING if t.round < t.rounds else OVER)


def highest_alone(t: Table) -> i64:
    """HT-2.3: who chose the highest number that nobody else chose; NOBODY if there is none."""
    for number in range(HIGHEST, 0, -1):
        owners = [seat for seat in range(t.players) if t.chosen[seat] == number]
        if len(owners) == 1:
            return owners[0]
    return NOBODY


class Over(Step[Table]):
    """HT-3: the match has ended; most points win, equal ones share the win."""

    def enter(self, t: Table) -> None:
        if t.recording:
            t.cite("HT-3.1")
            t.tell(MATCH_ENDED, NOBODY, {"scores": t.scores, "winners": t.winners})


SETTING_UP: Final = SettingUp(1, "setting-up", "HT-1.1")
CHOOSING: Final = Choosing(2, "choosing", "HT-2.1")
OVER: Final = Over(3, "over", "HT-3.1")
