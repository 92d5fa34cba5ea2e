"""The steps of Regatta, one per section of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.regatta import scoring
from fourwinds.games.regatta.geometry import (
    BUOY,
    DEGREE,
    EDGE,
    FULL,
    NEVER,
    NOTHING,
    between,
    meeting_point,
    out_x,
    out_y,
    outline,
)
from fourwinds.games.regatta.state import (
    ARROWS,
    BOAT,
    BOAT_CHOSEN,
    BOAT_PLACED,
    BOAT_SAILED,
    BOAT_STOPPED,
    BOAT_TURNED,
    BOATS,
    CARDS_DEALT,
    CARDS_DRAWN,
    CARDS_SWAPPED,
    CLOUD,
    END,
    HAND,
    HELM,
    HOME,
    LEG_LOST,
    LETTERS,
    MOST_SWAPPED,
    PILE_SHUFFLED,
    RACE_BEGAN,
    RACE_ENDED,
    START,
    SUN,
    SUN_CARD,
    SUN_LAID,
    SWAP,
    TURN,
    TURN_MISSED,
    TURN_STEP,
    TURNS,
    TYPES,
    Table,
)

# What comes of an arrow.
FREE: Final = 1
WINS: Final = 2
STOPS: Final = 3  # at the edge of a zone, where RG-4.4 allows it
IN_ZONE: Final = 4
TOUCHES: Final = 5

MARK_NAMES: Final = ["white-buoy", "white-buoy", "red-buoy", "green-buoy"]


# Where arrows lead.


def look_around(t: Table, seat: i64) -> None:
    """See everything from the seat's boat."""
    lookout = t.lookout
    lookout.look(t.x[seat], t.y[seat], t.h[seat])
    for other in range(t.players):
        if other != seat and t.afloat[other]:
            lookout.add(other, t.x[other], t.y[other], t.h[other])


def judge(t: Table, seat: i64, arrow: i64) -> i64:
    """RG-2.3, RG-4.2, RG-4.3, RG-7.2: what comes of one arrow; `look_around` first."""
    lookout = t.lookout
    touch = lookout.first_touch(arrow)
    t.touching[arrow] = lookout.touched
    t.stop_at[arrow] = touch
    last = t.box.paths.count[arrow] - 1
    if scoring.could_win(t, seat):
        _, home = scoring.follow(t, seat, arrow, last if touch == NEVER else touch, False)
        # Only the way up to the line must be legal.
        if home != NEVER and (touch == NEVER or home < touch):
            t.stop_at[arrow] = home
            return WINS
    if touch != NEVER:
        return TOUCHES
    zone = lookout.end_zone(arrow)
    if zone != NOTHING:
        t.touching[arrow] = lookout.seat[zone]
        return IN_ZONE
    t.stop_at[arrow] = last
    return FREE


def consider(t: Table, seat: i64, may_stop: bool) -> None:
    """What comes of every arrow in the hand; RG-4.4 where all of them end in zones."""
    if t.known:
        return
    t.known = True
    t.forced = False
    look_around(t, seat)
    status = t.status
    for a in range(t.box.paths.arrows):
        status[a] = 0
    arrows = t.box.arrows
    zones = False
    free = False
    start = seat * HAND
    for i in range(i64(t.held[seat])):
        card = i64(t.hands[start + i])
        for k in range(t.box.arrow_count[card]):
            a = arrows[card * ARROWS + k]
            if status[a] == 0:
                status[a] = judge(t, seat, a)
                if status[a] == IN_ZONE:
                    zones = True
                elif status[a] != TOUCHES:
                    free = True
    if may_stop and zones and not free:
        t.forced = True
        for a in range(t.box.paths.arrows):
            if status[a] == IN_ZONE:
                stop = t.lookout.stop(a)
                t.stop_at[a] = stop
                if stop > 0:
                    status[a] = STOPS
                    free = True
    t.aground = not free


def is_aground(t: Table, seat: i64) -> bool:
    """RG-5.1: whether no card of the hand moves the boat."""
    consider(t, seat, t.step is SAILING)
    return t.aground


def would_be_aground(t: Table, seat: i64) -> bool:
    """The same of a boat whose turn it is not, for bots who think ahead."""
    t.known = False
    consider(t, seat, True)
    t.known = False
    return t.aground


