"""Everything on the table of Regatta as JSON, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.core.state import Step
from fourwinds.games.regatta import boarding, steps
from fourwinds.games.regatta.actions import ARROWS, BOATS, TYPES
from fourwinds.games.regatta.course import HOME
from fourwinds.games.regatta.notation import drafted
from fourwinds.games.regatta.shapes import Position
from fourwinds.games.regatta.state import CLOUD, DECK, HAND, MOST_SWAPPED, Table
from fourwinds.games.regatta.trigonometry import FULL
from fourwinds.games.regatta.view import boat, cloud_card, discards, hand_limits, names

STEPS = {
    step.name: step
    for step in (
        boarding.BOARDING,
        boarding.PLACING,
        steps.SAILING,
        steps.SAILING_ON,
        steps.FINISHING,
        steps.OVER,
    )
}
MOST_TURNS = 10**9
REQUIRED = "game players options first turn boats hands".split()
OPTIONAL = "step turns discards pile shuffles chance draft helm played card hand_limits".split()
FARTHEST = 4_000_000


def position(t: Table) -> Position:
    return {
        "game": "regatta",
        "players": int(t.players),
        "options": dict(t.rules.options),  # type: ignore[typeddict-item]
        "step": t.step.name,  # type: ignore[typeddict-item]
        "first": int(t.first),
        "turn": int(t.turn),
        "turns": int(t.turns),
        "played": int(t.played),
        "helm": bool(t.helm),
        "card": cloud_card(t),
        "boats": [boat(t, seat) for seat in range(t.players)],
        "hands": [names(t, t.hand(seat)) for seat in range(t.players)],
        "draft": drafted(t),
        "hand_limits": [hand_limits(t, seat) for seat in range(t.players)],
        "discards": discards(t),
        "pile": [t.box.names[t.deck[i]] for i in reversed(range(t.deck_count))],
        "shuffles": int(t.reshuffles),
        "chance": write_chance(t),
    }


# What positions and views say in the same words.


# And back.


def set_up(t: Table, data: Mapping[str, Any]) -> None:
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
    _set_up_limits(t, data)
    t.step = step
    if step is steps.SAILING_ON:
        _check_second_leg(t)


def _set_up_boats(t: Table, data: Mapping[str, Any], step: Step[Table]) -> None:
    boats = _seated(data["boats"], "boats", int(t.players))
    placed = int(t.turn - t.first) % int(t.players)
    racing = step not in (boarding.BOARDING, boarding.PLACING)
    for seat, entry in enumerate(boats):
        order = (seat - int(t.first)) % int(t.players)
        afloat = racing or order < placed
        named = afloat or (step is boarding.PLACING and order == placed)
        where = f"boats[{seat}]"
        if not named:
            if entry is not None:
                raise BadPosition(f"{where}: expected null, its boat is not chosen yet (RG-3.1)")
            continue
        if not isinstance(entry, Mapping):
            raise BadPosition(f'{where}: expected {{"boat": "red", ...}}')
        known = {"boat", "afloat"}
        if afloat:
            known |= {"x", "y", "heading", "stage", "becalmed"}
        if not set(entry) <= known or entry.get("boat") not in BOATS:
            raise BadPosition(f"{where}: expected {', '.join(sorted(known))}")
        if entry.get("afloat", afloat) is not afloat:
            raise BadPosition(f"{where}.afloat: expected {str(afloat).lower()} now (RG-3.1)")
        colour = BOATS.index(entry["boat"])
        if t.seat_of(colour) >= 0:
            raise BadPosition(f"{where}.boat: expected each boat once (RG-3.1)")
        t.boat[seat] = colour
        if afloat:
            _launch(t, seat, entry, where, HOME if step is steps.OVER else HOME - 1)
    homes = [seat for seat in range(t.players) if t.stage[seat] == HOME]
    if len(homes) != (1 if step is steps.OVER else 0):
        raise BadPosition("boats: expected one boat home when the race is over, else none (RG-7.2)")


def _launch(t: Table, seat: int, entry: Mapping[str, Any], where: str, last: int) -> None:
    x = _inner(entry, where, "x", -FARTHEST, FARTHEST)
    y = _inner(entry, where, "y", -FARTHEST, FARTHEST)
    t.put(seat, x, y, _inner(entry, where, "heading", 0, FULL - 1))
    t.stage[seat] = _inner(entry, where, "stage", 0, last, 0)
    calm = entry.get("becalmed", False)
    if type(calm) is not bool:
        raise BadPosition(f"{where}.becalmed: expected true or false")
    t.calm[seat] = 1 if calm else 0
    # A hair's breadth is enough here: boats come closer to things than new moves may bring them.
    lookout = t.around(seat)
    if lookout.near_edge and lookout.edge_gap(0, 0, 0) < 0:
        raise BadPosition(f"{where}: expected a boat on the water (RG-2.3)")
    for k in range(lookout.boats):
        if lookout.boat_gap(k, 0, 0, 0) <= 0:
            raise BadPosition(f"{where}: expected boats that do not touch (RG-4.2)")
    for k in range(lookout.buoys):
        if lookout.buoy_gap(k, 0, 0, 0) <= 0:
            raise BadPosition(f"{where}: expected a boat clear of the buoys (RG-4.2)")


def _set_up_cards(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    hands = [
        read_cards(t, hand, f"hands[{seat}]", HAND)
        for seat, hand in enumerate(_seated(data["hands"], "hands", players))
    ]
    discarded = read_cards(t, data.get("discards", []), "discards", len(t.box.deck))
    seen = Counter(discarded)
    for hand in hands:
        seen.update(hand)
    seen[int(t.box.sun)] += sum(int(n) for n in t.calm)
    read_chance(t, data)
    t.reshuffles = number(data.get("shuffles", 0), "shuffles", 0, MOST_TURNS)
    deck = Counter(int(card) for card in t.box.deck)
    if data.get("pile") is None:
        # Left out: the cards that are seen nowhere, in an order that chance decides.
        unseen = vec[u8](sorted((deck - seen).elements()))
        t.stream(DECK, t.reshuffles).shuffle(unseen, len(unseen), len(unseen))
        pile = [int(card) for card in unseen][::-1]
    else:
        pile = read_cards(t, data["pile"], "pile", len(t.box.deck))
    seen.update(pile)
    for card in deck | seen:
        if seen[card] != deck[card]:
            raise BadPosition(
                f"expected {t.box.names[card]} {deck[card]} times, got {seen[card]} (RG-1.2)"
            )
    for seat, hand in enumerate(hands):
        for card in hand:
            t.receive(seat, card)
    for card in discarded:
        t.discards[card] += 1
    for i, card in enumerate(reversed(pile)):
        t.deck[i] = card
    t.deck_count = len(pile)


def _set_up_turn(t: Table, data: Mapping[str, Any], step: Step[Table]) -> None:
    """How far the turn has come, and that the hands fit it (RG-4.1)."""
    turn = int(t.turn)
    moved = step in (steps.FINISHING, steps.SAILING_ON, steps.OVER)
    t.played = number(data.get("played", 0), "played", 1 if moved else 0, 2 if moved else 0)
    helm = data.get("helm", False)
    if type(helm) is not bool or (helm and not (moved and t.played == 1)):
        raise BadPosition("helm: expected true only after one card (RG-6.1)")
    t.helm = 1 if helm else 0
    if (step is steps.SAILING_ON) != (data.get("card") is not None):
        raise BadPosition("card: expected the card with the cloud between its legs, else null")
    if step is steps.SAILING_ON:
        t.card = read_cards(t, [data["card"]], "card", 1)[0]
        if t.box.symbols[t.card] != CLOUD or not t.discards[t.card]:
            raise BadPosition("card: expected a discarded card with a cloud (RG-6.2)")
    if step in (steps.SAILING, steps.SAILING_ON, steps.FINISHING) and t.calm[turn]:
        raise BadPosition("turn: expected a boat that is not becalmed (RG-6.3)")
    for seat in range(t.players):
        owed = int(t.played) if seat == turn else 0
        if int(t.held[seat]) != HAND - owed:
            raise BadPosition(f"hands[{seat}]: expected {HAND - owed} cards (RG-4.1)")
    draft = read_cards(t, data.get("draft", []), "draft", MOST_SWAPPED)
    if draft and step is not steps.SAILING:
        raise BadPosition("draft: expected none now (RG-5.1)")
    for i, card in enumerate(draft):
        t.draft[i] = card
        if draft.count(card) > t.holds(turn, card):
            raise BadPosition("draft: expected cards of the hand (RG-5.1)")
    t.draft_count = len(draft)


def _set_up_limits(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    read_limits(t, data.get("hand_limits", [[] for _ in range(players)]))
    for seat in range(players):
        for limit in hand_limits(t, seat):
            if sum(t.box.names[card] in limit["cards"] for card in t.hand(seat)) > limit["most"]:
                raise BadPosition(f"hand_limits[{seat}]: expected a hand that keeps them (RG-4.4)")


def read_limits(t: Table, limits: object) -> None:
    """What is known of each seat's hand."""
    for seat, known in enumerate(_seated(limits, "hand_limits", int(t.players))):
        where = f"hand_limits[{seat}]"
        if not isinstance(known, (list, tuple)) or len(known) > HAND:
            raise BadPosition(f"{where}: expected a list of at most {HAND} limits")
        for limit in known:
            if not isinstance(limit, Mapping) or set(limit) != {"most", "cards"}:
                raise BadPosition(f"{where}: expected most and cards")
            most = number(limit["most"], f"{where}.most", 0, HAND - 1)
            for card in read_cards(t, limit["cards"], f"{where}.cards", int(t.box.kinds)):
                at = seat * TYPES + card
                if t.limits[at] > most:
                    t.limits[at] = most
                t.limited[seat] = 1


def _check_second_leg(t: Table) -> None:
    out = vec[i64]([0] * ARROWS)
    if steps.SAILING_ON.fill(t, t.turn, out) == 0:
        raise BadPosition("step: expected an arrow that allows the second leg (RG-6.2)")


# Small pieces.


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


def read_cards(t: Table, cards: object, where: str, most: int) -> list[int]:
    if not isinstance(cards, (list, tuple)) or len(cards) > most:
        raise BadPosition(f"{where}: expected a list of at most {most} cards")
    for name in cards:
        if not isinstance(name, str) or name not in t.box.names:
            raise BadPosition(f"{where}: unknown card {str(name)[:20]!r}")
    return [t.box.names.index(name) for name in cards]
