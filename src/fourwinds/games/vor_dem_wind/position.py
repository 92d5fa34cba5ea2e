"""Positions of Vor dem Wind: everything as JSON, and laying it out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import u8

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.core.state import Step
from fourwinds.games.vor_dem_wind import acting, departure, fleet, refusals, shapes, steps, trade
from fourwinds.games.vor_dem_wind.state import (
    CLOSED_CARD,
    CONSERVATION,
    EACH_GOOD,
    EMPTY,
    FREE_SEAT,
    GOODS,
    LARGE_SHIPS,
    LONGEST_DRAFT,
    MONEY,
    MOST_OFFER,
    MOST_SPECIALS,
    NOT_ASKED,
    OPEN_CARD,
    PILES,
    PLACES,
    SHIP_PILE,
    SHIPS,
    SIZES,
    STACK_CARDS,
    STACKS,
    START_GOLD,
    Table,
    count,
)
from fourwinds.games.vor_dem_wind.turn import TurnStep, public_step
from fourwinds.games.vor_dem_wind.view import draft, public

HIGHEST_TURN = 1_000_000
MOST_GOLD = 100_000
LONGEST_LIST = 200
KINDS_OF_GOODS: dict[str, int] = {name: good for good, name in enumerate(GOODS)}
# Where a position may stand: where somebody is asked, as all see it, or at the end.
STEPS: dict[str, Step[Any]] = {
    step.name: step
    for step in steps.STEPS
    if step is steps.OVER or (isinstance(step, TurnStep) and public_step(step) is step)
}
PUBLIC_NAMES = {step.name: public_step(step).name for step in steps.STEPS}
IN_TRADE = ("trading", "bidding", "settling")
REQUIRED = "game players step turn turn_number first port gold hands warehouses".split()
OPTIONAL = (
    "options paid specials conservation delivered gone discards row front sheltered bidding acted"
    " special kept shuffles draft stacks ship_stacks chance"
).split()


def position(t: Table) -> shapes.Position:
    return {
        **public(t),
        "step": cast(shapes.StandingStep, public_step(t.step).name),
        "draft": draft(t),
        "stacks": {
            "purchase": _cards(t, 0),
            "storage": _cards(t, 1),
            "shipment": _cards(t, 2),
        },
        "ship_stacks": {"large": _ships(t, 0), "small": _ships(t, 1)},
        "chance": write_chance(t),
    }


def _cards(t: Table, stack: int) -> list[str]:
    """The action cards of a stack, the next one first."""
    left = int(t.left[stack])
    return [t.box.names[t.deck[stack * STACK_CARDS + i]] for i in reversed(range(left))]


def _ships(t: Table, size: int) -> list[str]:
    """The ships of a size still to come, the next one first."""
    left = int(t.ships_left[size])
    return [t.box.ship_names[t.ship_deck[size * LARGE_SHIPS + i]] for i in reversed(range(left))]


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; fields that do not matter may be left out."""
    check_fields(data, REQUIRED, OPTIONAL)
    players = int(t.players)
    step = data["step"]
    if not isinstance(step, str) or step not in STEPS:
        raise BadPosition(f"step: expected one of {', '.join(STEPS)}")
    t.number = number(data["turn_number"], "turn_number", 0, HIGHEST_TURN)
    if (t.number == 0) != (step == "choosing"):
        raise BadPosition("turn_number: expected 0 while goods are chosen (VW-2.3), else from 1 up")
    t.first = number(data["first"], "first", 0, players - 1)
    if step != "over":
        t.turn = number(data["turn"], "turn", 0, players - 1)
    elif data["turn"] is not None:
        raise BadPosition("turn: expected null, the match is over")
    else:
        t.turn = t.first
    _set_up_shuffles(t, data)
    _set_up_purses(t, data)
    _set_up_goods(t, data)
    read_chance(t, data)
    _set_up_cards(t, data)
    _set_up_ships(t, data)
    _set_up_turn(t, data, step)
    t.step = STEPS[step]
    _CHECKS[step](t)
    if step not in ("acting", "over") and any(score >= t.target for score in t.scores):
        raise BadPosition(f"delivered: expected fewer than {t.target} points (VW-8.1)")
    _set_up_draft(t, data)


