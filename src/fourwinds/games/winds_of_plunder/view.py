"""What a seat sees of Winds of Plunder, and everything: the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from fourwinds.core.chance import Key
from fourwinds.core.errors import BadPosition
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder import notation, scoring, steps
from fourwinds.games.winds_of_plunder.state import (
    ADVANTAGES,
    BITS,
    BOARD,
    CARD_KINDS,
    CUBES,
    DIRECTIONS,
    FREE_CUBES,
    GUST,
    GUST_DRAFT,
    INTRIGUE,
    INTRIGUE_DRAFT,
    ITEMS,
    MOST_CARDS,
    MOST_ITEMS,
    MOST_SEATS,
    NO_DRAFT,
    PASS,
    PLACES,
    PORTS,
    ROUNDS,
    SAIL,
    SYMBOLS,
    TILE_DRAFT,
    TURN_POINTS,
    VOTE,
    WIND,
    Table,
    tile_name,
)

TRACKS = ("weapons", "crew", "provisions")
HIGHEST_SCORE = 999
LAST_FILLING = 200
PLAIN_STEPS = {
    step.name: step
    for step in (
        steps.VOTING,
        steps.STAKING,
        steps.CROWNING,
        steps.TURNING,
        steps.NAMING,
        steps.PLUNDERING,
        steps.ARRIVING,
        steps.OVER,
    )
}
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
        "chance": f"{t.key.hex()}.{t.shuffles}",
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
        "reserve": [int(t.reserve[s]) for s in seats],
        "chosen": [] if choosing is None else [s for s in seats if choosing[s] is not None],
        "votes": _only(votes, seat) if t.step is steps.VOTING else votes,
        "bids": _only(bids, seat) if t.step is steps.STAKING else bids,
        "turn": _turn(t) | {"seat": int(t.turn), "draft": _draft(t) if drafts else None}
        if on_turn
        else None,
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


def _only(choices: list[Any], seat: int | None) -> list[Any]:
    """The seat's own choice; those of others stay secret until the last is in (WP-3.1, WP-3.2)."""
    return [choice if s == seat else None for s, choice in enumerate(choices)]


def _pools(t: Table) -> list[dict[str, Any]]:
    """The cards of each filling of the deck that nobody has shown since, and how many who holds."""
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
        form = int(steps.gust_form(world, action - GUST))
        return out | {"ports": _ports(world, _reach(world, seat, form))}
    if SAIL <= action < BOARD:
        return out | _arrival(world, seat, action)
    return out


def _reach(t: Table, seat: int, form: int) -> int:
    return int(t.box.reach[form * PORTS + t.ship[seat]])


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
    if world.step is steps.ARRIVING:
        boards = [notation.text(world, seat, a) for a in world.actions(seat) if a != PASS]
        world.play(seat, PASS)
    after = [int(world.vp[seat]), *(int(world.item(seat, item)) for item in range(3))]
    if world.over:
        after[0] -= int(scoring.end_bonus(world, seat))
    gained = [new - old for new, old in zip(after, before, strict=True)]
    return out | {
        "vp": gained[0],
        **{item: n for item, n in zip(ITEMS, gained[1:], strict=True)},
        "booty": int(world.booty[seat]) > booty,
        "reputation": not had_cube and bool(world.reputation[seat] & BITS[port]),
        "boards": boards,
    }


# Laying out a position.