def fill_moves(t: Table, seat: i64, out: vec[i64]) -> i64:
    """Every card and arrow that leads somewhere, after `consider`."""
    n: i64 = 0
    before: i64 = NOBODY
    start = seat * HAND
    for i in range(i64(t.held[seat])):
        card = i64(t.hands[start + i])
        if card != before:
            before = card
            n = fill_arrows(t, card, out, n)
    return n


def fill_arrows(t: Table, card: i64, out: vec[i64], n: i64) -> i64:
    for k in range(t.box.arrow_count[card]):
        status = t.status[t.box.arrows[card * ARROWS + k]]
        if 0 < status <= STOPS:
            out[n] = card * ARROWS + k
            n += 1
    return n


def refuse_move(t: Table, seat: i64, action: i64) -> IllegalAction:
    """Why a card and arrow may not be played, after `consider`."""
    card = action // ARROWS
    if card >= len(t.box.names):
        return IllegalAction("no-such-card", "RG-1.2")
    name = t.box.names[card]
    if t.holds(seat, card) == 0:
        return IllegalAction("not-in-hand", "RG-4.1", {"card": name})
    return refuse_arrow(t, seat, card, action % ARROWS)


def refuse_arrow(t: Table, seat: i64, card: i64, k: i64) -> IllegalAction:
    name = t.box.names[card]
    details: dict[str, object] = {"card": name, "arrow": LETTERS[k]}
    if t.box.symbols[card] == SUN_CARD:
        return IllegalAction("sun-is-no-direction", "RG-6.3", details)
    if k >= t.box.arrow_count[card]:
        details["n"] = int(t.box.arrow_count[card])
        return IllegalAction("no-such-arrow", "RG-4.1", details)
    a = t.box.arrows[card * ARROWS + k]
    touched = t.touching[a]
    if t.status[a] == IN_ZONE:
        details["boat"] = BOATS[t.boat[touched]]
        if t.forced:
            return IllegalAction("no-way-in-zone", "RG-4.4", details)
        return IllegalAction("ends-in-zone", "RG-4.3", details)
    details.update(contact(t, seat, a, t.stop_at[a], touched))
    rule = "RG-2.3" if touched == EDGE else "RG-4.2"
    return IllegalAction(f"touches-{details['touches']}", rule, details)


def contact(t: Table, seat: i64, arrow: i64, i: i64, touched: i64) -> dict[str, object]:
    """What a boat touches in a pose of an arrow: how it lies then, and where on the water."""
    x, y, h = pose(t, seat, arrow, i)
    ours = outline(t.box.hull, x, y, h)
    water = t.box.course.water
    if touched == EDGE:
        # The corner that is nearest to the edge.
        point = min(
            ours,
            key=lambda at: min(
                int(water.east) - at[0],
                at[0] - int(water.west),
                int(water.north) - at[1],
                at[1] - int(water.south),
            ),
        )
    elif touched < BUOY:
        theirs = outline(t.box.hull, t.x[touched], t.y[touched], t.h[touched])
        point = meeting_point(ours, theirs)
    else:
        buoy = touched - BUOY
        point = meeting_point(ours, [[int(water.x[buoy]), int(water.y[buoy])]])
    return {"pose": [x, y, h], "point": point, **thing(t, touched)}


def thing(t: Table, touched: i64) -> dict[str, object]:
    """What a hull touches, in words of the game."""
    if touched == EDGE:
        return {"touches": "edge"}
    if touched < BUOY:
        return {"touches": "boat", "boat": BOATS[t.boat[touched]]}
    if touched - BUOY < len(MARK_NAMES):
        return {"touches": "buoy", "buoy": MARK_NAMES[touched - BUOY]}
    return {"touches": "obstacle"}


def pose(t: Table, seat: i64, arrow: i64, i: i64) -> list[int]:
    """The seat's bow and heading in a pose of an arrow."""
    paths = t.box.paths
    at = paths.first[arrow] + i
    h = t.h[seat]
    return [
        int(t.x[seat] + out_x(paths.x[at], paths.y[at], h)),
        int(t.y[seat] + out_y(paths.x[at], paths.y[at], h)),
        int(between(h + paths.h[at])),
    ]


