"""The steps of Winds of Plunder, one per section of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.winds_of_plunder import arrival, cards, sailing, scoring
from fourwinds.games.winds_of_plunder.state import (
    ADD,
    BLACKBEARD_TAKEN,
    BOARD,
    CARD,
    CHOICE_MADE,
    CREW,
    CROWN,
    CUBES,
    CUBES_ADDED,
    CUBES_SHOWN,
    DIRECTIONS,
    DONE,
    DRAW,
    EXTRA_POINT,
    FARTHER,
    FIRST,
    FIRST_CUBES,
    FIRST_NAMED,
    FREE_CUBES,
    GUST,
    GUST_BOUGHT,
    GUST_DRAFT,
    INTRIGUE,
    INTRIGUE_DRAFT,
    LOOT,
    MATCH_BEGAN,
    MATCH_ENDED,
    MISFIRE,
    MOST_SEATS,
    NO_DRAFT,
    NORTH,
    PASS,
    PLACES,
    PLAY_INTRIGUE,
    PORTS,
    ROUND_BEGAN,
    ROUNDS,
    SAIL,
    SAILED,
    STARTS,
    STRIKE,
    SWAP,
    TILE_DRAFT,
    TILES_SWAPPED,
    TURN_POINTS,
    VOTE,
    VOTE_SHOWN,
    WIND,
    WIND_TURNED,
    Table,
    tile_name,
)

ADDED: Final = vec[i64]([2, 5, 9])


class SettingUp(Step[Table]):
    """WP-2: cubes, ships, treasures, cards, tiles, Blackbeard."""

    def enter(self, t: Table) -> None:
        for seat in range(t.players):
            t.cubes[seat] = FIRST_CUBES
            t.reserve[seat] = FREE_CUBES - FIRST_CUBES
        starts = t.box.starts[:]
        t.stream().shuffle(starts, STARTS, t.players)
        for seat in range(t.players):
            t.ship[seat] = i64(starts[seat])
        treasures = vec[u8](list(range(PORTS)))
        t.stream().shuffle(treasures, PORTS, PORTS)
        t.deal = treasures
        count: i64 = len(t.box.cards)
        for i in range(count):
            t.deck[i] = t.box.cards[i]
        t.deck_count = count
        t.stream().shuffle(t.deck, count, count)
        tiles = t.box.tiles[:]
        t.stream().shuffle(tiles, PLACES, PLACES)
        t.tiles = tiles
        t.wind = NORTH
        t.blackbeard = t.stream().below(t.players)
        if t.recording:
            for rule in ("WP-1.1", "WP-1.2", "WP-1.3", "WP-2.1", "WP-2.2", "WP-2.3"):
                t.cite(rule)
            names = t.box.port_names
            t.tell(
                MATCH_BEGAN,
                NOBODY,
                {
                    "holder": int(t.blackbeard),
                    "ports": [names[t.ship[seat]] for seat in range(t.players)],
                    "tiles": [tile_name(int(tile)) for tile in tiles],
                },
            )
        begin_round(t)


def begin_round(t: Table) -> None:
    t.round += 1
    t.turns = 0
    t.first = t.turn = 0
    for seat in range(t.players):
        t.votes[seat] = 0
        t.bids[seat] = 0
    if t.recording:
        t.tell(ROUND_BEGAN, NOBODY, {"round": int(t.round)})
    t.go(VOTING)


class Voting(Step[Table]):
    """WP-3.1: all choose a direction secretly; a choice may be changed until the last is in."""

    def actor(self, t: Table) -> i64:
        return first_owing(t, t.votes)

    def may_act(self, t: Table, seat: i64) -> bool:
        return t.votes[seat] == 0

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        for direction in range(4):
            out[direction] = VOTE + direction
        return 4

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return out_of_place(t, action, "vote-first", "WP-3.1")

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.votes[seat] = action - VOTE + 1
        if t.recording:
            t.cite("WP-3.1")
            t.tell(CHOICE_MADE, seat, {})
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

    def actor(self, t: Table) -> i64:
        return first_owing(t, t.bids)

    def may_act(self, t: Table, seat: i64) -> bool:
        return t.bids[seat] == 0

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n = t.cubes[seat] + 1
        for cubes in range(n):
            out[cubes] = CUBES + cubes
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if CUBES <= action < CROWN:
            return IllegalAction(
                "not-so-many-cubes",
                "WP-3.2",
                {"cubes": int(action - CUBES), "n": int(t.cubes[seat])},
            )
        return out_of_place(t, action, "vote-first", "WP-3.2")

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.bids[seat] = action - CUBES + 1
        if t.recording:
            t.cite("WP-3.2")
            t.tell(CHOICE_MADE, seat, {})
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
        if CROWN <= action < WIND:
            other = action - CROWN
            if other >= t.players:
                return cards.no_such_player(t, other)
            return IllegalAction("not-tied-for-most", "WP-3.3", {"victim": int(other)})
        return out_of_place(t, action, "blackbeard-first", "WP-3.3")

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
        for direction in range(4):
            if self.strength(t, direction) == most:
                if found != NOBODY:
                    return
                found = direction
        self.turn(t, found)

    def strength(self, t: Table, direction: i64) -> i64:
        """The cubes for a direction, NOBODY (below none) if nobody named it."""
        total: i64 = NOBODY
        for seat in range(t.players):
            if t.votes[seat] == direction + 1:
                total = max(total, 0) + t.bids[seat] - 1
        return total

    def most(self, t: Table) -> i64:
        most: i64 = 0
        for direction in range(4):
            most = max(most, self.strength(t, direction))
        return most

    def actor(self, t: Table) -> i64:
        return t.blackbeard

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = self.most(t)
        n: i64 = 0
        for direction in range(4):
            if self.strength(t, direction) == most:
                out[n] = WIND + direction
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if WIND <= action < FIRST:
            direction = action - WIND
            named = self.strength(t, direction) != NOBODY
            code = "direction-not-tied" if named else "direction-not-named"
            return IllegalAction(code, "WP-3.4", {"wind": DIRECTIONS[direction]})
        return out_of_place(t, action, "wind-first", "WP-3.4")

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [WIND + direction for direction in range(4)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.turn(t, action - WIND)

    def turn(self, t: Table, direction: i64) -> None:
        t.wind = direction
        if t.recording:
            t.cite("WP-3.4")
            t.tell(
                WIND_TURNED,
                NOBODY,
                {"wind": DIRECTIONS[direction], "n": int(self.strength(t, direction))},
            )
        t.go(NAMING)


class Naming(Step[Table]):
    """WP-3.5: the cubes shown go to the reserves; the holder names who plunders first."""

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

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if FIRST <= action < DRAW:
            return cards.no_such_player(t, action - FIRST)
        return out_of_place(t, action, "name-first", "WP-3.5")

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.first = action - FIRST
        if t.recording:
            t.cite("WP-3.5")
            t.tell(FIRST_NAMED, seat, {"first": int(t.first)})
        begin_turn(t)


# WP-4: the plundering turn.


def begin_turn(t: Table) -> None:
    turn = t.first + t.turns
    t.turn = turn - t.players if turn >= t.players else turn
    t.action_points = TURN_POINTS
    t.sailed = t.heaved = t.bonus = 0
    t.step = PLUNDERING


def go_on(t: Table) -> None:
    """The turn lasts while there are points or a sailing is owed."""
    if t.action_points > 0 or sailing.must_sail(t):
        t.step = PLUNDERING
    else:
        close_turn(t)


def close_turn(t: Table) -> None:
    """WP-4.3: at the end of the turn Largest Crew gives one more point."""
    t.action_points = 0
    if t.bonus == 0 and t.holders[CREW] == t.turn:
        t.bonus = 1
        t.action_points = 1
        t.step = PLUNDERING
        if t.recording:
            t.cite("WP-4.3")
            t.tell(EXTRA_POINT, t.turn, {})
        return
    t.sailed = t.heaved = t.bonus = 0
    t.turns += 1
    if t.turns < t.players:
        begin_turn(t)
    elif t.round < ROUNDS:
        begin_round(t)
    else:
        t.go(OVER)


class Plundering(Step[Table]):
    """WP-4: points before and after one sailing, in any mix."""

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
        owes = sailing.owes_sailing(t)
        ports: i64 = 0
        if owes:
            ports = sailing.reach(t, t.wind)
            if sailing.may_buy_gust(t):
                for gust in range(FARTHER + 1):
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
        points = int(t.action_points)
        if SAIL <= action < BOARD:
            if not sailing.owes_sailing(t):
                return IllegalAction("already-sailed", "WP-4.1")
            return sailing.no_course(t, action - SAIL, t.wind, 0)
        if action == DONE:
            return IllegalAction("sailing-owed", "WP-4.1")
        if action == DRAW or ADD <= action < GUST:
            needed = 1 if action == DRAW else int(action - ADD) + 1
            if points < needed:
                return IllegalAction("too-few-points", "WP-4.2", {"needed": needed, "n": points})
            if action == DRAW:
                return IllegalAction("no-card-to-draw", "WP-4.4")
            return IllegalAction("reserve-empty", "WP-4.2")
        if GUST <= action < SAIL:
            return self.no_gust(t, action - GUST)
        if CARD <= action < SWAP:
            return cards.no_card(t, seat, action)
        return out_of_place(t, action, "plunder-now", "WP-4.1")

    def no_gust(self, t: Table, gust: i64) -> IllegalAction:
        if not sailing.owes_sailing(t):
            return IllegalAction("already-sailed", "WP-4.1")
        if t.action_points < TURN_POINTS:
            details: dict[str, object] = {"needed": TURN_POINTS, "n": int(t.action_points)}
            return IllegalAction("too-few-points", "WP-4.2", details)
        if gust == t.wind:
            return IllegalAction("gust-is-the-wind", "WP-4.2", {"wind": DIRECTIONS[gust]})
        return IllegalAction("gust-leads-nowhere", "WP-4.2")

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [DRAW, *range(ADD, GUST)]
        if sailing.owes_sailing(t):
            out.extend(range(GUST, BOARD))
        for card in sorted(set(t.hand(seat))):
            if card < MISFIRE:
                out.append(CARD + card)
            elif card == INTRIGUE:
                out.append(PLAY_INTRIGUE)
            else:
                base = STRIKE + (card - MISFIRE) * MOST_SEATS
                out.extend([base + other for other in range(t.players) if other != seat])
        out.append(DONE)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < GUST:
            if action == DRAW:
                cards.draw(t, seat)
            else:
                self.add_cubes(t, seat, action - ADD + 1)
            go_on(t)
        elif action < SAIL:
            t.draft = GUST_DRAFT + action - GUST
            t.step = STEERING
        elif action < BOARD:
            sail(t, seat, action - SAIL)
        elif action == PLAY_INTRIGUE:
            t.draft = INTRIGUE_DRAFT
            t.step = SWAPPING
        elif action == DONE:
            close_turn(t)
        else:
            cards.play_card(t, seat, action)
            go_on(t)

    def add_cubes(self, t: Table, seat: i64, points: i64) -> None:
        """WP-4.2: 2, 5 or 9 cubes, or what the reserve has."""
        added = min(ADDED[points - 1], t.reserve[seat])
        t.action_points -= points
        t.reserve[seat] -= added
        t.cubes[seat] += added
        if t.recording:
            t.cite("WP-4.2")
            t.tell(CUBES_ADDED, seat, {"n": int(added)})


class Steering(Step[Table]):
    """WP-4.2, WP-5.3: a gust is chosen; it is bought with the sailing it serves."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        return sailing.fill_ports(
            sailing.reach(t, sailing.gust_form(t, t.draft - GUST_DRAFT)), out, 0
        )

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if SAIL <= action < BOARD:
            form = sailing.gust_form(t, t.draft - GUST_DRAFT)
            return sailing.no_course(t, action - SAIL, form & 3, form >> 2)
        return out_of_place(t, action, "sail-with-the-gust", "WP-4.2")

    def tries(self, t: Table, seat: i64) -> list[int]:
        return list(range(SAIL, BOARD))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        gust = t.draft - GUST_DRAFT
        t.draft = NO_DRAFT
        t.action_points -= TURN_POINTS
        if t.recording:
            t.cite("WP-4.2")
            if gust == FARTHER:
                t.cite("WP-5.3")
            name = "farther" if gust == FARTHER else DIRECTIONS[gust]
            t.tell(GUST_BOUGHT, seat, {"gust": name})
            sailing.cite_course(t, t.wind if gust == FARTHER else gust)
        arrive(t, seat, action - SAIL)

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
        for place in range(PLACES):
            if place != t.draft - TILE_DRAFT:
                out[n] = SWAP + place
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if SWAP <= action < DONE:
            return IllegalAction("same-tile", "WP-1.4", {"port": t.place_name(action - SWAP)})
        return out_of_place(t, action, "swap-first", "WP-1.4")

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
            low, high = min(first, place), max(first, place)
            places = [t.place_name(low), t.place_name(high)]
            t.tell(TILES_SWAPPED, seat, {"places": places})
        go_on(t)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn:
            return 0
        if t.draft == INTRIGUE_DRAFT:
            t.draft = NO_DRAFT
            t.step = PLUNDERING
        else:
            t.draft = INTRIGUE_DRAFT
        return 1


