"""What a seat sees of Winds of Plunder, and everything: the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.positions import write_chance
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import notation, sailing, scoring, steps
from fourwinds.games.winds_of_plunder.state import (
    ADVANTAGES,
    BITS,
    BOARD,
    CARD_KINDS,
    CUBES,
    DIRECTIONS,
    GUST,
    GUST_DRAFT,
    INTRIGUE_DRAFT,
    ITEMS,
    MOST_CARDS,
    NO_DRAFT,
    PASS,
    PLACES,
    PORTS,
    SAIL,
    SYMBOLS,
    TILE_DRAFT,
    VOTE,
    WIND,
    Table,
    tile_name,
)

TRACKS = ("weapons", "crew", "provisions")
TURN_STEPS = (steps.PLUNDERING, steps.STEERING, steps.SWAPPING, steps.ARRIVING)
DRAFTING = (steps.STEERING, steps.SWAPPING)


# Everything.


def position(t: Table) -> dict[str, Any]:
    return {
        "game": "winds-of-plunder",
        "players": int(t.players),
        "options": dict(t.rules.options),
        "step": _open_step(t).name,
        **_public(t),
        "votes": _votes(t),
        "bids": _bids(t),
        "turn": _turn(t) | {"draft": _draft(t)} if t.step in TURN_STEPS else None,
        "hands": [_hand(t, seat) for seat in range(t.players)],
        "fillings": [_fillings(t, seat) for seat in range(t.players)],
        "deck": [t.box.card_names[t.deck[i]] for i in range(t.deck_count)],
        "treasures": {"order": _port_names(t, t.deal)} | _treasures(t),
        "chance": write_chance(t),
    }


def _public(t: Table) -> dict[str, Any]:
    """What lies open on the table; the same in a view and in the position."""
    seats = range(int(t.players))
    names = t.box.port_names
    discards = [card for card in range(CARD_KINDS) for _ in range(t.discards[card])]
    return {
        "round": int(t.round),
        "wind": DIRECTIONS[t.wind],
        "blackbeard": int(t.blackbeard),
        "ships": [names[t.ship[seat]] for seat in seats],
        "vp": [int(t.vp[seat]) for seat in seats],
        "cubes": [int(t.cubes[seat]) for seat in seats],
        **{track: [int(t.item(seat, item)) for seat in seats] for item, track in enumerate(TRACKS)},
        "booty": [int(t.booty[seat]) for seat in seats],
        "reputation": [_ports(t, t.reputation[seat]) for seat in seats],
        "advantages": {
            name: None if t.holders[item] == NOBODY else int(t.holders[item])
            for item, name in enumerate(ADVANTAGES)
        },
        "ports": {names[port]: tile_name(int(t.tiles[port])) for port in range(PORTS)},
        "bar": [tile_name(int(t.tiles[place])) for place in range(PORTS, PLACES)],
        "filling": int(t.filling),
        "discards": [t.box.card_names[card] for card in discards],
    }


def _turn(t: Table) -> dict[str, Any]:
    return {
        "first": int(t.first),
        "done": int(t.turns),
        "points": int(t.action_points),
        "sailed": int(t.sailed),
        "heaved": bool(t.heaved),
        "bonus": bool(t.bonus),
    }


def _treasures(t: Table) -> dict[str, Any]:
    """What all know of the treasures: who drew when, where he has been since, what was played."""
    played = [port for port in range(PORTS) if t.origins[port]]
    return {
        "drawn": [
            {"seat": int(t.drawers[i]), "missed": _ports(t, t.missed[i])} for i in range(t.drawn)
        ],
        "played": {
            t.box.port_names[port]: [i for i in range(PORTS) if t.origins[port] & BITS[i]]
            for port in played
        },
        "under": [t.box.port_names[t.under[i]] for i in range(t.under_count)],
        "open": [
            [t.box.port_names[port] for port in played if t.treasures[seat] & BITS[port]]
            for seat in range(t.players)
        ],
    }


def _open_step(t: Table) -> Any:
    """The step as all see it: a draft is its owner's alone."""
    return steps.PLUNDERING if t.step in DRAFTING else t.step


