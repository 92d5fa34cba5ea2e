"""Laying out a position of Winds of Plunder that a stranger may have written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import sailing, scoring
from fourwinds.games.winds_of_plunder.actions import GUST
from fourwinds.games.winds_of_plunder.arrival import ARRIVING
from fourwinds.games.winds_of_plunder.pieces import (
    ADVANTAGES,
    BITS,
    DIRECTIONS,
    FREE_CUBES,
    GUSTS,
    INTRIGUE,
    MOST_ITEMS,
    MOST_SEATS,
    PLACES,
    PORTS,
    ROUNDS,
    TURN_POINTS,
    tile_name,
)
from fourwinds.games.winds_of_plunder.plundering import PLUNDERING, STEERING, SWAPPING, is_draft
from fourwinds.games.winds_of_plunder.scoring import OVER
from fourwinds.games.winds_of_plunder.state import (
    CARDS_PILE,
    GUST_DRAFT,
    INTRIGUE_DRAFT,
    TILE_DRAFT,
    TREASURES_PILE,
    Table,
)
from fourwinds.games.winds_of_plunder.steps import SETTING_UP, STEPS
from fourwinds.games.winds_of_plunder.view import TRACKS, on_turn
from fourwinds.games.winds_of_plunder.voting import CROWNING, STAKING, TURNING, VOTING

HIGHEST_SCORE = 999
MOST_RESHUFFLES = 200
# A draft is a part of the turn; views of its owner name its step.
STEPS_BY_NAME = {
    step.name: PLUNDERING if is_draft(step) else step for step in STEPS if step is not SETTING_UP
}
REQUIRED = "game players options round step wind blackbeard ships vp cubes ports bar".split()
OPTIONAL = (
    "weapons crew provisions booty reputation advantages votes bids turn turn_state hands"
    " drawn_from deck reshuffles discards treasures chance"
).split()


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; fields that do not matter may be left out."""
    check_fields(data, REQUIRED, OPTIONAL)
    t.round = number(data["round"], "round", 1, ROUNDS)
    t.wind = _named(data["wind"], "wind", DIRECTIONS)
    t.blackbeard = number(data["blackbeard"], "blackbeard", 0, int(t.players) - 1)
    read_chance(t, data)
    _set_up_seats(t, data)
    _set_up_advantages(t, data)
    _set_up_tiles(t, data)
    _set_up_cards(t, data)
    _set_up_treasures(t, data)
    name = data["step"]
    if not isinstance(name, str) or name not in STEPS_BY_NAME:
        raise BadPosition(f"step: expected one of {', '.join(STEPS_BY_NAME)}")
    t.step = STEPS_BY_NAME[name]
    _set_up_choices(t, data)
    turn = data.get("turn_state")
    if on_turn(t):
        _set_up_turn(t, turn)
    elif turn is not None:
        raise BadPosition("turn_state: expected null unless a player is plundering")
    whose = int(t.turn) if on_turn(t) else None
    if data.get("turn", whose) != whose:
        raise BadPosition(f"turn: expected {whose}, as turn_state has it, or nothing")
    if t.step is OVER and t.round != ROUNDS:
        raise BadPosition(f"over: expected round {ROUNDS} (WP-8)")


