"""What a seat sees of Winds of Plunder, and everything: the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fourwinds.core.positions import write_chance
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import notation, sailing, scoring
from fourwinds.games.winds_of_plunder.actions import BOARD, CUBES, FIRST, GUST, PASS, SAIL, WIND
from fourwinds.games.winds_of_plunder.arrival import ARRIVING
from fourwinds.games.winds_of_plunder.pieces import (
    ADVANTAGES,
    BITS,
    CARD_KINDS,
    DIRECTIONS,
    GUSTS,
    MOST_CARDS,
    PLACES,
    PORTS,
    PROVISION,
    tile_face,
    tile_name,
)
from fourwinds.games.winds_of_plunder.plundering import (
    PLUNDERING,
    is_draft,
    sees_draft,
    step_seen,
)
from fourwinds.games.winds_of_plunder.shapes import (
    Advantage,
    Advantages,
    Arrival,
    ChartPort,
    Draft,
    Gusts,
    KnownTreasures,
    Options,
    Pool,
    Position,
    Preview,
    SeenTurn,
    Shown,
    StepName,
    Turn,
    View,
    Wind,
)
from fourwinds.games.winds_of_plunder.state import (
    GUST_DRAFT,
    INTRIGUE_DRAFT,
    NO_DRAFT,
    TILE_DRAFT,
    Table,
)
from fourwinds.games.winds_of_plunder.voting import STAKING, VOTING

TRACKS = ("weapons", "crew", "provisions")


def on_turn(t: Table) -> bool:
    """Whether a plundering turn is running."""
    return t.step is PLUNDERING or t.step is ARRIVING or is_draft(t.step)


def shown(t: Table) -> Shown:
    """What lies open on the table; the same in a view and in the position."""
    seats = range(int(t.players))
    names = t.box.port_names
    discards = [card for card in range(CARD_KINDS) for _ in range(t.discards[card])]
    weapons, crew, provisions = (
        [int(t.item(seat, item)) for seat in seats] for item in range(len(TRACKS))
    )
    return {
        "game": "winds-of-plunder",
        "players": int(t.players),
        "options": cast(Options, dict(t.rules.options)),
        "turn": int(t.turn) if on_turn(t) else None,
        "round": int(t.round),
        "wind": DIRECTIONS[t.wind],
        "blackbeard": int(t.blackbeard),
        "ships": [names[t.ship[seat]] for seat in seats],
        "vp": [int(t.vp[seat]) for seat in seats],
        "cubes": [int(t.cubes[seat]) for seat in seats],
        "weapons": weapons,
        "crew": crew,
        "provisions": provisions,
        "booty": [int(t.booty[seat]) for seat in seats],
        "reputation": [_ports(t, t.reputation[seat]) for seat in seats],
        "advantages": cast(
            Advantages,
            {
                name: None if t.holders[item] == NOBODY else int(t.holders[item])
                for item, name in enumerate(ADVANTAGES)
            },
        ),
        "ports": {names[port]: tile_name(int(t.tiles[port])) for port in range(PORTS)},
        "bar": [tile_name(int(t.tiles[place])) for place in range(PORTS, PLACES)],
        "reshuffles": int(t.reshuffles),
        "discards": [t.box.card_names[card] for card in discards],
    }


# Everything.


def position(t: Table) -> Position:
    seats = range(int(t.players))
    names = t.box.card_names
    return {
        **shown(t),
        "step": cast(StepName, step_seen(t, NOBODY).name),
        "votes": [_vote(t, seat) for seat in seats],
        "bids": [_bid(t, seat) for seat in seats],
        "turn_state": _turn(t, _draft(t)) if on_turn(t) else None,
        "hands": [_hand(t, seat) for seat in seats],
        "drawn_from": [_drawn_from(t, seat) for seat in seats],
        "deck": [names[t.deck[i]] for i in range(int(t.deck_count) - 1, -1, -1)],
        "treasures": {"order": [t.box.port_names[port] for port in t.deal], **_treasures(t)},
        "chance": write_chance(t),
    }


def _turn(t: Table, draft: Draft | None) -> Turn:
    return {
        "first": int(t.first),
        "done": int(t.turns),
        "points": int(t.action_points),
        "sailed": int(t.sailed),
        "heaved": bool(t.heaved),
        "bonus": bool(t.bonus),
        "draft": draft,
    }


def _draft(t: Table) -> Draft | None:
    if t.draft == NO_DRAFT:
        return None
    if t.draft < INTRIGUE_DRAFT:
        return {"kind": "gust", "gust": GUSTS[t.draft - GUST_DRAFT]}
    if t.draft == INTRIGUE_DRAFT:
        return {"kind": "intrigue", "place": None}
    return {"kind": "intrigue", "place": t.box.place_names[t.draft - TILE_DRAFT]}


def _treasures(t: Table) -> KnownTreasures:
    """What all know of the treasures: who drew when, where he has been since, what was played."""
    names = t.box.port_names
    played = [port for port in range(PORTS) if t.origins[port]]
    return {
        "drawn": [
            {"seat": int(t.drawers[i]), "missed": _ports(t, t.missed[i])} for i in range(t.drawn)
        ],
        "played": {
            names[port]: [i for i in range(PORTS) if t.origins[port] & BITS[i]] for port in played
        },
        "under": [names[t.under[i]] for i in range(t.under_count)],
        "open": [
            [names[port] for port in played if t.treasures[seat] & BITS[port]]
            for seat in range(t.players)
        ],
    }


def _vote(t: Table, seat: int) -> Wind | None:
    vote = t.votes[seat]
    return DIRECTIONS[vote - 1] if vote else None


def _bid(t: Table, seat: int) -> int | None:
    bid = int(t.bids[seat])
    return bid - 1 if bid else None


def _hand(t: Table, seat: int) -> list[str]:
    return [t.box.card_names[card] for card in t.hand(seat)]


def _drawn_from(t: Table, seat: int) -> list[int]:
    return [int(t.drawn_from[seat * MOST_CARDS + i]) for i in range(t.held[seat])]


def _ports(t: Table, mask: int) -> list[str]:
    return [t.box.port_names[port] for port in range(PORTS) if mask & BITS[port]]


# What a seat sees.


def view(t: Table, seat: int | None) -> View:
    """Field by field what the seat may know; None is a spectator."""
    seats = range(int(t.players))
    viewer = NOBODY if seat is None else seat
    return {
        **shown(t),
        "seat": seat,
        "step": cast(StepName, step_seen(t, viewer).name),
        "actors": list(t.actors),
        "chart": [_chart_port(t, port) for port in range(PORTS)],
        "faces": dict(t.box.faces),
        "cards": dict(t.box.card_faces),
        "reach": None if seat is None else _ports(t, _reach(t, seat, int(t.wind))),
        "gusts": None if seat is None else _gusts(t, seat),
        "reserve": [int(t.reserve[s]) for s in seats],
        "chosen": _chosen(t),
        "votes": [_vote(t, s) if VOTING.shows(t, viewer, s) else None for s in seats],
        "bids": [_bid(t, s) if STAKING.shows(t, viewer, s) else None for s in seats],
        "turn_state": _seen_turn(t, viewer) if on_turn(t) else None,
        "hand": None if seat is None else _hand(t, seat),
        "hand_drawn_from": None if seat is None else _drawn_from(t, seat),
        "counts": [int(t.held[s]) for s in seats],
        "deck": int(t.deck_count),
        "pools": _pools(t),
        "treasure_hand": None if seat is None else _ports(t, t.treasures[seat]),
        "treasure_counts": [len(_ports(t, t.treasures[s])) for s in seats],
        "treasure_deck": PORTS - int(t.drawn) + int(t.under_count),
        "treasures": {"order": _known_order(t, seat), **_treasures(t)},
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def _chart_port(t: Table, port: int) -> ChartPort:
    return {
        "port": t.box.port_names[port],
        "zone": int(t.box.zone[port]) + 1,
        "height": int(t.box.height[port]),
    }


def _chosen(t: Table) -> list[int]:
    """Who has chosen, while choices are secret (WP-3.1, WP-3.2)."""
    seats = range(int(t.players))
    if t.step is VOTING:
        return [s for s in seats if t.votes[s] > 0]
    return [s for s in seats if t.bids[s] > 0] if t.step is STAKING else []


def _seen_turn(t: Table, viewer: int) -> SeenTurn:
    return {
        **_turn(t, _draft(t) if sees_draft(t, viewer) else None),
        "blocked": sailing.owes_sailing(t) and not sailing.must_sail(t),
    }


def _pools(t: Table) -> list[Pool]:
    """The cards of each deck that nobody has shown since, and how many of them each player holds.

    Discards that are shuffled again are known to be in the new deck (WP-4.4), so it is noted from
    which deck each card was drawn, and seen of which deck a card is that is played.
    """
    now = int(t.reshuffles)
    pools: dict[int, tuple[list[int], list[int]]] = {now: ([], [0] * t.players)}
    pools[now][0].extend(int(t.deck[i]) for i in range(t.deck_count))
    for seat in range(t.players):
        for card, deck in zip(t.hand(seat), _drawn_from(t, seat), strict=True):
            cards, hands = pools.setdefault(deck, ([], [0] * t.players))
            cards.append(card)
            hands[seat] += 1
    return [
        {
            "reshuffle": deck,
            "cards": [t.box.card_names[card] for card in sorted(cards)],
            "hands": hands,
        }
        for deck, (cards, hands) in sorted(pools.items())
    ]


def _known_order(t: Table, seat: int | None) -> list[str | None]:
    """The treasures' shuffle as the seat knows it: what he drew himself."""
    return [
        t.box.port_names[t.deal[i]] if i < t.drawn and int(t.drawers[i]) == seat else None
        for i in range(PORTS)
    ]


