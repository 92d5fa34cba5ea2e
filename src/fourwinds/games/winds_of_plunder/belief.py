"""From a view to the belief it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import BadView
from fourwinds.core.rules import Rules
from fourwinds.games.winds_of_plunder.pieces import BITS, MOST_SEATS, PORTS
from fourwinds.games.winds_of_plunder.shapes import Shown, Turn
from fourwinds.games.winds_of_plunder.state import Table
from fourwinds.games.winds_of_plunder.worlds import Matchings, Pool, Worlds

SHOWN = (*Shown.__annotations__, "step")
TURN = tuple(Turn.__annotations__)


def belief(rules: Rules[Table], view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows, with any unseen cards in the hidden places."""
    viewer = -1 if view["seat"] is None else view["seat"]
    if viewer >= rules.players:
        raise BadView(f"seat: expected one below {rules.players}")
    pools = _pools(rules, view, viewer)
    matchings = Matchings(_allowed(rules, view, viewer))
    if matchings.count() == 0:
        raise BadView("treasures: expected a shuffle that could have led to these draws")
    order = vec[u8]([0] * PORTS)
    matchings.lay_out(order, stream_of_seed(0, "imagine"))
    if not set(view["chosen"]) <= set(range(rules.players)):
        raise BadView(f"chosen: expected seats below {rules.players}")
    voters = _hidden(view, "votes") if view["step"] == "voting" else []
    bidders = _hidden(view, "bids") if view["step"] == "staking" else []
    turn = view["turn_state"]
    table = rules.position(
        {name: view[name] for name in SHOWN}
        | _cards(rules, view, viewer, pools)
        | {
            "votes": ["north" if s in voters else vote for s, vote in enumerate(view["votes"])],
            "bids": [0 if s in bidders else bid for s, bid in enumerate(view["bids"])],
            "turn_state": turn and {name: turn[name] for name in TURN},
            "treasures": view["treasures"] | {"order": [rules.box.port_names[p] for p in order]},
        }
    )
    for seat in range(rules.players):
        if seat != viewer:
            table.held[seat] = 0
        # What is known to all; a world adds what was drawn and never played.
        table.treasures[seat] = sum(
            BITS[port]
            for port in range(PORTS)
            if table.origins[port] and table.treasures[seat] & BITS[port]
        )
    table.deck_count = 0
    return Worlds(table, pools, matchings, voters, bidders)


def _hidden(view: Mapping[str, Any], choices: str) -> list[int]:
    """The seats that have chosen and whose choice the view does not show."""
    return [seat for seat in view["chosen"] if view[choices][seat] is None]


def _pools(rules: Rules, view: Mapping[str, Any], viewer: int) -> list[Pool]:
    """For each deck the cards the viewer has not seen, and who holds how many."""
    own = Counter(zip(view["hand"] or [], view["hand_drawn_from"] or [], strict=True))
    names = rules.box.card_names
    if len({pool["reshuffle"] for pool in view["pools"]}) != len(view["pools"]):
        raise BadView("pools: expected one for each deck")
    pools = []
    for pool in view["pools"]:
        deck_number = pool["reshuffle"]
        if len(pool["hands"]) != rules.players or min(pool["hands"]) < 0:
            raise BadView(f"pools: expected for each of {rules.players} seats how many it holds")
        unseen = Counter(pool["cards"])
        unseen.subtract({card: n for (card, number), n in own.items() if number == deck_number})
        if min(unseen.values(), default=0) < 0:
            raise BadView("pools: expected the cards of the hand among them")
        cards = [names.index(card) for card in unseen.elements()]
        counts = [0 if seat == viewer else n for seat, n in enumerate(pool["hands"])]
        in_deck = deck_number == view["reshuffles"]
        if len(cards) != sum(counts) + (view["deck"] if in_deck else 0):
            raise BadView("pools: expected as many cards as are unseen")
        counts += [0] * (MOST_SEATS - len(counts))
        pools.append(Pool(deck_number, cards, counts, in_deck))
    return pools


def _cards(rules: Rules, view: Mapping[str, Any], viewer: int, pools: list[Pool]) -> dict[str, Any]:
    """Hands and deck with each pool dealt as it comes."""
    names = rules.box.card_names
    hands: list[list[str]] = [[] for _ in range(rules.players)]
    drawn_from: list[list[int]] = [[] for _ in range(rules.players)]
    deck: list[str] = []
    for pool in pools:
        cards = [names[card] for card in pool.cards]
        for seat in range(rules.players):
            for _ in range(pool.counts[seat]):
                hands[seat].append(cards.pop())
                drawn_from[seat].append(int(pool.reshuffle))
        if pool.in_deck:
            deck = cards
    if viewer >= 0:
        hands[viewer] = list(view["hand"])
        drawn_from[viewer] = list(view["hand_drawn_from"])
    return {"hands": hands, "drawn_from": drawn_from, "deck": deck}


def _allowed(rules: Rules, view: Mapping[str, Any], viewer: int) -> list[int]:
    """For each draw the mask of treasures it may have been."""
    names = rules.box.port_names
    known = view["treasures"]
    drawn = known["drawn"]
    played = {names.index(port): set(draws) for port, draws in known["played"].items()}
    allowed = []
    for at in range(PORTS):
        own = known["order"][at]
        if own is not None:
            allowed.append(2 ** names.index(own))
            continue
        missed = set() if at >= len(drawn) else {names.index(p) for p in drawn[at]["missed"]}
        cards = [
            card
            for card in range(PORTS)
            if (at in played[card] if card in played else card not in missed)
        ]
        allowed.append(sum(2**card for card in cards))
    return allowed
