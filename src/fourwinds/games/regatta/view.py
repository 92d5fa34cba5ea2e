"""What a seat sees of Regatta, and everything: the position.

Places are micrometres from the middle of the line, x to the east and y to the north; headings are
fortieths of a degree, clockwise from north.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.core.rules import Rules
from fourwinds.games.regatta import scoring, steps
from fourwinds.games.regatta.geometry import FULL, NOTHING, out_x, out_y, outline
from fourwinds.games.regatta.notation import describe, drafted, turned
from fourwinds.games.regatta.state import (
    ARROWS,
    BOAT,
    BOATS,
    CLOUD,
    GATE_NAMES,
    HAND,
    HELM,
    HOME,
    LETTERS,
    MOST_SWAPPED,
    SWAP,
    TURN,
    TURN_STEP,
    Table,
)

STEPS = {
    step.name: step
    for step in (
        steps.BOARDING,
        steps.PLACING,
        steps.SAILING,
        steps.SAILING_ON,
        steps.FINISHING,
        steps.OVER,
    )
}
MOST_TURNS = 10**9
REQUIRED = "game players options first turn boats hands".split()
OPTIONAL = "step turns discards pile chance draft helm played card".split()
FARTHEST = 4_000_000
POINT_EVERY = 12  # poses between two points of a drawn path: about 3 mm


# Everything.


def position(t: Table) -> dict[str, Any]:
    out = {
        "game": "regatta",
        "players": int(t.players),
        "options": dict(t.rules.options),
        "step": t.step.name,
        **_public(t),
        "boats": [_boat(t, seat) for seat in range(t.players)],
        "hands": [_names(t, t.hand(seat)) for seat in range(t.players)],
        "pile": [t.box.names[t.deck[i]] for i in range(t.deck_count)],
        "chance": write_chance(t),
    }
    if t.draft_count:
        out["draft"] = drafted(t)
    return out


def _public(t: Table) -> dict[str, Any]:
    """What lies open on the table; the same in a view and in the position."""
    out: dict[str, Any] = {
        "first": int(t.first),
        "turn": int(t.turn),
        "turns": int(t.turns),
        "discards": [
            name for card, name in enumerate(t.box.names) for _ in range(t.discards[card])
        ],
    }
    if t.step is steps.FINISHING:
        out["helm"] = bool(t.helm)
        out["played"] = int(t.played)
    if t.step is steps.SAILING_ON:
        out["card"] = t.box.names[t.card]
        out["played"] = int(t.played)
    return out


def _boat(t: Table, seat: int) -> dict[str, Any] | None:
    if t.boat[seat] < 0:
        return None
    out: dict[str, Any] = {"boat": BOATS[t.boat[seat]]}
    if t.afloat[seat]:
        out |= {
            "x": int(t.x[seat]),
            "y": int(t.y[seat]),
            "heading": int(t.h[seat]),
            "stage": int(t.stage[seat]),
            "becalmed": bool(t.calm[seat]),
        }
    return out


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; fields that do not matter may be left out."""
    check_fields(data, REQUIRED, OPTIONAL)
    players = int(t.players)
    t.first = number(data["first"], "first", 0, players - 1)
    t.turn = number(data["turn"], "turn", 0, players - 1)
    t.turns = number(data.get("turns", 0), "turns", 0, MOST_TURNS)
    step = STEPS.get(str(data.get("step", "sailing")))
    if step is None:
        raise BadPosition(f"step: expected one of {', '.join(STEPS)}")
    _set_up_boats(t, data, step)
    _set_up_cards(t, data)
    _set_up_turn(t, data, step)
    t.step = step
    if step is steps.SAILING_ON:
        _check_second_leg(t)