# What would follow.


def preview(rules: Rules[Table], view: Mapping[str, Any], action: int) -> Preview:
    """Ports a wind or gust would open, what a port would give, what a purchase costs."""
    world = rules.imagine(view, 0)
    seat = view["seat"]
    out = notation.described(world, seat, action)
    if action < CUBES:
        out["ports"] = _ports(world, _reach(world, seat, action))
    elif out["kind"] == "stake":
        out["left"] = int(world.cubes[seat]) - out["n"]
        out["reserve"] = int(world.reserve[seat]) + out["n"]
    elif WIND <= action < FIRST:
        out["ports"] = _ports(world, _reach(world, seat, action - WIND))
    elif GUST <= action < SAIL:
        out["ports"] = _ports(world, _reach(world, seat, sailing.gust_form(world, action - GUST)))
    elif SAIL <= action < BOARD:
        refusal = world.refusal(seat, action)
        out["tile"] = tile_name(int(world.tiles[action - SAIL]))
        out["refused"] = None if refusal is None else refusal.code
        out["arrival"] = _arrival(world, seat, action) if refusal is None else None
    return cast(Preview, out)


def _reach(t: Table, seat: int, form: int) -> int:
    return int(t.box.reach[form * PORTS + t.ship[seat]])


def _gusts(t: Table, seat: int) -> Gusts:
    """The ports within the seat's reach under each wind, and under this one a zone farther."""
    return cast(
        Gusts,
        {
            gust: _ports(t, _reach(t, seat, sailing.gust_form(t, number)))
            for number, gust in enumerate(GUSTS)
        },
    )