def sail(t: Table, seat: i64, card: i64, k: i64) -> bool:
    """Move the boat along a legal arrow as far as it goes; False if it was stopped or is home."""
    a = t.box.arrows[card * ARROWS + k]
    status = t.status[a]
    last = t.stop_at[a]
    if t.recording:
        cite_move(t, card, a)
        stopped = status == STOPS
        t.tell(
            BOAT_STOPPED if stopped else BOAT_SAILED,
            seat,
            {
                "boat": BOATS[t.boat[seat]],
                "card": t.box.names[card],
                "arrow": LETTERS[k],
                "pose": pose(t, seat, a, last),
            },
        )
    if scoring.could_cross(t, seat):
        t.stage[seat], _ = scoring.follow(t, seat, a, last, True)
    paths = t.box.paths
    at = paths.first[a] + last
    h = t.h[seat]
    x = paths.x[at]
    y = paths.y[at]
    t.x[seat] += out_x(x, y, h)
    t.y[seat] += out_y(x, y, h)
    t.h[seat] = between(h + paths.h[at])
    t.known = False
    return status == FREE


def cite_move(t: Table, card: i64, arrow: i64) -> None:
    for rule in ("RG-2.1", "RG-2.2", "RG-2.3", "RG-4.1", "RG-4.2", "RG-4.3"):
        t.cite(rule)
    if t.status[arrow] == STOPS:
        t.cite("RG-4.4")
    if t.box.symbols[card] == CLOUD:
        t.cite("RG-6.2")
    if cramped(t):
        t.cite("RG-4.5")


def cramped(t: Table) -> bool:
    """RG-4.5: something lies where the card would be put down, and the path leads past it."""
    hull = t.box.hull
    lookout = t.lookout
    for k in range(lookout.boats):
        x = lookout.boat_x[k]
        y = lookout.boat_y[k]
        if -hull.zone_half < x < hull.zone_half and 0 < y < hull.zone_length:
            return True
    for k in range(lookout.buoys):
        x = lookout.buoy_x[k]
        y = lookout.buoy_y[k]
        if -hull.zone_half < x < hull.zone_half and 0 < y < hull.zone_length:
            return True
    return False


# Set-up.


class Dealing(Step[Table]):
    """RG-3.1: five cards each; chance says who begins."""

    def enter(self, t: Table) -> None:
        t.first = t.stream().below(t.players)
        t.turn = t.first
        deck = t.box.deck
        count: i64 = len(deck)
        for i in range(count):
            t.deck[i] = deck[i]
        t.deck_count = count
        t.stream().shuffle(t.deck, count, count)
        if t.recording:
            for rule in ("RG-1.1", "RG-1.2", "RG-1.3", "RG-3.1"):
                t.cite(rule)
            t.tell(RACE_BEGAN, NOBODY, {"first": int(t.first)})
        for seat in range(t.players):
            for _ in range(HAND):
                t.deck_count -= 1
                t.receive(seat, t.deck[t.deck_count])
            if t.recording:
                t.tell(CARDS_DEALT, seat, {"cards": [t.box.names[c] for c in t.hand(seat)]})
        t.go(BOARDING)


class Boarding(Step[Table]):
    """RG-3.1: each in turn chooses a boat; whoever names only a place takes the next free one."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for boat in range(4):
            if t.seat_of(boat) == NOBODY:
                out[n] = BOAT + boat
                n += 1
        return fill_places(t, out, n)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if BOAT <= action < START:
            return IllegalAction("boat-taken", "RG-3.1", {"boat": BOATS[action - BOAT]})
        return refuse_place(t, action, "choose-boat")

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [*[BOAT + boat for boat in range(4)], *PLACING.tries(t, seat)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        boat = action - BOAT
        if action >= START:
            boat = 0
            while t.seat_of(boat) != NOBODY:
                boat += 1
        t.boat[seat] = boat
        if t.recording:
            t.cite("RG-3.1")
            t.tell(BOAT_CHOSEN, seat, {"boat": BOATS[boat]})
        t.go(PLACING)
        if action >= START:
            PLACING.play(t, seat, action)


class Placing(Step[Table]):
    """RG-3.1: and puts it at a free place just behind the line, heading over it."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        return fill_places(t, out, 0)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return refuse_place(t, action, "choose-place")

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [START + i for i in range(len(t.box.course.places))]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.x[seat] = t.box.course.places[action - START]
        t.y[seat] = t.box.course.start_y
        t.h[seat] = 0
        t.afloat[seat] = 1
        if t.recording:
            t.cite("RG-3.1")
            t.tell(
                BOAT_PLACED,
                seat,
                {"boat": BOATS[t.boat[seat]], "place": int(action - START) + 1},
            )
        t.turn = seat_after(t, seat)
        if t.turn == t.first:
            t.go(TURNING)
        else:
            t.go(BOARDING)