def _draft(t: Table) -> str | None:
    if t.draft == NO_DRAFT:
        return None
    if t.draft < INTRIGUE_DRAFT:
        return f"gust {notation.GUSTS[t.draft - GUST_DRAFT]}"
    if t.draft == INTRIGUE_DRAFT:
        return "card intrigue"
    return f"card intrigue {t.place_name(t.draft - TILE_DRAFT)}"


def _votes(t: Table) -> list[str | None]:
    votes = [int(t.votes[seat]) for seat in range(t.players)]
    return [DIRECTIONS[vote - 1] if vote else None for vote in votes]


def _bids(t: Table) -> list[int | None]:
    bids = [int(t.bids[seat]) for seat in range(t.players)]
    return [bid - 1 if bid else None for bid in bids]


def _hand(t: Table, seat: int) -> list[str]:
    return [t.box.card_names[card] for card in t.hand(seat)]


def _fillings(t: Table, seat: int) -> list[int]:
    return [int(t.fillings[seat * MOST_CARDS + i]) for i in range(t.held[seat])]


def _ports(t: Table, mask: int) -> list[str]:
    return [t.box.port_names[port] for port in range(PORTS) if mask & BITS[port]]


def _port_names(t: Table, ports: Any) -> list[str]:
    return [t.box.port_names[port] for port in ports]


# What a seat sees.