def _set_up_seats(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    ships = _list(data["ships"], "ships", players)
    vp = _numbers(data["vp"], "vp", players, HIGHEST_SCORE)
    cubes = _numbers(data["cubes"], "cubes", players, FREE_CUBES)
    booty = _numbers(data.get("booty", [0] * players), "booty", players, len(t.box.booty))
    reputation = _list(data.get("reputation", [[]] * players), "reputation", players)
    for item, track in enumerate(TRACKS):
        counts = _numbers(data.get(track, [0] * players), track, players, MOST_ITEMS)
        for seat in range(players):
            t.items[item * MOST_SEATS + seat] = counts[seat]
    for seat in range(players):
        t.ship[seat] = _named(ships[seat], f"ships[{seat}]", t.box.port_names)
        t.vp[seat] = vp[seat]
        t.cubes[seat] = cubes[seat]
        t.booty[seat] = booty[seat]
        ports = _different(reputation[seat], f"reputation[{seat}]", t.box.port_names)
        t.reputation[seat] = sum(2**port for port in ports)
        t.reserve[seat] = FREE_CUBES - cubes[seat] - len(ports)
        if t.reserve[seat] < 0:
            raise BadPosition(
                f"cubes[{seat}]: expected at most {FREE_CUBES} with those on ports (WP-1.1)"
            )


def _set_up_advantages(t: Table, data: Mapping[str, Any]) -> None:
    given = data.get("advantages", {})
    if not isinstance(given, Mapping) or any(name not in ADVANTAGES for name in given):
        raise BadPosition(f"advantages: expected the holders of {', '.join(ADVANTAGES)}")
    for item, name in enumerate(ADVANTAGES):
        leader = int(scoring.leader(t, item))
        holder = given.get(name, None if leader == NOBODY else leader)
        t.holders[item] = NOBODY
        if holder is not None:
            t.holders[item] = number(holder, f"advantages.{name}", 0, int(t.players) - 1)
        if scoring.is_passed(t, item) and t.holders[item] != leader:
            raise BadPosition(f"advantages.{name}: expected who alone has the most (WP-7.1)")


def _set_up_tiles(t: Table, data: Mapping[str, Any]) -> None:
    ports = data["ports"]
    names = t.box.port_names
    if not isinstance(ports, Mapping) or sorted(ports) != sorted(names):
        raise BadPosition("ports: expected the tile of each port")
    tiles = [ports[name] for name in names] + _list(data["bar"], "bar", PLACES - PORTS)
    kinds = {tile_name(int(tile)): int(tile) for tile in t.box.tiles}
    codes = [kinds[_known(tile, "ports and bar", kinds)] for tile in tiles]
    if Counter(codes) != Counter(int(tile) for tile in t.box.tiles):
        raise BadPosition("ports and bar: expected each tile of the box once (WP-2.3)")
    for place, code in enumerate(codes):
        t.tiles[place] = code


def _set_up_cards(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    names = t.box.card_names
    t.reshuffles = number(data.get("reshuffles", 0), "reshuffles", 0, MOST_RESHUFFLES)
    hands = [
        [_named(card, f"hands[{seat}]", names) for card in _list(hand, f"hands[{seat}]", None)]
        for seat, hand in enumerate(_list(data.get("hands", [[]] * players), "hands", players))
    ]
    given = data.get("drawn_from", [[0] * len(hand) for hand in hands])
    drawn_from = [
        _numbers(numbers, f"drawn_from[{seat}]", len(hands[seat]), int(t.reshuffles))
        for seat, numbers in enumerate(_list(given, "drawn_from", players))
    ]
    discards = [
        _named(card, "discards", names)
        for card in _list(data.get("discards", []), "discards", None)
    ]
    unseen = Counter(int(card) for card in t.box.cards)
    unseen.subtract(card for cards in (*hands, discards) for card in cards)
    if data.get("deck") is None:
        # Left out: the cards that lie nowhere else, in an order that chance decides.
        pile = vec[u8](sorted(unseen.elements()))
        t.stream(CARDS_PILE, t.reshuffles).shuffle(pile, len(pile), len(pile))
        deck = [int(card) for card in pile][::-1]
    else:
        deck = [_named(card, "deck", names) for card in _list(data["deck"], "deck", None)]
    unseen.subtract(deck)
    if any(unseen.values()):
        raise BadPosition("hands, deck and discards: expected each card of the box once (WP-1.1)")
    for seat in range(players):
        for card, number_of_deck in zip(hands[seat], drawn_from[seat], strict=True):
            t.receive(seat, card, number_of_deck)
    for card in discards:
        t.discards[card] += 1
    t.deck_count = len(deck)
    for i, card in enumerate(reversed(deck)):
        t.deck[i] = card


def _set_up_treasures(t: Table, data: Mapping[str, Any]) -> None:
    given = data.get("treasures")
    if given is None:
        order = vec[u8](list(range(PORTS)))
        t.stream(TREASURES_PILE, 0).shuffle(order, PORTS, PORTS)
        t.deal = order
        return
    if not isinstance(given, Mapping):
        raise BadPosition("treasures: expected a table of order, drawn, played, under and open")
    players = int(t.players)
    names = t.box.port_names
    order_given = _different(given["order"], "treasures.order", names)
    drawn = _list(given.get("drawn", []), "treasures.drawn", None)
    if len(order_given) != PORTS or len(drawn) > PORTS:
        raise BadPosition(f"treasures.order: expected {PORTS} treasures, no more drawn (WP-1.1)")
    for i, card in enumerate(order_given):
        t.deal[i] = card
    t.drawn = len(drawn)
    for i, draw in enumerate(drawn):
        if not isinstance(draw, Mapping):
            raise BadPosition(f"treasures.drawn[{i}]: expected a seat and the ports missed")
        t.drawers[i] = number(draw.get("seat"), f"treasures.drawn[{i}].seat", 0, players - 1)
        missed = _different(draw.get("missed", []), f"treasures.drawn[{i}].missed", names)
        t.missed[i] = sum(2**port for port in missed)
    _set_up_played(t, given, order_given)
    for i in range(len(drawn)):
        card = int(t.deal[i])
        if not t.origins[card]:
            if t.missed[i] & BITS[card]:
                raise BadPosition(
                    f"treasures.drawn[{i}].missed: {names[card]} would have been played (WP-6.5)"
                )
            t.treasures[int(t.drawers[i])] |= BITS[card]


def _set_up_played(t: Table, given: Mapping[str, Any], order: list[int]) -> None:
    """Treasures that were played lie under the deck or are known in a hand."""
    players = int(t.players)
    names = t.box.port_names
    played = given.get("played", {})
    if not isinstance(played, Mapping):
        raise BadPosition("treasures.played: expected for each treasure the draws it may come from")
    for name, draws in played.items():
        card = _named(name, "treasures.played", names)
        where = f"treasures.played.{names[card]}"
        origins = [number(i, where, 0, int(t.drawn) - 1) for i in _list(draws, where, None)]
        drawers = {int(t.drawers[i]) for i in origins}
        if (
            order.index(card) not in origins
            or len(drawers) != 1
            or len(set(origins)) < len(origins)
        ):
            raise BadPosition(f"{where}: expected draws of one player, the true one among them")
        t.origins[card] = sum(2**i for i in origins)
    under = _different(given.get("under", []), "treasures.under", names)
    open_hands = [
        _different(hand, f"treasures.open[{seat}]", names)
        for seat, hand in enumerate(
            _list(given.get("open", [[]] * players), "treasures.open", players)
        )
    ]
    lying = under + [card for hand in open_hands for card in hand]
    if sorted(lying) != [card for card in range(PORTS) if t.origins[card]]:
        raise BadPosition("treasures: expected each one played under the deck or in one open hand")
    if any(open_hands) and t.drawn < PORTS:
        raise BadPosition("treasures.open: none can be drawn again before all were drawn once")
    t.under_count = len(under)
    for i, card in enumerate(under):
        t.under[i] = card
    for seat, hand in enumerate(open_hands):
        t.treasures[seat] = sum(2**card for card in hand)


def _set_up_choices(t: Table, data: Mapping[str, Any]) -> None:
    """Votes and cubes: partly made while they are secret, later all or (if unknown) none."""
    players = int(t.players)
    votes = _list(data.get("votes", [None] * players), "votes", players)
    bids = _list(data.get("bids", [None] * players), "bids", players)
    hidden_cubes = t.step in (STAKING, CROWNING, TURNING)
    for seat in range(players):
        if votes[seat] is not None:
            t.votes[seat] = 1 + _named(votes[seat], f"votes[{seat}]", DIRECTIONS)
        if bids[seat] is not None:
            most = int(t.cubes[seat]) if hidden_cubes else FREE_CUBES
            t.bids[seat] = 1 + number(bids[seat], f"bids[{seat}]", 0, most)
    voted = players - votes.count(None)
    staked = players - bids.count(None)
    if t.step is VOTING:
        right = voted < players and staked == 0
    elif t.step is STAKING:
        right = voted == players and staked < players
    else:
        unknown = voted == staked == 0 and t.step not in (CROWNING, TURNING)
        right = unknown or voted == staked == players
    if not right:
        raise BadPosition(f"votes and bids: expected those made before {t.step.name} (WP-3)")


def _set_up_turn(t: Table, turn: object) -> None:
    if not isinstance(turn, Mapping):
        raise BadPosition("turn_state: expected a table of first, done, points, sailed")
    where = "turn_state"
    players = int(t.players)
    t.first = number(turn.get("first"), f"{where}.first", 0, players - 1)
    t.turns = number(turn.get("done", 0), f"{where}.done", 0, players - 1)
    t.turn = (t.first + t.turns) % t.players
    t.action_points = number(turn.get("points", TURN_POINTS), f"{where}.points", 0, TURN_POINTS)
    t.sailed = number(turn.get("sailed", 0), f"{where}.sailed", 0, 2)
    t.heaved = 1 if turn.get("heaved", False) is True else 0
    t.bonus = 1 if turn.get("bonus", False) is True else 0
    if t.sailed > 1 + t.heaved or t.sailed < t.heaved:
        raise BadPosition(f"{where}.sailed: expected one sailing, one more with Heave (WP-4.1)")
    if t.action_points > (1 if t.bonus else TURN_POINTS - int(t.heaved)):
        raise BadPosition(f"{where}.points: expected no more than are left (WP-4.1, WP-4.3)")
    if t.bonus and t.sailed == 0 and sailing.must_sail(t):
        raise BadPosition(f"{where}.bonus: expected after the sailing (WP-4.3)")
    if t.step is ARRIVING and t.sailed == 0:
        raise BadPosition(f"{where}.sailed: expected a sailing before the boarding (WP-6)")
    draft = turn.get("draft")
    if draft is not None:
        _set_up_draft(t, draft)


def _set_up_draft(t: Table, draft: object) -> None:
    where = "turn_state.draft"
    if t.step is not PLUNDERING or not isinstance(draft, Mapping):
        raise BadPosition(f"{where}: expected null or a table, in plundering")
    if draft.get("kind") == "gust":
        gust = _named(draft.get("gust"), f"{where}.gust", GUSTS)
        if GUST + gust not in t.actions(int(t.turn)):
            raise BadPosition(f"{where}: this gust cannot be bought (WP-4.2)")
        t.draft = GUST_DRAFT + gust
        t.step = STEERING
    elif draft.get("kind") == "intrigue":
        if t.action_points == 0 or t.find(t.turn, INTRIGUE) == NOBODY:
            raise BadPosition(f"{where}: this card cannot be played (WP-4.2)")
        place = draft.get("place")
        t.draft = INTRIGUE_DRAFT
        if place is not None:
            t.draft = TILE_DRAFT + _named(place, f"{where}.place", t.box.place_names)
        t.step = SWAPPING
    else:
        raise BadPosition(f"{where}.kind: expected gust or intrigue")


# Small pieces.


def _numbers(values: object, where: str, count: int, high: int) -> list[int]:
    return [
        number(value, f"{where}[{i}]", 0, high)
        for i, value in enumerate(_list(values, where, count))
    ]


def _list(values: object, where: str, count: int | None) -> list[Any]:
    if not isinstance(values, (list, tuple)) or len(values) > 100:
        raise BadPosition(f"{where}: expected a list")
    if count is not None and len(values) != count:
        raise BadPosition(f"{where}: expected {count} entries, got {len(values)}")
    return list(values)


def _known(name: object, where: str, names: Any) -> str:
    if not isinstance(name, str) or name not in names:
        raise BadPosition(f"{where}: unknown name {str(name)[:20]!r}")
    return name


def _named(name: object, where: str, names: Any) -> int:
    return list(names).index(_known(name, where, names))


def _different(values: object, where: str, names: Any) -> list[int]:
    found = [_named(value, where, names) for value in _list(values, where, None)]
    if len(set(found)) != len(found):
        raise BadPosition(f"{where}: expected each name only once")
    return found
