"""WP-3: the vote for the wind, for Blackbeard and for who plunders first."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.winds_of_plunder import refusals
from fourwinds.games.winds_of_plunder.actions import (
    ACTIONS,
    CROWN,
    CUBES,
    DRAW,
    FIRST,
    VOTE,
    WIND,
)
from fourwinds.games.winds_of_plunder.facts import (
    BLACKBEARD_TAKEN,
    CHOICE_MADE,
    CUBES_SHOWN,
    FIRST_NAMED,
    ROUND_BEGAN,
    VOTE_SHOWN,
    WIND_TURNED,
)
from fourwinds.games.winds_of_plunder.pieces import DIRECTIONS
from fourwinds.games.winds_of_plunder.state import Table


class Voting(Step[Table]):
    """WP-3.1: all choose a direction secretly; a choice may be changed until the last is in."""

    def enter(self, t: Table) -> None:
        """A round begins with its vote."""
        t.round += 1
        t.turns = 0
        t.first = t.turn = 0
        for seat in range(t.players):
            t.votes[seat] = 0
            t.bids[seat] = 0
        if t.recording:
            t.tell(ROUND_BEGAN, NOBODY, {"round": int(t.round)})

    def shows(self, t: Table, viewer: i64, seat: i64) -> bool:
        """Whether a viewer sees the vote of a seat: until all are in, only his own."""
        return viewer == seat or t.step is not self

    def actor(self, t: Table) -> i64:
        return first_owing(t, t.votes)

    def may_act(self, t: Table, seat: i64) -> bool:
        return t.votes[seat] == 0

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        for direction in range(i64(4)):
            out[direction] = VOTE + direction
        return 4

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        return VOTE + chance.below(4)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return ACTIONS.wrong_step(int(action))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.votes[seat] = action - VOTE + 1
        if t.recording:
            t.cite("WP-3.1")
            t.tell(CHOICE_MADE, seat, {"what": "a-wind"})
        if first_owing(t, t.votes) != NOBODY:
            return
        if t.recording:
            for voter in range(t.players):
                t.tell(VOTE_SHOWN, voter, {"wind": DIRECTIONS[t.votes[voter] - 1]})
        t.go(STAKING)

    def retract(self, t: Table, seat: i64) -> i64:
        if t.votes[seat] == 0:
            return 0
        t.votes[seat] = 0
        return 1


class Staking(Step[Table]):
    """WP-3.2: all choose none, some or all of their wind cubes secretly."""

    def shows(self, t: Table, viewer: i64, seat: i64) -> bool:
        """Whether a viewer sees the cubes of a seat: until all are in, only his own."""
        return viewer == seat or t.step is not self

    def actor(self, t: Table) -> i64:
        return first_owing(t, t.bids)

    def may_act(self, t: Table, seat: i64) -> bool:
        return t.bids[seat] == 0

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n = t.cubes[seat] + 1
        for cubes in range(n):
            out[cubes] = CUBES + cubes
        return n

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        return CUBES + chance.below(t.cubes[seat] + 1)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if CUBES <= action < CROWN:
            return refusals.NOT_SO_MANY_CUBES.error(
                {"cubes": int(action - CUBES), "n": int(t.cubes[seat])}
            )
        return ACTIONS.wrong_step(int(action))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.bids[seat] = action - CUBES + 1
        if t.recording:
            t.cite("WP-3.2")
            t.tell(CHOICE_MADE, seat, {"what": "the-cubes"})
        if first_owing(t, t.bids) != NOBODY:
            return
        if t.recording:
            for other in range(t.players):
                t.tell(CUBES_SHOWN, other, {"n": int(t.bids[other]) - 1})
        t.go(CROWNING)

    def retract(self, t: Table, seat: i64) -> i64:
        if t.bids[seat] == 0:
            return 0
        t.bids[seat] = 0
        return 1


def first_owing(t: Table, choices: vec[i64]) -> i64:
    for seat in range(t.players):
        if choices[seat] == 0:
            return seat
    return NOBODY


class Crowning(Step[Table]):
    """WP-3.3: most cubes takes Blackbeard; among tied players the present holder chooses."""

    def enter(self, t: Table) -> None:
        most = most_shown(t)
        found: i64 = NOBODY
        for seat in range(t.players):
            if t.bids[seat] == most:
                if found != NOBODY:
                    return
                found = seat
        self.crown(t, found)

    def actor(self, t: Table) -> i64:
        return t.blackbeard

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = most_shown(t)
        n: i64 = 0
        for other in range(t.players):
            if t.bids[other] == most:
                out[n] = CROWN + other
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not CROWN <= action < WIND:
            return ACTIONS.wrong_step(int(action))
        other = action - CROWN
        if other >= t.players:
            return refusals.no_such_player(t, other)
        return refusals.NOT_TIED_FOR_MOST.error({"victim": int(other)})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [CROWN + other for other in range(t.players)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.crown(t, action - CROWN)

    def crown(self, t: Table, seat: i64) -> None:
        t.blackbeard = seat
        if t.recording:
            t.cite("WP-3.3")
            t.tell(BLACKBEARD_TAKEN, seat, {})
        t.go(TURNING)


def most_shown(t: Table) -> i64:
    most: i64 = 0
    for seat in range(t.players):
        most = max(most, t.bids[seat])
    return most


class Turning(Step[Table]):
    """WP-3.4: the direction with the most cubes; among tied ones the new holder chooses."""

    def enter(self, t: Table) -> None:
        most = self.most(t)
        found: i64 = NOBODY
        for direction in range(i64(4)):
            if self.strength(t, direction) == most:
                if found != NOBODY:
                    return
                found = direction
        self.turn(t, found, most)

    def strength(self, t: Table, direction: i64) -> i64:
        """The cubes for a direction, NOBODY (below none) if nobody named it."""
        total: i64 = NOBODY
        for seat in range(t.players):
            if t.votes[seat] == direction + 1:
                total = max(total, 0) + t.bids[seat] - 1
        return total

    def most(self, t: Table) -> i64:
        most: i64 = 0
        for direction in range(i64(4)):
            most = max(most, self.strength(t, direction))
        return most

    def actor(self, t: Table) -> i64:
        return t.blackbeard

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = self.most(t)
        n: i64 = 0
        for direction in range(i64(4)):
            if self.strength(t, direction) == most:
                out[n] = WIND + direction
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not WIND <= action < FIRST:
            return ACTIONS.wrong_step(int(action))
        direction = action - WIND
        found = refusals.DIRECTION_NOT_TIED
        if self.strength(t, direction) == NOBODY:
            found = refusals.DIRECTION_NOT_NAMED
        return found.error({"wind": DIRECTIONS[direction]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [WIND + direction for direction in range(4)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.turn(t, action - WIND, self.most(t))

    def turn(self, t: Table, direction: i64, cubes: i64) -> None:
        t.wind = direction
        if t.recording:
            t.cite("WP-3.4")
            t.tell(WIND_TURNED, NOBODY, {"wind": DIRECTIONS[direction], "n": int(cubes)})
        t.go(NAMING)


class Naming(Step[Table]):
    """WP-3.5: the cubes shown go to the reserves; the holder names who plunders first."""

    then: Step[Table]  # set in steps.py

    def enter(self, t: Table) -> None:
        for seat in range(t.players):
            shown = t.bids[seat] - 1
            t.cubes[seat] -= shown
            t.reserve[seat] += shown

    def actor(self, t: Table) -> i64:
        return t.blackbeard

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        for other in range(t.players):
            out[other] = FIRST + other
        return t.players

    def random_action(self, t: Table, seat: i64, chance: Stream, out: vec[i64]) -> i64:
        return FIRST + chance.below(t.players)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if FIRST <= action < DRAW:
            return refusals.no_such_player(t, action - FIRST)
        return ACTIONS.wrong_step(int(action))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.first = action - FIRST
        if t.recording:
            t.cite("WP-3.5")
            t.tell(FIRST_NAMED, seat, {"first": int(t.first)})
        t.begin_turn()
        t.go(self.then)


VOTING: Final = Voting(2, "voting", "WP-3.1")
STAKING: Final = Staking(3, "staking", "WP-3.2")
CROWNING: Final = Crowning(4, "crowning", "WP-3.3")
TURNING: Final = Turning(5, "turning", "WP-3.4")
NAMING: Final = Naming(6, "naming", "WP-3.5")