def _set_up_boats(t: Table, data: Mapping[str, Any], step: Any) -> None:
    boats = _seated(data["boats"], "boats", int(t.players))
    placed = int(t.turn - t.first) % int(t.players)
    racing = step not in (steps.BOARDING, steps.PLACING)
    for seat, entry in enumerate(boats):
        order = (seat - int(t.first)) % int(t.players)
        afloat = racing or order < placed
        named = afloat or (step is steps.PLACING and order == placed)
        where = f"boats[{seat}]"
        if not named:
            if entry is not None:
                raise BadPosition(f"{where}: expected null, its boat is not chosen yet (RG-3.1)")
            continue
        if not isinstance(entry, Mapping):
            raise BadPosition(f'{where}: expected {{"boat": "red", ...}}')
        known = {"boat", "x", "y", "heading", "stage", "becalmed"} if afloat else {"boat"}
        if not set(entry) <= known or entry.get("boat") not in BOATS:
            raise BadPosition(f"{where}: expected {', '.join(sorted(known))}")
        boat = BOATS.index(entry["boat"])
        if t.seat_of(boat) >= 0:
            raise BadPosition(f"{where}.boat: expected each boat once (RG-3.1)")
        t.boat[seat] = boat
        if afloat:
            _launch(t, seat, entry, where, HOME if step is steps.OVER else HOME - 1)
    homes = [seat for seat in range(t.players) if t.stage[seat] == HOME]
    if len(homes) != (1 if step is steps.OVER else 0):
        raise BadPosition("boats: expected one boat home when the race is over, else none (RG-7.2)")


def _launch(t: Table, seat: int, entry: Mapping[str, Any], where: str, last: int) -> None:
    t.x[seat] = _inner(entry, where, "x", -FARTHEST, FARTHEST)
    t.y[seat] = _inner(entry, where, "y", -FARTHEST, FARTHEST)
    t.h[seat] = _inner(entry, where, "heading", 0, FULL - 1)
    t.stage[seat] = _inner(entry, where, "stage", 0, last, 0)
    calm = entry.get("becalmed", False)
    if type(calm) is not bool:
        raise BadPosition(f"{where}.becalmed: expected true or false")
    t.calm[seat] = 1 if calm else 0
    # A hair's breadth is enough here: boats come closer to things than new moves may bring them.
    steps.look_around(t, seat)
    lookout = t.lookout
    if lookout.near_edge and lookout.edge_gap(0, 0, 0) < 0:
        raise BadPosition(f"{where}: expected a boat on the water (RG-2.3)")
    for k in range(lookout.boats):
        if lookout.boat_gap(k, 0, 0, 0) <= 0:
            raise BadPosition(f"{where}: expected boats that do not touch (RG-4.2)")
    for k in range(lookout.buoys):
        if lookout.buoy_gap(k, 0, 0, 0) <= 0:
            raise BadPosition(f"{where}: expected a boat clear of the buoys (RG-4.2)")
    t.afloat[seat] = 1