def fill_places(t: Table, out: vec[i64], n: i64) -> i64:
    """RG-3.1: the places where no boat lies."""
    places = t.box.course.places
    for i in range(i64(len(places))):
        if all(not (t.afloat[seat] and t.x[seat] == places[i]) for seat in range(t.players)):
            out[n] = START + i
            n += 1
    return n


def refuse_place(t: Table, action: i64, otherwise: str) -> IllegalAction:
    last = len(t.box.course.places)
    if START <= action < START + last:
        return IllegalAction("place-taken", "RG-3.1", {"place": int(action - START) + 1})
    return IllegalAction(otherwise, "RG-3.1", {"last": last})


# A turn.


class Turning(Step[Table]):
    """RG-6.3: whose turn it is; a becalmed boat misses it and its sun is discarded."""

    def enter(self, t: Table) -> None:
        t.played = t.helm = t.card = t.draft_count = 0
        t.known = False
        t.turns += 1
        while t.calm[t.turn]:
            seat = t.turn
            t.calm[seat] = 0
            t.discards[t.box.sun] += 1
            if t.recording:
                t.cite("RG-6.3")
                t.tell(TURN_MISSED, seat, {"boat": BOATS[t.boat[seat]]})
            t.turn = seat_after(t, seat)
            t.turns += 1
        t.go(SAILING)


