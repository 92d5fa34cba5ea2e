"""WP-4: the plundering turn, with the choices of a gust and of the tiles of an Intrigue."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import Step
from fourwinds.games.winds_of_plunder import arrival, cards, refusals, sailing
from fourwinds.games.winds_of_plunder.actions import (
    ACTIONS,
    ADD,
    ADDED,
    BOARD,
    DONE,
    DRAW,
    GUST,
    PLAY_INTRIGUE,
    PURCHASE,
    SAIL,
    SWAP,
)
from fourwinds.games.winds_of_plunder.facts import (
    CUBES_ADDED,
    EXTRA_POINT,
    GUST_BOUGHT,
    TILES_SWAPPED,
)
from fourwinds.games.winds_of_plunder.pieces import (
    CREW,
    DIRECTIONS,
    FARTHER,
    GUSTS,
    INTRIGUE,
    PLACES,
    ROUNDS,
    TURN_POINTS,
)
from fourwinds.games.winds_of_plunder.scoring import OVER
from fourwinds.games.winds_of_plunder.state import (
    GUST_DRAFT,
    INTRIGUE_DRAFT,
    NO_DRAFT,
    TILE_DRAFT,
    Table,
)
from fourwinds.games.winds_of_plunder.voting import VOTING

CUBES_FOR: Final = vec[i64](list(ADDED))


class Plundering(Step[Table]):
    """WP-4.1: points before and after one sailing, in any mix."""

    def enter(self, t: Table) -> None:
        """The turn lasts while there are points or a sailing is owed."""
        if t.action_points == 0 and not sailing.must_sail(t):
            self.close(t)

    def close(self, t: Table) -> None:
        """WP-4.3: at the end of the turn Largest Crew gives one more point."""
        t.action_points = 0
        t.step = self
        if t.bonus == 0 and t.holders[CREW] == t.turn:
            t.bonus = 1
            t.action_points = 1
            if t.recording:
                t.cite("WP-4.3")
                t.tell(EXTRA_POINT, t.turn, {})
            return
        t.sailed = t.heaved = t.bonus = 0
        t.turns += 1
        if t.turns < t.players:
            t.begin_turn()
        elif t.round < ROUNDS:
            t.go(VOTING)
        else:
            t.go(OVER)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        points = t.action_points
        if points > 0:
            if cards.may_draw(t):
                out[n] = DRAW
                n += 1
            if t.reserve[seat] > 0:
                for i in range(points):
                    out[n] = ADD + i
                    n += 1
        ports: i64 = 0
        if sailing.owes_sailing(t):
            ports = sailing.reach(t, t.wind)
            if sailing.may_buy_gust(t):
                for gust in range(i64(FARTHER + 1)):
                    if gust != t.wind and sailing.reach(t, sailing.gust_form(t, gust)) != 0:
                        out[n] = GUST + gust
                        n += 1
            n = sailing.fill_ports(ports, out, n)
        if points > 0 and t.held[seat] > 0:
            n = cards.fill_cards(t, seat, out, n)
        if ports == 0:
            out[n] = DONE
            n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if SAIL <= action < BOARD:
            if not sailing.owes_sailing(t):
                return refusals.ALREADY_SAILED.error()
            return sailing.no_course(t, action - SAIL, t.wind, 0)
        if action == DONE:
            return refusals.SAILING_OWED.error()
        if action == DRAW:
            if t.action_points == 0:
                return self.too_few_points(t, 1)
            return refusals.NO_CARD_TO_DRAW.error()
        if ADD <= action < GUST:
            needed = action - ADD + 1
            if t.action_points < needed:
                return self.too_few_points(t, needed)
            return refusals.RESERVE_EMPTY.error()
        if GUST <= action < SAIL:
            return self.no_gust(t, action - GUST)
        if PURCHASE <= action < SWAP:
            return cards.no_card(t, seat, action)
        return ACTIONS.wrong_step(int(action))

    def too_few_points(self, t: Table, needed: i64) -> IllegalAction:
        return refusals.TOO_FEW_POINTS.error({"needed": int(needed), "n": int(t.action_points)})

    def no_gust(self, t: Table, gust: i64) -> IllegalAction:
        if not sailing.owes_sailing(t):
            return refusals.ALREADY_SAILED.error()
        if t.action_points < TURN_POINTS:
            return self.too_few_points(t, TURN_POINTS)
        if gust == t.wind:
            return refusals.GUST_IS_THE_WIND.error({"wind": DIRECTIONS[gust]})
        return refusals.GUST_LEADS_NOWHERE.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [DRAW, *range(ADD, GUST)]
        if sailing.owes_sailing(t):
            out.extend(range(GUST, BOARD))
        return [*out, *cards.try_cards(t, seat), DONE]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < GUST:
            if action == DRAW:
                cards.draw(t, seat)
            else:
                self.add_cubes(t, seat, action - ADD + 1)
            self.enter(t)
        elif action < SAIL:
            t.draft = GUST_DRAFT + action - GUST
            t.step = STEERING
        elif action < BOARD:
            if t.recording:
                sailing.cite_course(t, t.wind, 0)
            arrival.arrive(t, seat, action - SAIL)
        elif action == PLAY_INTRIGUE:
            t.draft = INTRIGUE_DRAFT
            t.step = SWAPPING
        elif action == DONE:
            if t.recording:
                t.cite("WP-4.1")
            self.close(t)
        else:
            cards.play_card(t, seat, action)
            self.enter(t)

    def add_cubes(self, t: Table, seat: i64, points: i64) -> None:
        """WP-4.2: 2, 5 or 9 cubes, or what the reserve has."""
        added = min(CUBES_FOR[points - 1], t.reserve[seat])
        t.action_points -= points
        t.reserve[seat] -= added
        t.cubes[seat] += added
        if t.recording:
            t.cite("WP-4.2")
            t.tell(CUBES_ADDED, seat, {"n": int(added)})


# What is chosen here is a draft: nothing happens before the last part of it.


def sees_draft(t: Table, viewer: i64) -> bool:
    """Whether a viewer sees the draft of a gust or an Intrigue: it is its owner's alone."""
    return viewer == t.turn