def view(t: Table, seat: int | None) -> dict[str, Any]:
    """Field by field what the seat may know; None is a spectator."""
    seats = range(int(t.players))
    on_turn = t.step in TURN_STEPS
    drafts = on_turn and seat == t.turn
    votes, bids = _votes(t), _bids(t)
    choosing = votes if t.step is steps.VOTING else bids if t.step is steps.STAKING else None
    return {
        "game": "winds-of-plunder",
        "players": int(t.players),
        "options": dict(t.rules.options),
        "seat": seat,
        "step": (t.step if drafts else _open_step(t)).name,
        "actors": list(t.actors),
        "chart": [
            {
                "port": t.box.port_names[port],
                "zone": int(t.box.zone[port]) + 1,
                "height": int(t.box.height[port]),
            }
            for port in range(PORTS)
        ],
        **_public(t),
        "reach": None if seat is None else _ports(t, _reach(t, seat, int(t.wind))),
        "gusts": None if seat is None else _gusts(t, seat),
        "reserve": [int(t.reserve[s]) for s in seats],
        "chosen": [] if choosing is None else [s for s in seats if choosing[s] is not None],
        "votes": _only(votes, seat) if t.step is steps.VOTING else votes,
        "bids": _only(bids, seat) if t.step is steps.STAKING else bids,
        "turn": _seen_turn(t, seat) if on_turn else None,
        "hand": None if seat is None else _hand(t, seat),
        "hand_fillings": None if seat is None else _fillings(t, seat),
        "counts": [int(t.held[s]) for s in seats],
        "deck": int(t.deck_count),
        "pools": _pools(t),
        "treasure_hand": None if seat is None else _ports(t, t.treasures[seat]),
        "treasure_counts": [len(_ports(t, t.treasures[s])) for s in seats],
        "treasure_deck": PORTS - int(t.drawn) + int(t.under_count),
        "treasures": {"order": _known_order(t, seat)} | _treasures(t),
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def _seen_turn(t: Table, seat: int | None) -> dict[str, Any]:
    """The turn as the seat sees it: a draft is its owner's alone."""
    blocked = sailing.owes_sailing(t) and not sailing.must_sail(t)
    draft = _draft(t) if seat == t.turn else None
    return _turn(t) | {"seat": int(t.turn), "blocked": blocked, "draft": draft}


def _only(choices: list[Any], seat: int | None) -> list[Any]:
    """The seat's own choice; those of others stay secret until the last is in (WP-3.1, WP-3.2)."""
    return [choice if s == seat else None for s, choice in enumerate(choices)]


def _pools(t: Table) -> list[dict[str, Any]]:
    """The cards of each filling of the deck that nobody has shown since, and how many who holds.

    Discards that are shuffled again are known to be in the new deck (WP-4.4), so it is noted from
    which filling each card was drawn, and seen of which filling a card is that is played.
    """
    pools: dict[int, tuple[list[int], list[int]]] = {int(t.filling): ([], [0] * t.players)}
    pools[int(t.filling)][0].extend(int(t.deck[i]) for i in range(t.deck_count))
    for seat in range(t.players):
        for card, filling in zip(t.hand(seat), _fillings(t, seat), strict=True):
            cards, hands = pools.setdefault(filling, ([], [0] * t.players))
            cards.append(card)
            hands[seat] += 1
    return [
        {
            "filling": filling,
            "cards": [t.box.card_names[card] for card in sorted(cards)],
            "hands": hands,
        }
        for filling, (cards, hands) in sorted(pools.items())
    ]


def _known_order(t: Table, seat: int | None) -> list[str | None]:
    """The treasures' shuffle as the seat knows it: what he drew himself."""
    return [
        t.box.port_names[t.deal[i]] if i < t.drawn and int(t.drawers[i]) == seat else None
        for i in range(PORTS)
    ]


# What would follow.


def preview(rules: Rules, view: Mapping[str, Any], action: int) -> dict[str, Any]:
    """Ports a wind or gust would open, what a port would give, what a purchase costs."""
    world = rules.imagine(view, 0)
    assert isinstance(world, Table)
    seat = view["seat"]
    out = notation.describe(world, seat, action)
    if action < CUBES:
        return out | {"ports": _ports(world, _reach(world, seat, action - VOTE))}
    if out["kind"] == "stake":
        left = int(world.cubes[seat]) - out["n"]
        return out | {"left": left, "reserve": int(world.reserve[seat]) + out["n"]}
    if out["kind"] == "turn":
        return out | {"ports": _ports(world, _reach(world, seat, action - WIND))}
    if GUST <= action < SAIL:
        form = int(sailing.gust_form(world, action - GUST))
        return out | {"ports": _ports(world, _reach(world, seat, form))}
    if SAIL <= action < BOARD:
        return out | _arrival(world, seat, action)
    return out


def _reach(t: Table, seat: int, form: int) -> int:
    return int(t.box.reach[form * PORTS + t.ship[seat]])


def _gusts(t: Table, seat: int) -> dict[str, list[str]]:
    """The ports within the seat's reach under each wind, and under this one a zone farther."""
    return {
        gust: _ports(t, _reach(t, seat, int(sailing.gust_form(t, number))))
        for number, gust in enumerate(notation.GUSTS)
    }


def _arrival(world: Table, seat: int, action: int) -> dict[str, Any]:
    """What the port would give; a treasure drawn there could bring more."""
    port = action - SAIL
    tile = int(world.tiles[port])
    out: dict[str, Any] = {
        "tile": tile_name(tile),
        "symbols": [SYMBOLS[i] for i in range(4) if tile >> i & 1],
        "refused": None,
    }
    refusal = world.refusal(seat, action)
    if refusal is not None:
        return out | {"refused": refusal.code}
    world.drawn = PORTS
    world.under_count = 0
    before = [int(world.vp[seat]), *(int(world.item(seat, item)) for item in range(3))]
    booty = int(world.booty[seat])
    had_cube = bool(world.reputation[seat] & BITS[port])
    world.play(seat, action)
    boards: list[str] = []
    victims: list[int] = []
    if world.step is steps.ARRIVING:
        boarding = [a for a in world.actions(seat) if a != PASS]
        boards = [notation.text(world, seat, a) for a in boarding]
        victims = sorted({notation.describe(world, seat, a)["victim"] for a in boarding})
        world.play(seat, PASS)
    after = [int(world.vp[seat]), *(int(world.item(seat, item)) for item in range(3))]
    if world.over:
        after[0] -= int(scoring.end_bonus(world, seat))
    gained = [new - old for new, old in zip(after, before, strict=True)]
    return out | {
        "vp": gained[0],
        **dict(zip(ITEMS, gained[1:], strict=True)),
        "booty": int(world.booty[seat]) > booty,
        "reputation": not had_cube and bool(world.reputation[seat] & BITS[port]),
        "boards": boards,
        "victims": victims,
    }