class Sailing(Step[Table]):
    """RG-4 and RG-5: play a direction card, or heave to."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        drafting = t.draft_count > 0
        if not drafting:
            consider(t, seat, True)
            n = fill_moves(t, seat, out)
        if t.draft_count < MOST_SWAPPED:
            n = self.fill_swaps(t, seat, out, n)
        if drafting:
            out[n] = END
            return n + 1
        return self.fill_turns(t, out, n)

    def fill_swaps(self, t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
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

    def fill_turns(self, t: Table, out: vec[i64], n: i64) -> i64:
        """RG-5.1: about the bow, wherever the new place is free; after `consider`.

        A bow close to a buoy, the edge or another bow leaves no room for any card whatever the
        heading; so a boat that no card can move is aground and may be set back.
        """
        lookout = t.lookout
        crowded = lookout.is_crowded()
        for k in range(TURNS):
            if not crowded or self.touches_turned(t, k) == NOTHING:
                out[n] = TURN + k
                n += 1
        return n

    def touches_turned(self, t: Table, k: i64) -> i64:
        h = (k + 1) * TURN_STEP
        x, y = t.lookout.place_of_turn(h, t.aground)
        return t.lookout.touches_turned(h, x, y)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if t.draft_count > 0 and not SWAP <= action < END:
            code = "sun-while-heaving-to" if SUN <= action < TURN else "swap-begun"
            return IllegalAction(code, "RG-5.1")
        if action < SWAP:
            return refuse_move(t, seat, action)
        if action < END:
            card = action - SWAP
            if t.draft_count == MOST_SWAPPED:
                return IllegalAction("swap-too-many", "RG-5.1", {"most": MOST_SWAPPED})
            if card >= len(t.box.names):
                return IllegalAction("no-such-card", "RG-1.2")
            name = t.box.names[card]
            return IllegalAction("not-in-hand", "RG-5.1", {"card": name})
        if action == END:
            return IllegalAction("nothing-done", "RG-5.1")
        if action < TURN:
            return IllegalAction("sun-too-early", "RG-6.3")
        if action < BOAT:
            return self.refuse_turn(t, action - TURN)
        return IllegalAction("race-has-begun", "RG-3.1")

    def refuse_turn(self, t: Table, k: i64) -> IllegalAction:
        details: dict[str, object] = {"angle": angle(k)}
        details.update(thing(t, self.touches_turned(t, k)))
        return IllegalAction(f"turn-touches-{details['touches']}", "RG-5.1", details)

    def tries(self, t: Table, seat: i64) -> list[int]:
        cards = sorted(set(t.hand(seat)))
        if t.draft_count > 0:
            return [*[SWAP + card for card in cards], END]
        moves = []
        for card in cards:
            for k in range(t.box.arrow_count[card]):
                moves.append(int(card * ARROWS + k))
        return [
            *moves,
            *[SWAP + card for card in cards],
            *[TURN + k for k in range(TURNS)],
        ]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < SWAP:
            play_card(t, seat, action)
        elif action < END:
            t.draft[t.draft_count] = u8(action - SWAP)
            t.draft_count += 1
        elif action == END:
            self.swap(t, seat)
        else:
            self.turn(t, seat, action - TURN)

    def swap(self, t: Table, seat: i64) -> None:
        """RG-5.1: the cards are set aside, as many drawn, and only then discarded."""
        count = t.draft_count
        if t.recording:
            t.cite("RG-5.1")
            names = sorted([t.box.names[t.draft[i]] for i in range(count)])
            t.tell(CARDS_SWAPPED, seat, {"cards": names, "n": int(count)})
        for i in range(count):
            t.drop(seat, i64(t.draft[i]))
        draw(t, seat)
        for i in range(count):
            t.discards[i64(t.draft[i])] += 1
        t.turn = seat_after(t, seat)
        t.go(TURNING)

    def turn(self, t: Table, seat: i64, k: i64) -> None:
        consider(t, seat, True)
        t.x[seat], t.y[seat] = t.lookout.place_of_turn((k + 1) * TURN_STEP, t.aground)
        t.h[seat] = (t.h[seat] + (k + 1) * TURN_STEP) % FULL
        if t.recording:
            t.cite("RG-5.1")
            t.tell(BOAT_TURNED, seat, {"boat": BOATS[t.boat[seat]], "angle": angle(k)})
        t.turn = seat_after(t, seat)
        t.go(TURNING)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn or t.draft_count == 0:
            return 0
        t.draft_count -= 1
        return 1


class SailingOn(Step[Table]):
    """RG-6.2: the second leg of a card with a cloud, its arrow chosen anew."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        self.weigh(t, seat)
        for k in range(t.box.arrow_count[t.card]):
            if t.status[t.box.arrows[t.card * ARROWS + k]] <= WINS:
                return
        if t.recording:
            t.cite("RG-6.2")
            t.tell(LEG_LOST, seat, {"boat": BOATS[t.boat[seat]], "card": t.box.names[t.card]})
        t.known = False
        t.go(FINISHING)

    def weigh(self, t: Table, seat: i64) -> None:
        if t.known:
            return
        t.known = True
        t.forced = False
        look_around(t, seat)
        for k in range(t.box.arrow_count[t.card]):
            a = t.box.arrows[t.card * ARROWS + k]
            t.status[a] = judge(t, seat, a)

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        self.weigh(t, seat)
        return fill_arrows(t, t.card, out, 0)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action < SWAP and action // ARROWS == t.card:
            return refuse_arrow(t, seat, t.card, action % ARROWS)
        return IllegalAction("second-leg", "RG-6.2", {"card": t.box.names[t.card]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [int(t.card * ARROWS + k) for k in range(t.box.arrow_count[t.card])]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.weigh(t, seat)
        sail(t, seat, t.card, action % ARROWS)
        if t.stage[seat] == HOME:
            t.go(OVER)
        else:
            t.go(FINISHING)


class Finishing(Step[Table]):
    """RG-6.1, RG-6.3: a second card after a helm, a sun, or the end of the turn.

    Whoever has moved is asked even if he holds no sun: others must not learn that from the pace.
    """

    def enter(self, t: Table) -> None:
        t.card = 0
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
            consider(t, seat, False)
            n = fill_moves(t, seat, out)
        out[n] = END
        n += 1
        if t.holds(seat, t.box.sun) > 0:
            for boat in range(4):
                target = t.seat_of(boat)
                if target != NOBODY and target != seat and not t.calm[target]:
                    out[n] = SUN + boat
                    n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action < SWAP:
            if not t.helm:
                code = "helm-only-once" if t.played == 2 else "no-helm"
                return IllegalAction(code, "RG-6.1")
            return refuse_move(t, seat, action)
        if SUN <= action < TURN:
            return self.refuse_sun(t, seat, action - SUN)
        return IllegalAction("has-moved", "RG-5.1")

    def refuse_sun(self, t: Table, seat: i64, boat: i64) -> IllegalAction:
        target = t.seat_of(boat)
        details: dict[str, object] = {"boat": BOATS[boat]}
        if target == NOBODY:
            return IllegalAction("no-such-boat", "RG-6.3", details)
        if target == seat:
            return IllegalAction("sun-on-oneself", "RG-6.3", details)
        if t.holds(seat, t.box.sun) == 0:
            return IllegalAction("no-sun", "RG-6.3", details)
        return IllegalAction("already-becalmed", "RG-6.3", details)

    def tries(self, t: Table, seat: i64) -> list[int]:
        moves = []
        if t.helm:
            for card in sorted(set(t.hand(seat))):
                for k in range(t.box.arrow_count[card]):
                    moves.append(int(card * ARROWS + k))
        suns = []
        if t.holds(seat, t.box.sun) > 0:
            for boat in range(4):
                if t.seat_of(boat) not in (NOBODY, seat):
                    suns.append(SUN + boat)
        return [*moves, END, *suns]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < SWAP:
            if t.recording:
                t.cite("RG-6.1")
            play_card(t, seat, action)
            return
        if action >= SUN:
            target = t.seat_of(action - SUN)
            t.drop(seat, t.box.sun)
            t.calm[target] = 1
            if t.recording:
                t.cite("RG-6.3")
                t.tell(
                    SUN_LAID,
                    seat,
                    {"boat": BOATS[t.boat[seat]], "target": BOATS[action - SUN]},
                )
        end_turn(t, seat)


class Over(Step[Table]):
    """RG-7.2: the first boat home has won."""

    def enter(self, t: Table) -> None:
        if t.recording:
            t.cite("RG-7.2")
            t.tell(RACE_ENDED, NOBODY, {"winners": t.winners, "ranking": t.ranking})


def play_card(t: Table, seat: i64, action: i64) -> None:
    """RG-4.1: discard the card and sail; RG-6.1, RG-6.2: what its symbol gives."""
    consider(t, seat, t.step is SAILING)
    card = action // ARROWS
    symbol = t.box.symbols[card]
    t.drop(seat, card)
    t.discards[card] += 1
    t.played += 1
    t.helm = 1 if symbol == HELM and t.played == 1 else 0
    if t.recording and symbol == HELM:
        t.cite("RG-6.1")
    free = sail(t, seat, card, action % ARROWS)
    if t.stage[seat] == HOME:
        t.go(OVER)
    elif symbol == CLOUD and free:
        t.card = card
        t.go(SAILING_ON)
    else:
        t.go(FINISHING)


def end_turn(t: Table, seat: i64) -> None:
    """RG-4.1: draw back to five, once; then the next boat."""
    draw(t, seat)
    t.turn = seat_after(t, seat)
    t.go(TURNING)


def draw(t: Table, seat: i64) -> None:
    """Draw back to five; RG-6.4: the discards are shuffled when the pile is empty."""
    drawn: list[str] | None = [] if t.recording else None
    while i64(t.held[seat]) < HAND:
        if t.deck_count == 0:
            shuffle_discards(t)
        t.deck_count -= 1
        card = t.deck[t.deck_count]
        t.receive(seat, card)
        if drawn is not None:
            drawn.append(t.box.names[card])
    if drawn:
        t.tell(CARDS_DRAWN, seat, {"cards": drawn, "n": len(drawn)})


def shuffle_discards(t: Table) -> None:
    n: i64 = 0
    for card in range(TYPES):
        for _ in range(i64(t.discards[card])):
            t.deck[n] = u8(card)
            n += 1
        t.discards[card] = 0
    t.deck_count = n
    t.stream().shuffle(t.deck, n, n)
    if t.recording:
        t.cite("RG-6.4")
        t.tell(PILE_SHUFFLED, NOBODY, {"n": int(n)})


def seat_after(t: Table, seat: i64) -> i64:
    return 0 if seat + 1 == t.players else seat + 1


def angle(k: i64) -> int:
    """Degrees of the k-th turn on the spot, to starboard; below 0 to port."""
    degrees = (k + 1) * TURN_STEP // DEGREE
    return int(degrees if degrees <= 180 else degrees - 360)


DEALING: Final = Dealing(1, "dealing", "RG-3.1")
BOARDING: Final = Boarding(2, "boarding", "RG-3.1")
PLACING: Final = Placing(3, "placing", "RG-3.1")
TURNING: Final = Turning(4, "turning", "RG-6.3")
SAILING: Final = Sailing(5, "sailing", "RG-4.1")
SAILING_ON: Final = SailingOn(6, "sailing-on", "RG-6.2")
FINISHING: Final = Finishing(7, "finishing", "RG-6.1")
OVER: Final = Over(8, "over", "RG-7.2")
