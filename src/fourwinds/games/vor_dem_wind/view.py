"""What a seat sees of Vor dem Wind, and what it can foresee.

Gold, goods in hand, special cards and delivered ships are hidden from those who did not watch, but
all of them were open once, so the view has them: it knows what a perfect memory knows. Hidden are
the order of the stacks and the uncommitted draft of another player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind import refusals, shapes
from fourwinds.games.vor_dem_wind.actions import DONE, GET, SHIP
from fourwinds.games.vor_dem_wind.state import (
    APPLE,
    BUY_AND_STORE,
    CHEESE,
    EMPTY,
    FREE_SEAT,
    FREE_TRADE,
    MONEY,
    MOST_SPECIALS,
    NOT_ASKED,
    OPEN_CARD,
    PURCHASE,
    SHIP_PILE,
    SHIPMENT,
    SHIPS,
    SILK,
    SIZES,
    SPICE,
    STACKS,
    STORAGE,
    USES,
    Box,
    Table,
    count,
    listed,
)
from fourwinds.games.vor_dem_wind.turn import seen_step, sees_draft


def view(t: Table, seat: int | None) -> shapes.View:
    """Field by field what the seat may know; None is a spectator."""
    viewer = NOBODY if seat is None else seat
    seats = range(int(t.players))
    shown = public(t)
    return {
        **shown,
        "seat": seat,
        "step": cast(shapes.StepName, seen_step(t, viewer).name),
        "actors": list(t.actors),
        "draft": draft(t) if sees_draft(t, viewer) else None,
        "parts": parts(t, viewer) if sees_draft(t, viewer) else [],
        "supply": {
            "apple": int(t.supply[APPLE]),
            "spice": int(t.supply[SPICE]),
            "cheese": int(t.supply[CHEESE]),
            "silk": int(t.supply[SILK]),
        },
        "stack_counts": {
            "purchase": int(t.left[PURCHASE]),
            "storage": int(t.left[STORAGE]),
            "shipment": int(t.left[SHIPMENT]),
        },
        "ship_counts": {"large": int(t.ships_left[0]), "small": int(t.ships_left[1])},
        "spoils": None if seat is None else spoils(t, seat),
        "cards_in_hand": [int(t.money_cards(other) + count(t.hands, other * 4)) for other in seats],
        "faces": _faces(t.box, shown),
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def public(t: Table) -> shapes.Public:
    """What anybody knows who has watched; the same in a view and in the position."""
    seats = range(int(t.players))
    box = t.box
    specials = int(box.specials)
    return {
        "game": "vor-dem-wind",
        "players": int(t.players),
        "options": {
            "target": t.rules.options["target"],
            "memory_aid": t.rules.options["memory_aid"],
        },
        "turn": None if t.over else int(t.turn),
        "turn_number": int(t.number),
        "first": int(t.first),
        "port": [_named(box.ship_names, t.port[i]) for i in range(t.berths)],
        "gold": [int(n) for n in t.gold],
        "paid": [n > 0 for n in t.paid],
        "hands": [listed(t.hands, seat * 4) for seat in seats],
        "warehouses": [listed(t.stored, seat * 4) for seat in seats],
        "specials": [
            _counted(box.names, t.specials, seat * MOST_SPECIALS, specials) for seat in seats
        ],
        "conservation": [
            _counted(box.names, t.laid, seat * MOST_SPECIALS, specials) for seat in seats
        ],
        "delivered": [
            _counted(box.ship_names, t.delivered, seat * SHIPS, int(box.ships)) for seat in seats
        ],
        "gone": _counted(box.ship_names, t.gone, 0, int(box.ships)),
        "discards": _counted(box.names, t.discards, 0, int(box.kinds)),
        "row": [_named(box.names, t.row[i]) for i in range(t.revealed)],
        "front": [_front(t, seat) for seat in seats],
        "sheltered": [n > 0 for n in t.sheltered],
        "bidding": _bidding(t),
        "acted": t.acted,
        "special": None if t.special == NOBODY else box.names[t.special],
        "kept": {"warehouse": listed(t.kept, 0), "hand": listed(t.kept, 4)},
        "shuffles": {
            "purchase": int(t.shuffled[PURCHASE]),
            "storage": int(t.shuffled[STORAGE]),
            "shipment": int(t.shuffled[SHIPMENT]),
            "large": int(t.shuffled[SHIP_PILE]),
            "small": int(t.shuffled[SHIP_PILE + 1]),
        },
    }


def draft(t: Table) -> list[str]:
    """The uncommitted moves, for those who see them."""
    names = t.rules.action_names
    return [names[t.draft[i]] for i in range(t.drafted)]


def parts(t: Table, seat: int) -> list[shapes.Action]:
    """The uncommitted moves as the actions they are, for those who see them."""
    described = [t.rules.describe(t, seat, int(t.draft[i])) for i in range(t.drafted)]
    for each in described:
        del each["text"]
    return cast(list[shapes.Action], described)


def _front(t: Table, seat: int) -> shapes.Front | None:
    face = t.face[seat]
    if face == FREE_SEAT:
        return None
    if face == MONEY:
        return {"card": None, "face": None, "money": int(t.money[seat])}
    up = face == OPEN_CARD
    return {"card": t.box.names[t.front[seat]], "face": "up" if up else "down", "money": None}


def _bidding(t: Table) -> shapes.Bidding | None:
    if t.owner == NOBODY:
        return None
    return {
        "owner": int(t.owner),
        "opener": int(t.opener),
        "offers": [None if offer == NOT_ASKED else int(offer) for offer in t.offers],
    }


def _named(names: list[str], kind: int) -> str | None:
    return None if kind == EMPTY else names[kind]


def _counted(names: list[str], counts: vec[u8], base: int, kinds: int) -> list[str]:
    return [names[kind] for kind in range(kinds) for _ in range(counts[base + kind])]


# What stands on cards and ships.


def _faces(box: Box, shown: shapes.Public) -> dict[str, shapes.Face]:
    """The faces of all that lies open or in hands."""
    codes = [*shown["port"], *shown["row"]]
    codes += [None if front is None else front["card"] for front in shown["front"]]
    for lists in (shown["specials"], shown["conservation"], shown["delivered"]):
        for names in lists:
            codes += names
    return {code: face(box, code) for code in dict.fromkeys(codes) if code is not None}


def face(box: Box, code: str) -> shapes.Face:
    """What stands on the card or ship of that code."""
    if code in box.ship_names:
        ship = box.ship_names.index(code)
        return {
            "kind": SIZES[box.ship_size[ship]],
            "stack": "ship",
            "special": False,
            "goods": listed(box.cargo, ship * 4),
            "number": None,
            "gold": None,
            "points": int(box.ship_points[ship]),
        }
    card = box.names.index(code)
    use = i64(box.use[card])
    number = int(box.number[card])
    priced = use in (STORAGE, SHIPMENT, BUY_AND_STORE)
    return {
        "kind": USES[use],
        "stack": STACKS[box.stack[card]],
        "special": use >= FREE_TRADE,
        "goods": listed(box.goods, card * 4),
        "number": None if use == PURCHASE or number == 0 else number,
        "gold": int(box.gold[card]) if priced else None,
        "points": None,
    }


# What would follow.


def preview(rules: Rules[Table], view: Mapping[str, Any], action: int) -> shapes.Preview:
    """What a move would cost, bring and leave, and what would spoil if the fleet left then."""
    before = rules.imagine(view, 0)
    seat = view["seat"]
    described = rules.describe(before, seat, action)
    about: shapes.PreviewBase = {
        "kind": described["kind"],
        "card": described.get("card"),
        "ship": described.get("ship"),
    }
    if before.refusal(seat, action) is not None:
        return {**about, "legal": False}
    after = before.copy()
    after.apply(seat, action)
    # Drafts are looked at as if they were committed now.
    while after.drafted and after.turn == seat and after.refusal(seat, DONE) is None:
        after.apply(seat, DONE)
    ship_points = None
    if SHIP <= action < GET:
        ship_points = int(before.box.ship_points[i64(before.port[action - SHIP])])
    return {
        **about,
        "legal": True,
        "ship_points": ship_points,
        "gold": int(after.gold[seat] + after.money[seat] - before.gold[seat]),
        "points": int(after.score[seat] - before.score[seat]),
        "goods": int(count(after.hands, seat * 4) - count(before.hands, seat * 4)),
        "stored": int(count(after.stored, seat * 4) - count(before.stored, seat * 4)),
        "ships_in_port": int(refusals.ships_in_port(after)),
        "spoils": spoils(after, seat),
    }


def spoils(t: Table, seat: int) -> shapes.Spoils:
    """VW-6.2: what the seat would lose if the fleet left now and it conserved nothing."""
    stored = [int(t.stored[seat * 4 + good]) for good in range(4)]
    return {
        "hand": int(count(t.hands, seat * 4)),
        "apple": stored[0],
        "spice_or_cheese": (stored[1] + stored[2]) // 2,
        "conserved": int(refusals.conservation(t, seat)),
    }