def _set_up_shuffles(t: Table, data: Mapping[str, Any]) -> None:
    """How often each stack was shuffled; once, if nothing is said."""
    shuffles = data.get("shuffles", dict.fromkeys(PILES, 1))
    if not isinstance(shuffles, Mapping) or set(shuffles) != set(PILES):
        raise BadPosition(f"shuffles: expected {', '.join(PILES)}")
    for pile, name in enumerate(PILES):
        t.shuffled[pile] = number(shuffles[name], f"shuffles.{name}", 1, HIGHEST_TURN)


def _set_up_purses(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    for seat, gold in enumerate(_seats(data["gold"], "gold", players)):
        t.gold[seat] = number(gold, f"gold[{seat}]", 0, MOST_GOLD)
    for seat, paid in enumerate(_seats(data.get("paid", [True] * players), "paid", players)):
        t.paid[seat] = 1 if _flag(paid, f"paid[{seat}]") else 0
        if not t.paid[seat] and t.gold[seat] != START_GOLD:
            raise BadPosition(f"paid[{seat}]: expected true with other than 22 gold (VW-2.1)")


def _set_up_goods(t: Table, data: Mapping[str, Any]) -> None:
    players = int(t.players)
    used: Counter[int] = Counter()
    for seat in range(players):
        for field, places in (("hands", t.hands), ("warehouses", t.stored)):
            goods = _names(
                _seats(data[field], field, players)[seat], f"{field}[{seat}]", KINDS_OF_GOODS
            )
            for good in goods:
                places[seat * 4 + good] += 1
            used.update(goods)
        if count(t.stored, seat * 4) > PLACES:
            raise BadPosition(f"warehouses[{seat}]: expected at most {PLACES} goods (VW-5.3)")
    for good, name in enumerate(GOODS):
        if used[good] > EACH_GOOD:
            raise BadPosition(f"expected at most {EACH_GOOD} of {name}, got {used[good]} (VW-1.1)")
        t.supply[good] = EACH_GOOD - used[good]


def _set_up_cards(t: Table, data: Mapping[str, Any]) -> None:
    box, players = t.box, int(t.players)
    known = {name: kind for kind, name in enumerate(box.names)}
    specials = dict(list(known.items())[: int(box.specials)])
    laid = {name: kind for name, kind in specials.items() if box.use[kind] == CONSERVATION}
    nothing: list[list[str]] = [[]] * players
    for field, places, allowed in (
        ("specials", t.specials, specials),
        ("conservation", t.laid, laid),
    ):
        for seat, names in enumerate(_seats(data.get(field, nothing), field, players)):
            for kind in _names(names, f"{field}[{seat}]", allowed):
                places[seat * MOST_SPECIALS + kind] += 1
    for kind in _names(data.get("discards", []), "discards", known):
        t.discards[kind] += 1
    row = data.get("row", [])
    if not isinstance(row, (list, tuple)) or len(row) > players:
        raise BadPosition(f"row: expected a list of at most {players} cards (VW-3.1)")
    t.revealed = len(row)
    for i, name in enumerate(row):
        t.row[i] = EMPTY if name is None else _names([name], f"row[{i}]", known)[0]
    for seat, front in enumerate(_seats(data.get("front", [None] * players), "front", players)):
        _set_up_front(t, seat, front, known)
    seen = [int(n) for n in t.discards][: box.kinds]
    for card in [*t.row, *t.front]:
        if card != EMPTY:
            seen[card] += 1
    for seat in range(players):
        for kind in range(box.specials):
            at = seat * MOST_SPECIALS + kind
            seen[kind] += int(t.specials[at]) + int(t.laid[at])
    stacks = _stacks(data.get("stacks"), "stacks", STACKS, known)
    _fill_stacks(t, 0, stacks, seen, box.count, box.names, box.stack, t.deck, t.left, STACK_CARDS)


def _set_up_front(t: Table, seat: int, front: object, known: Mapping[str, int]) -> None:
    if front is None:
        return
    where = f"front[{seat}]"
    if not isinstance(front, Mapping) or set(front) != {"card", "face", "money"}:
        raise BadPosition(f"{where}: expected null or card, face and money")
    if front["card"] is None:
        if front["face"] is not None:
            raise BadPosition(f"{where}.face: expected null where money lies")
        t.face[seat] = MONEY
        t.money[seat] = number(front["money"], f"{where}.money", 0, MOST_GOLD)
    else:
        if front["face"] not in ("up", "down"):
            raise BadPosition(f"{where}.face: expected up or down")
        if front["money"] is not None:
            raise BadPosition(f"{where}.money: expected null where a card lies")
        t.face[seat] = OPEN_CARD if front["face"] == "up" else CLOSED_CARD
        t.front[seat] = _names([front["card"]], f"{where}.card", known)[0]


def _fill_stacks(
    t: Table,
    first_pile: int,
    given: list[list[int]] | None,
    seen: list[int],
    counts: vec[u8],
    names: list[str],
    stack_of: vec[u8],
    deck: vec[u8],
    left: vec[u8],
    size: int,
) -> None:
    """Every card lies in exactly one place (VW-1.1); stacks left out are what is seen nowhere."""
    unseen: list[list[int]] = [[] for _ in left]
    for kind, name in enumerate(names):
        n = int(counts[kind]) - seen[kind]
        if n < 0:
            raise BadPosition(f"expected {name} at most {counts[kind]} times, got {seen[kind]}")
        unseen[stack_of[kind]] += [kind] * n
    for stack, kinds in enumerate(unseen):
        if given is None:
            pile = first_pile + stack
            cards = vec[u8](kinds)
            t.stream(pile, t.shuffled[pile] - 1).shuffle(cards, len(kinds), len(kinds))
            kinds = [int(card) for card in cards]
        elif sorted(given[stack]) != kinds:
            raise BadPosition("stacks: expected exactly the cards that lie nowhere else (VW-1.1)")
        else:
            kinds = given[stack]
        for i, kind in enumerate(reversed(kinds)):
            deck[stack * size + i] = kind
        left[stack] = len(kinds)


def _set_up_ships(t: Table, data: Mapping[str, Any]) -> None:
    box, players = t.box, int(t.players)
    known = {name: kind for kind, name in enumerate(box.ship_names)}
    port = data["port"]
    most = (4 if players == 4 else 3, 2 if players == 2 else 3)
    if not isinstance(port, (list, tuple)) or len(port) > sum(most):
        raise BadPosition(f"port: expected a list of at most {sum(most)} ships (VW-2.2)")
    t.berths = len(port)
    seen = [0] * int(box.ships)
    in_port = [0, 0]
    for i, name in enumerate(port):
        t.port[i] = EMPTY
        if name is not None:
            ship = _names([name], f"port[{i}]", known)[0]
            t.port[i] = ship
            seen[ship] += 1
            in_port[box.ship_size[ship]] += 1
    for size, name in enumerate(SIZES):
        if in_port[size] > most[size]:
            raise BadPosition(f"port: expected at most {most[size]} {name} ships (VW-2.2)")
    nothing: list[list[str]] = [[]] * players
    for seat, names in enumerate(_seats(data.get("delivered", nothing), "delivered", players)):
        for ship in _names(names, f"delivered[{seat}]", known):
            t.delivered[seat * SHIPS + ship] += 1
            t.score[seat] += box.ship_points[ship]
            seen[ship] += 1
    for ship in _names(data.get("gone", []), "gone", known):
        t.gone[ship] += 1
        seen[ship] += 1
    stacks = _stacks(data.get("ship_stacks"), "ship_stacks", SIZES, known)
    _fill_stacks(
        t,
        SHIP_PILE,
        stacks,
        seen,
        box.ship_count,
        box.ship_names,
        box.ship_size,
        t.ship_deck,
        t.ships_left,
        LARGE_SHIPS,
    )


def _set_up_turn(t: Table, data: Mapping[str, Any], step: str) -> None:
    """What the present turn has come to, and that it fits the step."""
    players = int(t.players)
    sheltered = _seats(data.get("sheltered", [False] * players), "sheltered", players)
    for seat, flag in enumerate(sheltered):
        t.sheltered[seat] = 1 if _flag(flag, f"sheltered[{seat}]") else 0
        if t.sheltered[seat] and t.face[seat] != CLOSED_CARD:
            raise BadPosition(f"sheltered[{seat}]: expected a card face down (VW-7.6)")
    bidding = data.get("bidding")
    if (bidding is not None) != (step in ("bidding", "settling")):
        raise BadPosition("bidding: expected one in the steps bidding and settling, else null")
    if bidding is not None:
        _set_up_bidding(t, bidding)
    t.acted = _flag(data.get("acted", False), "acted")
    special = data.get("special")
    if special is not None:
        names = {name: kind for kind, name in enumerate(t.box.names[: t.box.specials])}
        t.special = _names([special], "special", names)[0]
    if step != "acting" and (t.acted or special is not None):
        raise BadPosition("acted and special: expected false and null but while acting (VW-5.1)")
    kept = data.get("kept", {"warehouse": [], "hand": []})
    for base, field in ((0, "warehouse"), (4, "hand")):
        for good in _names(kept[field], f"kept.{field}", KINDS_OF_GOODS):
            t.kept[base + good] += 1
    if step != "spoiling" and any(t.kept):
        raise BadPosition("kept: expected nothing but while goods spoil (VW-6.3)")
    _check_phase(t, step)


def _check_phase(t: Table, step: str) -> None:
    """What may lie before players, in the row and in the port in each phase."""
    served = [seat for seat in range(t.players) if t.face[seat] != FREE_SEAT]
    if step not in IN_TRADE and step != "acting" and served:
        raise BadPosition("front: expected nothing outside trade and actions (VW-5.5)")
    if step not in IN_TRADE and step != "revealing" and t.revealed:
        raise BadPosition("row: expected nothing outside revealing and trade (VW-4.6)")
    if step in IN_TRADE:
        taken = sum(t.row[i] == EMPTY for i in range(t.revealed))
        if taken != sum(card != EMPTY for card in t.front):
            raise BadPosition("row: expected null for each card before a player (VW-4.1)")
    for seat in served:
        if t.face[seat] == MONEY and (t.money[seat] > 0) != (step in IN_TRADE):
            raise BadPosition(f"front[{seat}].money: expected gold in trade, 0 after it (VW-4.4)")
    early = step in ("choosing", "revealing") or step in IN_TRADE
    if early and refusals.ships_in_port(t) <= fleet.FEWEST_SHIPS:
        raise BadPosition("port: expected more than two ships (VW-6.1)")
    if step in ("conserving", "spoiling") and t.berths:
        raise BadPosition("port: expected it empty while goods spoil (VW-6.1)")


def _set_up_bidding(t: Table, bidding: object) -> None:
    players = int(t.players)
    if not isinstance(bidding, Mapping) or set(bidding) != {"owner", "opener", "offers"}:
        raise BadPosition("bidding: expected owner, opener and offers")
    t.owner = number(bidding["owner"], "bidding.owner", 0, players - 1)
    t.opener = number(bidding["opener"], "bidding.opener", 0, players - 1)
    for seat, offer in enumerate(_seats(bidding["offers"], "bidding.offers", players)):
        if offer is not None:
            most = min(int(t.gold[seat]), MOST_OFFER)
            t.offers[seat] = number(offer, f"bidding.offers[{seat}]", 0, most)
            if t.face[seat] != FREE_SEAT:
                raise BadPosition(f"bidding.offers[{seat}]: expected none of a served player")
    if t.face[t.owner] != OPEN_CARD:
        raise BadPosition("bidding.owner: expected a player with a card face up (VW-4.1)")
    if t.offers[t.opener] <= 0:
        raise BadPosition("bidding.opener: expected an offer of at least 1 (VW-4.2)")
    # VW-4.2: clockwise from the opener all free players are asked, up to who is asked now.
    seat = t.next_seat(t.opener)
    due = t.opener if t.turn == t.owner else t.turn
    while seat != due:
        if t.face[seat] == FREE_SEAT and t.offers[seat] == NOT_ASKED:
            raise BadPosition(f"bidding.offers[{seat}]: expected an offer or 0 (VW-4.2)")
        seat = t.next_seat(seat)
    while seat != t.opener:
        if t.offers[seat] != NOT_ASKED:
            raise BadPosition(f"bidding.offers[{seat}]: expected null, not asked yet (VW-4.2)")
        seat = t.next_seat(seat)


def _check_choosing(t: Table) -> None:
    pass


def _check_revealing(t: Table) -> None:
    if t.turn != t.first:
        raise BadPosition("turn: expected the first player (VW-3.1)")
    if any(t.row[i] == EMPTY for i in range(t.revealed)):
        raise BadPosition("row: expected no card taken before the trade (VW-4.1)")
    if t.revealed == t.players or not t.actions(int(t.turn)):
        raise BadPosition("row: expected a card still to reveal (VW-3.1)")


def _check_trading(t: Table) -> None:
    if t.face[t.turn] != FREE_SEAT or not trade.TRADING.able(t, t.turn):
        raise BadPosition("turn: expected a player without card or money (VW-4.1)")


def _check_bidding(t: Table) -> None:
    able = t.gold[t.turn] > 0 or refusals.has_shelter(t, t.turn)
    if t.face[t.turn] != FREE_SEAT or t.turn == t.opener or not able:
        raise BadPosition("turn: expected a player who can bid (VW-4.2)")


def _check_settling(t: Table) -> None:
    if t.turn != t.owner:
        raise BadPosition("turn: expected the owner of the card (VW-4.3)")


def _check_acting(t: Table) -> None:
    if acting.ACTING.card_refusal(t, t.turn) is not None and not refusals.any_special(t, t.turn):
        raise BadPosition("turn: expected a player who can do something (VW-5.1)")


def _check_conserving(t: Table) -> None:
    goods = count(t.stored, t.turn * 4) + count(t.hands, t.turn * 4)
    if refusals.conservation(t, t.turn) == 0 or goods == 0:
        raise BadPosition("turn: expected a player with Conservation and goods (VW-6.3)")


def _check_spoiling(t: Table) -> None:
    allowed = int(refusals.conservation(t, t.turn))
    in_warehouse = int(count(t.stored, t.turn * 4))
    for good in range(4):
        at = t.turn * 4 + good
        if t.kept[good] > t.stored[at] or t.kept[4 + good] > t.hands[at]:
            raise BadPosition(f"kept: expected no more {GOODS[good]} than there are (VW-6.3)")
    if count(t.kept, 0) > allowed or count(t.kept, 4) > max(0, allowed - in_warehouse):
        raise BadPosition("kept: expected no more than Conservation allows (VW-6.3)")
    if departure.fewest_spices(t) == departure.most_spices(t):
        raise BadPosition("turn: expected a player who has a choice (VW-6.2)")


_CHECKS = {
    "choosing": _check_choosing,
    "revealing": _check_revealing,
    "trading": _check_trading,
    "bidding": _check_bidding,
    "settling": _check_settling,
    "acting": _check_acting,
    "conserving": _check_conserving,
    "spoiling": _check_spoiling,
    "over": _check_choosing,
}


def _set_up_draft(t: Table, data: Mapping[str, Any]) -> None:
    """A draft is made again, move by move, as its owner made it."""
    draft = data.get("draft", [])
    if not isinstance(draft, (list, tuple)) or len(draft) > LONGEST_DRAFT:
        raise BadPosition("draft: expected a list of moves")
    seat = int(t.turn)
    for i, move in enumerate(draft):
        refusal = t.refusal(seat, str(move)[:40]) if t.step is not steps.OVER else None
        if refusal is not None or t.step is steps.OVER:
            raise BadPosition(f"draft[{i}]: expected a legal move ({refusal})")
        t.step.play(t, seat, t.rules.parse(t, seat, str(move)))
        if t.drafted != i + 1:
            raise BadPosition(f"draft[{i}]: expected a move that commits nothing")


# Small pieces.


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{where}: expected true or false")
    return value


def _seats(values: object, where: str, players: int) -> list[Any]:
    if not isinstance(values, (list, tuple)) or len(values) != players:
        raise BadPosition(f"{where}: expected a list of {players}, one entry a seat")
    return list(values)


def _names(names: object, where: str, known: Mapping[str, int]) -> list[int]:
    if not isinstance(names, (list, tuple)) or len(names) > LONGEST_LIST:
        raise BadPosition(f"{where}: expected a list of names")
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise BadPosition(f"{where}: unknown name {str(name)[:40]!r}")
    return [known[name] for name in names]


def _stacks(
    stacks: object, where: str, names: Sequence[str], known: Mapping[str, int]
) -> list[list[int]] | None:
    if stacks is None:
        return None
    if not isinstance(stacks, Mapping) or set(stacks) != set(names):
        raise BadPosition(f"{where}: expected {', '.join(names)}")
    return [_names(stacks[name], f"{where}.{name}", known) for name in names]