def _arrival(world: Table, seat: int, action: int) -> Arrival:
    """What the port would give; a treasure drawn there could bring more."""
    port = action - SAIL
    world.drawn = PORTS
    world.under_count = 0
    before = _possessions(world, seat)
    dug_up = bool(world.treasures[seat] & BITS[port])
    held = _markers(world, seat)
    tile = tile_face(int(world.tiles[port]))["points"]
    had_cube = bool(world.reputation[seat] & BITS[port])
    world.play(seat, action)
    boards: list[str] = []
    victims: set[int] = set()
    if world.step is ARRIVING:
        for boarding in world.actions(seat):
            if boarding != PASS:
                boards.append(world.rules.text(world, seat, boarding))
                victims.add(notation.described(world, seat, boarding)["victim"])
        world.play(seat, PASS)
    after = _possessions(world, seat)
    if world.over:
        after[0] -= int(scoring.end_bonus(world, seat))
    gained = [new - old for new, old in zip(after, before, strict=True)]
    extra = int(world.holders[PROVISION] == seat)
    treasure = int(world.box.booty[world.booty[seat] - 1]) if dug_up else 0
    return {
        "vp": gained[0],
        "tile": tile,
        "extra": extra,
        "treasure": treasure,
        "bonus": gained[0] - tile - extra - treasure,
        "weapon": gained[1],
        "crew": gained[2],
        "provision": gained[3],
        "advantages": [name for name in _markers(world, seat) if name not in held],
        "booty": dug_up,
        "reputation": not had_cube and bool(world.reputation[seat] & BITS[port]),
        "boards": boards,
        "victims": sorted(victims),
    }


def _markers(t: Table, seat: int) -> list[Advantage]:
    return [name for item, name in enumerate(ADVANTAGES) if int(t.holders[item]) == seat]


def _possessions(t: Table, seat: int) -> list[int]:
    return [int(t.vp[seat]), *(int(t.item(seat, item)) for item in range(len(TRACKS)))]