def is_draft(step: Step[Table]) -> bool:
    """Whether a step only completes a draft."""
    return step is STEERING or step is SWAPPING


def step_seen(t: Table, viewer: i64) -> Step[Table]:
    """The step as a viewer sees it (NOBODY: a spectator); others see no draft."""
    if is_draft(t.step) and not sees_draft(t, viewer):
        return PLUNDERING
    return t.step


class Steering(Step[Table]):
    """WP-4.2, WP-5.3: a gust is chosen; it is bought with the sailing it serves."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        form = sailing.gust_form(t, t.draft - GUST_DRAFT)
        return sailing.fill_ports(sailing.reach(t, form), out, 0)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if SAIL <= action < BOARD:
            form = sailing.gust_form(t, t.draft - GUST_DRAFT)
            return sailing.no_course(t, action - SAIL, form & 3, form >> 2)
        return refusals.SAIL_WITH_THE_GUST.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        return list(range(SAIL, BOARD))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        gust = t.draft - GUST_DRAFT
        t.draft = NO_DRAFT
        t.action_points -= TURN_POINTS
        if t.recording:
            t.cite("WP-4.2")
            t.tell(GUST_BOUGHT, seat, {"gust": GUSTS[gust]})
            form = sailing.gust_form(t, gust)
            sailing.cite_course(t, form & 3, form >> 2)
        arrival.arrive(t, seat, action - SAIL)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn:
            return 0
        t.draft = NO_DRAFT
        t.step = PLUNDERING
        return 1


class Swapping(Step[Table]):
    """WP-1.4, Intrigue: two tiles, of ports or bar, change places."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for place in range(i64(PLACES)):
            if place != t.draft - TILE_DRAFT:
                out[n] = SWAP + place
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if SWAP <= action < DONE:
            return refusals.SAME_TILE.error({"port": t.box.place_names[action - SWAP]})
        return refusals.SWAP_FIRST.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        return list(range(SWAP, DONE))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        place = action - SWAP
        if t.draft == INTRIGUE_DRAFT:
            t.draft = TILE_DRAFT + place
            return
        first = t.draft - TILE_DRAFT
        t.draft = NO_DRAFT
        t.action_points -= 1
        t.discard(seat, INTRIGUE)
        tile = t.tiles[first]
        t.tiles[first] = t.tiles[place]
        t.tiles[place] = tile
        if t.recording:
            t.cite("WP-4.2")
            t.cite("WP-1.4")
            names = t.box.place_names
            places = [names[min(first, place)], names[max(first, place)]]
            t.tell(TILES_SWAPPED, seat, {"places": places})
        t.go(PLUNDERING)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn:
            return 0
        if t.draft == INTRIGUE_DRAFT:
            t.draft = NO_DRAFT
            t.step = PLUNDERING
        else:
            t.draft = INTRIGUE_DRAFT
        return 1


PLUNDERING: Final = Plundering(7, "plundering", "WP-4.1")
STEERING: Final = Steering(8, "steering", "WP-4.2")
SWAPPING: Final = Swapping(9, "swapping", "WP-1.4")