def _set_up_cards(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    hands = [
        _cards(t, hand, f"hands[{seat}]", HAND)
        for seat, hand in enumerate(_seated(data["hands"], "hands", players))
    ]
    discards = _cards(t, data.get("discards", []), "discards", len(t.box.deck))
    seen = Counter(discards)
    for hand in hands:
        seen.update(hand)
    seen[int(t.box.sun)] += sum(int(n) for n in t.calm)
    read_chance(t, data)
    deck = Counter(int(card) for card in t.box.deck)
    if data.get("pile") is None:
        # Left out: the cards that are seen nowhere, in an order that chance decides.
        unseen = vec[u8](sorted((deck - seen).elements()))
        t.stream().shuffle(unseen, len(unseen), len(unseen))
        pile = [int(card) for card in unseen]
    else:
        pile = _cards(t, data["pile"], "pile", len(t.box.deck))
    seen.update(pile)
    for card in deck | seen:
        if seen[card] != deck[card]:
            raise BadPosition(
                f"expected {t.box.names[card]} {deck[card]} times, got {seen[card]} (RG-1.2)"
            )
    for seat, hand in enumerate(hands):
        for card in hand:
            t.receive(seat, card)
    for card in discards:
        t.discards[card] += 1
    for i, card in enumerate(pile):
        t.deck[i] = card
    t.deck_count = len(pile)


def _set_up_turn(t: Table, data: Mapping[str, Any], step: Any) -> None:
    """How far the turn has come, and that the hands fit it (RG-4.1)."""
    turn = int(t.turn)
    if step in (steps.FINISHING, steps.SAILING_ON):
        t.played = number(data.get("played"), "played", 1, 2)
    elif "played" in data:
        raise BadPosition("played: expected only while a turn is finished")
    if (step is steps.FINISHING) != ("helm" in data) or (step is steps.SAILING_ON) != (
        "card" in data
    ):
        raise BadPosition("helm, card: expected helm while finishing, card while sailing on")
    if step is steps.FINISHING:
        if type(data["helm"]) is not bool or (data["helm"] and t.played != 1):
            raise BadPosition("helm: expected true only after one card (RG-6.1)")
        t.helm = 1 if data["helm"] else 0
    if step is steps.SAILING_ON:
        t.card = _cards(t, [data["card"]], "card", 1)[0]
        if t.box.symbols[t.card] != CLOUD or not t.discards[t.card]:
            raise BadPosition("card: expected a discarded card with a cloud (RG-6.2)")
    if step in (steps.SAILING, steps.SAILING_ON, steps.FINISHING) and t.calm[turn]:
        raise BadPosition("turn: expected a boat that is not becalmed (RG-6.3)")
    for seat in range(t.players):
        owed = int(t.played) if seat == turn else 0
        if int(t.held[seat]) != HAND - owed and step is not steps.OVER:
            raise BadPosition(f"hands[{seat}]: expected {HAND - owed} cards (RG-4.1)")
    draft = _cards(t, data.get("draft", []), "draft", MOST_SWAPPED)
    if draft and step is not steps.SAILING:
        raise BadPosition("draft: expected none now (RG-5.1)")
    for i, card in enumerate(draft):
        t.draft[i] = card
        if draft.count(card) > t.holds(turn, card):
            raise BadPosition("draft: expected cards of the hand (RG-5.1)")
    t.draft_count = len(draft)


def _check_second_leg(t: Table) -> None:
    out = vec[i64]([0] * ARROWS)
    if steps.SAILING_ON.fill(t, t.turn, out) == 0:
        raise BadPosition("step: expected an arrow that allows the second leg (RG-6.2)")


# What a seat sees.


def view(t: Table, seat: int | None) -> dict[str, Any]:
    """Field by field what the seat may know; None is a spectator."""
    drafting = seat is not None and seat == t.turn and t.draft_count > 0
    return {
        "game": "regatta",
        "players": int(t.players),
        "options": dict(t.rules.options),
        "seat": seat,
        "step": t.step.name,
        "actors": list(t.actors),
        **_public(t),
        "boats": [_seen_boat(t, other) for other in range(t.players)],
        "hand": None if seat is None else _names(t, t.hand(seat)),
        "cards": None if seat is None else _hand_arrows(t, seat),
        "draft": drafted(t) if drafting else [],
        "counts": [int(n) for n in t.held],
        "pile": int(t.deck_count),
        "course": _course(t),
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def _seen_boat(t: Table, seat: int) -> dict[str, Any] | None:
    """A boat with its outline, its zone and how far it has come."""
    out = _boat(t, seat)
    if out is None or not t.afloat[seat]:
        return out
    stage = int(t.stage[seat])
    out |= {
        "outline": outline(t.box.hull, out["x"], out["y"], out["heading"]),
        "zone": zone(t, out["x"], out["y"], out["heading"]),
        "passed": GATE_NAMES[:stage],
        "remaining": int(t.remaining(seat)),
    }
    return out


def zone(t: Table, x: int, y: int, h: int) -> list[list[int]]:
    """RG-4.3: the corners of the card before the bow."""
    half, length = int(t.box.hull.zone_half), int(t.box.hull.zone_length)
    corners = ((-half, 0), (-half, length), (half, length), (half, 0))
    return [_outside(x, y, h, *corner) for corner in corners]


def _outside(x: int, y: int, h: int, aside: int, ahead: int) -> list[int]:
    return [x + int(out_x(aside, ahead, h)), y + int(out_y(aside, ahead, h))]


def _hand_arrows(t: Table, seat: int) -> dict[str, Any]:
    """The cards of the hand: symbol and, for each arrow, its turn and where the bow ends."""
    paths = t.box.paths
    out: dict[str, Any] = {}
    for card in sorted(set(t.hand(seat))):
        arrows = []
        for k in range(t.box.arrow_count[card]):
            arrow = int(t.box.arrows[card * ARROWS + k])
            last = int(paths.first[arrow] + paths.count[arrow]) - 1
            arrows.append(
                {
                    "arrow": LETTERS[k],
                    "turn": turned(int(paths.h[last])),
                    "aside": int(paths.x[last]),
                    "ahead": int(paths.y[last]),
                }
            )
        symbol = {HELM: "helm", CLOUD: "cloud"}.get(int(t.box.symbols[card]))
        out[t.box.names[card]] = {
            "colour": t.box.colours[card],
            "symbol": symbol,
            "small": bool(t.box.small[card]),
            "arrows": arrows,
        }
    return out


def _course(t: Table) -> dict[str, Any]:
    course = t.box.course
    water = course.water
    buoys = [[int(water.x[b]), int(water.y[b]), int(water.radius[b])] for b in range(water.buoys)]
    return {
        "water": [int(water.west), int(water.south), int(water.east), int(water.north)],
        "line": buoys[:2],
        "red": buoys[2],
        "green": buoys[3],
        "obstacles": buoys[4:],
        "places": [[int(x), int(course.start_y)] for x in course.places],
    }


def preview(rules: Rules, view: Mapping[str, Any], action: int) -> dict[str, Any]:
    """Where an action of the viewer leads: the path, the end, and what stands in the way."""
    world = rules.imagine(view, 0)
    assert isinstance(world, Table)
    seat = view["seat"]
    out = describe(world, seat, action)
    if action < SWAP and world.afloat[seat]:
        out |= _preview_move(world, seat, action)
    elif TURN <= action < BOAT and world.afloat[seat]:
        heading = int(world.h[seat] + (action - TURN + 1) * TURN_STEP) % FULL
        steps.look_around(world, seat)
        aground = seat in world.actors and steps.is_aground(world, seat)
        place = world.lookout.place_of_turn((action - TURN + 1) * TURN_STEP, aground)
        x, y = int(place[0]), int(place[1])
        out |= {"end": [x, y, heading], "outline": outline(world.box.hull, x, y, heading)}
    refusal = world.refusal(seat, action)
    out["legal"] = refusal is None
    out["rule"] = None if refusal is None else refusal.rule
    out["refusal"] = None if refusal is None else refusal.code
    return out


def _preview_move(t: Table, seat: int, action: int) -> dict[str, Any]:
    card, k = divmod(action, ARROWS)
    if card >= len(t.box.names) or k >= t.box.arrow_count[card]:
        return {}
    arrow = int(t.box.arrows[card * ARROWS + k])
    if seat in t.actors and t.refusal(seat, action) is None:
        last = int(t.stop_at[arrow])  # a forced stop or the finish may come before the end
        touched = touch = NOTHING
    else:
        last = int(t.box.paths.count[arrow]) - 1
        steps.look_around(t, seat)
        touch = int(t.lookout.first_touch(arrow))
        touched = int(t.lookout.touched)
    end = steps.pose(t, seat, arrow, last)
    stage, _ = scoring.follow(t, seat, arrow, last, False)
    out = {
        "path": [steps.pose(t, seat, arrow, i) for i in [*range(0, last, POINT_EVERY), last]],
        "end": end,
        "outline": outline(t.box.hull, *end),
        "zone": zone(t, *end),
        "stage": int(stage),
        "passes": GATE_NAMES[int(t.stage[seat]) : int(stage)],
        "contact": None,
    }
    if touched != NOTHING:
        at = steps.pose(t, seat, arrow, touch)
        out["contact"] = {
            "outline": outline(t.box.hull, *at),
            **steps.contact(t, seat, arrow, touch, touched),
        }
    return out


# Small pieces.


def _names(t: Table, cards: list[int]) -> list[str]:
    return [t.box.names[card] for card in cards]


def _inner(
    entry: Mapping[str, Any],
    where: str,
    name: str,
    low: int,
    high: int,
    default: int | None = None,
) -> int:
    value = entry.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{where}.{name}: expected a whole number from {low} to {high}")
    return value


def _seated(values: object, name: str, players: int) -> list[Any]:
    if not isinstance(values, (list, tuple)) or len(values) != players:
        raise BadPosition(f"{name}: expected a list of {players}, one a seat")
    return list(values)


def _cards(t: Table, names: object, where: str, most: int) -> list[int]:
    if not isinstance(names, (list, tuple)) or len(names) > most:
        raise BadPosition(f"{where}: expected a list of at most {most} cards")
    for name in names:
        if not isinstance(name, str) or name not in t.box.names:
            raise BadPosition(f"{where}: unknown card {str(name)[:20]!r}")
    return [t.box.names.index(name) for name in names]