REQUIRED = "game players options round step wind blackbeard ships vp cubes ports bar".split()
OPTIONAL = (
    "weapons crew provisions booty reputation advantages votes bids turn hands fillings deck"
    " filling discards treasures chance"
).split()


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; fields that do not matter may be left out."""
    for name in REQUIRED:
        if name not in data:
            raise BadPosition(f"{name}: expected this field in the position")
    for name in data:
        if name not in REQUIRED and name not in OPTIONAL:
            raise BadPosition(f"unknown field {str(name)[:40]!r}")
    t.round = _number(data["round"], "round", 1, ROUNDS)
    t.wind = _named(data["wind"], "wind", DIRECTIONS)
    t.blackbeard = _number(data["blackbeard"], "blackbeard", 0, int(t.players) - 1)
    _set_up_chance(t, data)
    _set_up_seats(t, data)
    _set_up_advantages(t, data)
    _set_up_tiles(t, data)
    _set_up_cards(t, data)
    _set_up_treasures(t, data)
    name = data["step"]
    drafting = {step.name: steps.PLUNDERING for step in DRAFTING}
    if not isinstance(name, str) or name not in PLAIN_STEPS | drafting:
        raise BadPosition(f"step: expected one of {', '.join(PLAIN_STEPS)}")
    t.step = (PLAIN_STEPS | drafting)[name]
    _set_up_choices(t, data)
    turn = data.get("turn")
    if t.step in TURN_STEPS:
        _set_up_turn(t, turn)
    elif turn is not None:
        raise BadPosition("turn: expected null unless a player is plundering")
    if t.step is steps.OVER and t.round != ROUNDS:
        raise BadPosition(f"over: expected round {ROUNDS} (WP-8)")


def _set_up_chance(t: Table, data: Mapping[str, Any]) -> None:
    key, _, shuffles = str(data.get("chance", f"{'0' * 64}.0")).partition(".")
    if len(key) != 64 or not (shuffles.isascii() and shuffles.isdigit() and len(shuffles) < 10):
        raise BadPosition("chance: expected 64 hexadecimal digits, a dot and a number")
    t.key = Key(bytes.fromhex(key))
    t.shuffles = int(shuffles)


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
            t.holders[item] = _number(holder, f"advantages.{name}", 0, int(t.players) - 1)
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
    t.filling = _number(data.get("filling", 0), "filling", 0, LAST_FILLING)
    hands = [
        [_named(card, f"hands[{seat}]", names) for card in _list(hand, f"hands[{seat}]", None)]
        for seat, hand in enumerate(_list(data.get("hands", [[]] * players), "hands", players))
    ]
    given = data.get("fillings", [[0] * len(hand) for hand in hands])
    fillings = [
        _numbers(numbers, f"fillings[{seat}]", len(hands[seat]), int(t.filling))
        for seat, numbers in enumerate(_list(given, "fillings", players))
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
        t.stream().shuffle(pile, len(pile), len(pile))
        deck = [int(card) for card in pile]
    else:
        deck = [_named(card, "deck", names) for card in _list(data["deck"], "deck", None)]
    unseen.subtract(deck)
    if any(unseen.values()):
        raise BadPosition("hands, deck and discards: expected each card of the box once (WP-1.1)")
    for seat in range(players):
        for card, filling in zip(hands[seat], fillings[seat], strict=True):
            t.receive(seat, card, filling)
    for card in discards:
        t.discards[card] += 1
    t.deck_count = len(deck)
    for i, card in enumerate(deck):
        t.deck[i] = card


def _set_up_treasures(t: Table, data: Mapping[str, Any]) -> None:
    given = data.get("treasures")
    if given is None:
        order = vec[u8](list(range(PORTS)))
        t.stream().shuffle(order, PORTS, PORTS)
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
        t.drawers[i] = _number(draw.get("seat"), f"treasures.drawn[{i}].seat", 0, players - 1)
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
        origins = [_number(i, where, 0, int(t.drawn) - 1) for i in _list(draws, where, None)]
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
    hidden_cubes = t.step in (steps.STAKING, steps.CROWNING, steps.TURNING)
    for seat in range(players):
        if votes[seat] is not None:
            t.votes[seat] = 1 + _named(votes[seat], f"votes[{seat}]", DIRECTIONS)
        if bids[seat] is not None:
            most = int(t.cubes[seat]) if hidden_cubes else FREE_CUBES
            t.bids[seat] = 1 + _number(bids[seat], f"bids[{seat}]", 0, most)
    voted = players - votes.count(None)
    staked = players - bids.count(None)
    if t.step is steps.VOTING:
        right = voted < players and staked == 0
    elif t.step is steps.STAKING:
        right = voted == players and staked < players
    else:
        unknown = voted == staked == 0 and t.step not in (steps.CROWNING, steps.TURNING)
        right = unknown or voted == staked == players
    if not right:
        raise BadPosition(f"votes and bids: expected those made before {t.step.name} (WP-3)")


def _set_up_turn(t: Table, turn: object) -> None:
    if not isinstance(turn, Mapping):
        raise BadPosition("turn: expected a table of first, done, points, sailed")
    players = int(t.players)
    t.first = _number(turn.get("first"), "turn.first", 0, players - 1)
    t.turns = _number(turn.get("done", 0), "turn.done", 0, players - 1)
    t.turn = (t.first + t.turns) % t.players
    t.action_points = _number(turn.get("points", TURN_POINTS), "turn.points", 0, TURN_POINTS)
    t.sailed = _number(turn.get("sailed", 0), "turn.sailed", 0, 2)
    t.heaved = 1 if turn.get("heaved", False) is True else 0
    t.bonus = 1 if turn.get("bonus", False) is True else 0
    if t.sailed > 1 + t.heaved or t.sailed < t.heaved:
        raise BadPosition("turn.sailed: expected one sailing, one more with Heave (WP-4.1)")
    if t.action_points > (1 if t.bonus else TURN_POINTS - int(t.heaved)):
        raise BadPosition("turn.points: expected no more than are left (WP-4.1, WP-4.3)")
    if t.bonus and t.sailed == 0 and steps.must_sail(t):
        raise BadPosition("turn.bonus: expected after the sailing (WP-4.3)")
    if t.step is steps.ARRIVING and t.sailed == 0:
        raise BadPosition("turn.sailed: expected a sailing before the boarding (WP-6)")
    draft = turn.get("draft")
    if draft is not None:
        _set_up_draft(t, draft)


def _set_up_draft(t: Table, draft: object) -> None:
    seat = int(t.turn)
    gusts = {f"gust {gust}": number for number, gust in enumerate(notation.GUSTS)}
    places = {f"card intrigue {t.place_name(place)}": place for place in range(PLACES)}
    if t.step is not steps.PLUNDERING or not isinstance(draft, str):
        raise BadPosition("turn.draft: expected null or a text, in plundering")
    if draft in gusts:
        gust = gusts[draft]
        if GUST + gust not in t.actions(seat):
            raise BadPosition("turn.draft: this gust cannot be bought (WP-4.2)")
        t.draft = GUST_DRAFT + gust
        t.step = steps.STEERING
    elif draft == "card intrigue" or draft in places:
        if t.action_points == 0 or t.find(seat, INTRIGUE) == NOBODY:
            raise BadPosition("turn.draft: this card cannot be played (WP-4.2)")
        t.draft = TILE_DRAFT + places[draft] if draft in places else INTRIGUE_DRAFT
        t.step = steps.SWAPPING
    else:
        raise BadPosition("turn.draft: expected a gust or an intrigue, as in notation")


# Small pieces.


def _number(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{where}: expected a whole number from {low} to {high}")
    return value


def _numbers(values: object, where: str, count: int, high: int) -> list[int]:
    return [
        _number(value, f"{where}[{i}]", 0, high)
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