# WP-5: sailing.


def sail(t: Table, seat: i64, port: i64) -> None:
    if t.recording:
        sailing.cite_course(t, t.wind)
    arrive(t, seat, port)


def arrive(t: Table, seat: i64, port: i64) -> None:
    """WP-5.4: any number of ships may share a port."""
    t.sailed += 1
    if t.recording:
        t.cite("WP-4.1")
        if t.heaved > 0:
            t.cite("WP-6.7")
        if sailing.company(t, seat, port):
            t.cite("WP-5.4")
        t.tell(SAILED, seat, {"port": t.box.port_names[port]})
    t.ship[seat] = port
    t.go(ARRIVING)


# WP-6: arrival.


class Arriving(Step[Table]):
    """WP-6: what happens in port, in its order; asked is only whether to board."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        tile = arrival.take_tile(t, seat)
        arrival.move_bar(t, tile)
        arrival.score_tile(t, seat, tile)
        if not arrival.somebody_to_board(t, seat):
            self.finish(t, seat)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for victim in range(t.players):
            if arrival.may_board(t, seat, victim):
                for loot in range(4):
                    if arrival.has_loot(t, victim, loot):
                        out[n] = BOARD + victim * 4 + loot
                        n += 1
        out[n] = PASS
        return n + 1

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if CARD <= action < SWAP:
            return IllegalAction("cards-aside", "WP-6")
        if not BOARD <= action < PASS:
            return out_of_place(t, action, "board-first", "WP-6.4")
        victim = (action - BOARD) // 4
        loot = LOOT[(action - BOARD) % 4]
        if victim >= t.players:
            return cards.no_such_player(t, victim)
        details: dict[str, object] = {"victim": int(victim), "loot": loot}
        if victim == seat:
            return IllegalAction("not-yourself", "WP-6.4", details)
        if t.ship[victim] != t.ship[seat]:
            return IllegalAction("not-in-port", "WP-6.4", details)
        if not arrival.may_board(t, seat, victim):
            return IllegalAction("too-few-weapons", "WP-6.4", details)
        return IllegalAction("nothing-to-loot", "WP-6.4", details)

    def tries(self, t: Table, seat: i64) -> list[int]:
        out: list[int] = []
        for victim in range(t.players):
            if victim != seat and t.ship[victim] == t.ship[seat]:
                out.extend(range(BOARD + 4 * victim, BOARD + 4 * victim + 4))
        out.append(PASS)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action != PASS:
            arrival.board(t, seat, (action - BOARD) >> 2, (action - BOARD) & 3)
        self.finish(t, seat)

    def finish(self, t: Table, seat: i64) -> None:
        port = t.ship[seat]
        arrival.play_treasure(t, seat, port)
        arrival.gain_reputation(t, seat, port)
        go_on(t)


class Over(Step[Table]):
    """WP-8: the count at the end."""

    def enter(self, t: Table) -> None:
        scoring.count_end(t)
        if t.recording:
            scores = t.scores
            if max([scores.count(score) for score in scores]) > 1:
                t.cite("WP-8.2")
            t.tell(MATCH_ENDED, NOBODY, {"scores": scores, "winners": t.winners})


# Names and reasons that several steps share.


def out_of_place(t: Table, action: i64, code: str, rule: str) -> IllegalAction:
    """Why an action of another step is refused: its own rule says when it may be played."""
    if BOARD <= action <= PASS:
        return IllegalAction("no-boarding-now", "WP-6.4")
    if SWAP <= action < DONE:
        return IllegalAction("no-intrigue-played", "WP-1.4")
    return IllegalAction(code, rule)


SETTING_UP: Final = SettingUp(1, "setting-up", "WP-2.1")
VOTING: Final = Voting(2, "voting", "WP-3.1")
STAKING: Final = Staking(3, "staking", "WP-3.2")
CROWNING: Final = Crowning(4, "crowning", "WP-3.3")
TURNING: Final = Turning(5, "turning", "WP-3.4")
NAMING: Final = Naming(6, "naming", "WP-3.5")
PLUNDERING: Final = Plundering(7, "plundering", "WP-4.1")
STEERING: Final = Steering(8, "steering", "WP-4.2")
SWAPPING: Final = Swapping(9, "swapping", "WP-1.4")
ARRIVING: Final = Arriving(10, "boarding", "WP-6.4")
OVER: Final = Over(11, "over", "WP-8.1")
