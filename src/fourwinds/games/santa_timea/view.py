"""What a seat sees of Santa Timea, and everything: the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.santa_timea import scoring, steps
from fourwinds.games.santa_timea.actions import DISCARD, KEEP
from fourwinds.games.santa_timea.shapes import (
    Direction,
    Move,
    Open,
    Options,
    Position,
    Preview,
    SetPreview,
    Standing,
    View,
)
from fourwinds.games.santa_timea.state import (
    CARD_NAMES,
    DIRECTIONS,
    FORECAST,
    PIRATE,
    ROW,
    WIND_CARDS,
    WIND_NAMES,
    WINDS,
    Table,
)

CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
WINDS_BY_NAME = {name: wind for wind, name in enumerate(WIND_NAMES)}
DIRECTION_NAMES: Final[list[Direction]] = ["N", "E", "S", "W"]
HIGHEST_SCORE = 1000
# What a position must hold; the rest of its fields may be left out by who writes it by hand.
REQUIRED = "game players options round first leader hands row trick taken scores".split()
OPTIONAL = sorted(set(Position.__annotations__) - set(REQUIRED))
PAIR_BONUS = (("1", 1), ("2", 2))


# Everything.


def position(t: Table) -> Position:
    choosing = t.step is steps.CHOOSING
    return {
        "game": "santa-timea",
        "players": int(t.players),
        "options": _options(t),
        "turn": _turn(t),
        **_open(t),
        "hands": [[CARD_NAMES[card] for card in t.hand(seat)] for seat in range(t.players)],
        "pile": _winds(t, ROW, t.winds_count),
        "trick": [_move(t, i) for i in range(t.played_count - t.laid, t.played_count)],
        "asked": int(t.asked) if choosing else None,
        "kept": _kept(t) if choosing else None,
        "over": t.step is steps.OVER,
        "chance": write_chance(t),
    }


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; fields that do not matter may be left out."""
    players = int(t.players)
    check_fields(data, REQUIRED, OPTIONAL)
    t.round = number(data["round"], "round", 1, int(t.rounds))
    t.first = number(data["first"], "first", 0, players - 1)
    t.leader = number(data["leader"], "leader", 0, players - 1)
    hands = _hands(data, players)
    trick = _moves(data.get("trick", []), "trick", players)
    played = _moves(data.get("played", []), "played", players)
    _check_cards(t, hands, trick, played)
    _check_trick(t, hands, trick, played)
    for seat in range(players):
        t.take_hand(seat, hands[seat])
    _replay(t, played, trick)
    over = data.get("over", False) is True
    tricks_left = 0 if over else len(hands[int(t.leader)]) + (1 if trick else 0)
    _set_up_winds(t, data, tricks_left)
    _set_ranks(t)
    _set_up_scores(t, data)
    if over:
        if any(hands) or t.round != t.rounds:
            raise BadPosition("over: expected the last round and empty hands")
        t.step = steps.OVER
    elif tricks_left:
        t.step = steps.PLAYING
    else:
        _set_up_choices(t, data)
    if "turn" in data and data["turn"] != _turn(t):
        raise BadPosition(f"turn: expected {_turn(t)}, as the rest of the position says")


def _hands(data: Mapping[str, Any], players: int) -> list[list[int]]:
    hands = data["hands"]
    if not isinstance(hands, (list, tuple)) or len(hands) != players:
        raise BadPosition(f"hands: expected a list of {players} hands")
    return [_names(hand, f"hands[{seat}]", CARDS) for seat, hand in enumerate(hands)]


def _check_cards(
    t: Table,
    hands: list[list[int]],
    trick: list[tuple[int, int]],
    played: list[tuple[int, int]],
) -> None:
    """No card may lie in two places, nor one that is not in the box (ST-1.1)."""
    used = Counter(card for hand in hands for card in hand)
    used.update(card for _, card in [*trick, *played])
    deck = Counter(int(card) for card in t.box.steering)
    if sum(used.values()) > len(t.box.steering):
        raise BadPosition(
            f"expected at most {len(t.box.steering)} steering cards, got {sum(used.values())}"
            " (ST-1.1)"
        )
    for card, count in used.items():
        if count > deck[card]:
            raise BadPosition(
                f"expected {CARD_NAMES[card]} at most {deck[card]} times, got {count} (ST-1.1)"
            )


def _check_trick(
    t: Table,
    hands: list[list[int]],
    trick: list[tuple[int, int]],
    played: list[tuple[int, int]],
) -> None:
    players = int(t.players)
    if len(trick) >= players:
        raise BadPosition(f"trick: expected fewer than {players} cards")
    for i, (seat, _) in enumerate(trick):
        expected = (int(t.leader) + i) % players
        if seat != expected:
            raise BadPosition(f"trick[{i}]: expected seat {expected}, got {seat} (ST-3.1)")
    laid = [seat for seat, _ in trick]
    sizes = {len(hand) + (seat in laid) for seat, hand in enumerate(hands)}
    if len(sizes) > 1:
        raise BadPosition("hands: expected equally long ones, a card in the trick included")
    if max(sizes) > t.box.hand:
        raise BadPosition(f"hands: expected at most {t.box.hand} cards (ST-2.2)")
    if trick and trick[0][1] == PIRATE and any(c != PIRATE for c in hands[trick[0][0]]):
        raise BadPosition("trick[0]: a pirate was led from a hand with other cards (ST-5.2)")
    if len(played) % players:
        raise BadPosition(f"played: expected whole tricks of {players} cards")
    for i in range(0, len(played), players):
        leader = played[i][0]
        for j in range(players):
            if played[i + j][0] != (leader + j) % players:
                raise BadPosition(f"played[{i + j}]: expected seat {(leader + j) % players}")
    if len(played) // players + max(sizes) > t.box.hand:
        raise BadPosition("played: expected no more tricks than the round has (ST-3.4)")


def _replay(t: Table, played: list[tuple[int, int]], trick: list[tuple[int, int]]) -> None:
    t.played_count = 0
    for seat, card in [*played, *trick]:
        t.played[t.played_count] = card
        t.laid_by[t.played_count] = seat
        t.played_count += 1
    t.laid = len(trick)
    t.turn = (t.leader + t.laid) % t.players


def _set_up_winds(t: Table, data: Mapping[str, Any], tricks_left: int) -> None:
    row = _names(data["row"], "row", WINDS_BY_NAME)
    forecast = _names(data.get("forecast", []), "forecast", WINDS_BY_NAME)
    aside = _names(data.get("aside", []), "aside", WINDS_BY_NAME)
    taken_names = data["taken"]
    if not isinstance(taken_names, (list, tuple)) or len(taken_names) != t.players:
        raise BadPosition(f"taken: expected a list of {t.players} lists")
    taken = [_names(cards, f"taken[{i}]", WINDS_BY_NAME) for i, cards in enumerate(taken_names)]
    if len(row) > ROW:
        raise BadPosition(f"row: expected at most {ROW} winds (ST-2.1)")
    if len(forecast) > (FORECAST if t.expert else 0):
        raise BadPosition("forecast: expected three winds in the expert game, else none (ST-8.1)")
    pile = _names(data.get("pile") or [], "pile", WINDS_BY_NAME)
    seen = Counter(row + forecast + aside + pile)
    for cards in taken:
        seen.update(cards)
    box = Counter(int(wind) for wind in t.box.winds)
    for wind, count in seen.items():
        if count > box[wind]:
            raise BadPosition(
                f"expected wind {WIND_NAMES[wind]} at most {box[wind]} times, got {count} (ST-1.2)"
            )
    read_chance(t, data)
    if data.get("pile") is None:
        # Left out: the winds that are seen nowhere, in an order that chance decides.
        unseen = vec[u8](list((box - seen).elements()))
        t.stream(WIND_CARDS, t.round).shuffle(unseen, len(unseen), len(unseen))
        pile = [int(wind) for wind in unseen]
    if len(row) < min(ROW, len(row) + len(pile)):
        raise BadPosition(f"row: expected {ROW} winds while the pile lasts (ST-2.1)")
    if len(row) + len(pile) < tricks_left:
        raise BadPosition(f"row and pile: expected a wind for each of {tricks_left} tricks")
    t.winds_count = len(row) + len(pile)
    for i, wind in enumerate(row + pile):
        t.winds[i] = wind
    t.blow(0)
    t.forecast_count = len(forecast)
    for i, wind in enumerate(forecast):
        t.forecast[i] = wind
    for wind in range(WINDS):
        t.aside[wind] = aside.count(wind)
        for seat in range(t.players):
            t.taken[seat * WINDS + wind] = taken[seat].count(wind)


def _set_ranks(t: Table) -> None:
    before: i64 = NOBODY
    for i in range(t.laid):
        before = steps.rank(t, t.blowing, t.trick_card(i), before)
        t.ranks[i] = before


def _set_up_scores(t: Table, data: Mapping[str, Any]) -> None:
    scores = _numbers(data["scores"], "scores", int(t.players), -HIGHEST_SCORE)
    won = _numbers(data.get("rounds_won", [0] * t.players), "rounds_won", int(t.players), 0)
    history = data.get("history", [])
    if not isinstance(history, (list, tuple)) or len(history) > t.rounds:
        raise BadPosition(f"history: expected at most {t.rounds} rounds")
    for seat in range(t.players):
        t.score[seat] = scores[seat]
        t.rounds_won[seat] = won[seat]
    for played, points in enumerate(history):
        row = _numbers(points, f"history[{played}]", int(t.players), -HIGHEST_SCORE)
        for seat in range(t.players):
            t.history[played * t.players + seat] = row[seat]


def _set_up_choices(t: Table, data: Mapping[str, Any]) -> None:
    t.asked = _asked(data, int(t.players))
    kept = data.get("kept")
    if kept is None:
        kept = [""] * t.players
    if not isinstance(kept, (list, tuple)) or len(kept) != t.players:
        raise BadPosition(f"kept: expected {t.players} texts such as 'NE'")
    for seat in range(t.players):
        for name in kept[seat]:
            direction = DIRECTIONS.index(name)
            place = (seat - int(t.first)) % int(t.players) * 4 + direction
            if place >= t.asked or not scoring.is_choice(t, seat, direction):
                raise BadPosition(f"kept[{seat}]: expected only sets asked about (ST-8.4)")
            t.kept[seat * 4 + direction] = 1
    t.go(steps.CHOOSING)


def _asked(data: Mapping[str, Any], players: int) -> int:
    asked = data.get("asked")
    return 0 if asked is None else number(asked, "asked", 0, players * 4 - 1)


# What a seat sees.


def view(t: Table, seat: int | None) -> View:
    """Field by field what the seat may know; None is a spectator."""
    choosing = t.step is steps.CHOOSING
    hidden = len(t.box.steering) - int(t.played_count) - sum(int(n) for n in t.held)
    return {
        "game": "santa-timea",
        "players": int(t.players),
        "options": _options(t),
        "seat": seat,
        "step": "choosing" if choosing else "over" if t.step is steps.OVER else "playing",
        "actors": list(t.actors),
        "turn": _turn(t),
        **_open(t),
        "hand": None if seat is None else [CARD_NAMES[card] for card in t.hand(seat)],
        "worths": None if seat is None else _worths(t, t.hand(seat)),
        "counts": [int(n) for n in t.held],
        "damages": None if t.over else [int(scoring.damage(t, s)) for s in range(t.players)],
        "hidden": hidden,
        "pile": max(0, int(t.winds_count - t.wind) - ROW),
        "trick": [
            {
                **_move(t, t.played_count - t.laid + i),
                "value": steps.worth(t.ranks[i]),
                "cancelled": _cancelled(t, i),
            }
            for i in range(t.laid)
        ],
        "standing": _standing(t, t.ranks, int(t.laid)) if t.laid else None,
        "choice": DIRECTION_NAMES[t.asked & 3] if choosing else None,
        "asked": int(t.asked) if choosing else None,
        "kept": _kept(t) if choosing else None,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def _turn(t: Table) -> int | None:
    """Whose turn it is; one seat acts at a time."""
    return None if t.over else int(t.actor())


def _open(t: Table) -> Open:
    """What lies open on the table; the same in a view and in the position."""
    return {
        "round": int(t.round),
        "first": int(t.first),
        "leader": int(t.leader),
        "row": _winds(t, 0, ROW),
        "forecast": [WIND_NAMES[t.forecast[i]] for i in range(t.forecast_count)],
        "aside": _counted(t.aside, 0),
        "taken": [_counted(t.taken, seat * WINDS) for seat in range(t.players)],
        "played": [_move(t, i) for i in range(t.played_count - t.laid)],
        "scores": t.scores,
        "history": [
            [int(t.history[number * t.players + seat]) for seat in range(t.players)]
            for number in range(int(t.round) if t.step is steps.OVER else int(t.round) - 1)
        ],
        "rounds_won": [int(n) for n in t.rounds_won],
    }


def _cancelled(t: Table, i: int) -> bool:
    """ST-4.4: whether another card laid so far has exactly the same rank.

    ST-5.3: a pirate that copies a led one is out of the trick, the led one is not.
    """
    if i == 0 and t.ranks[0] == steps.LED_PIRATE:
        return False
    return any(j != i and t.ranks[j] == t.ranks[i] for j in range(t.laid))


def _standing(t: Table, ranks: Any, count: int) -> Standing:
    """Who would take the wind and who would lead if the trick ended with these cards."""
    low, high = steps.lowest_and_highest(t, ranks, count)
    leader, players = int(t.leader), int(t.players)
    return {
        "takes": None if low == NOBODY else (leader + low) % players,
        "leads": leader if high == NOBODY else (leader + high) % players,
    }


def _worths(t: Table, cards: Iterable[int]) -> list[list[float | None]]:
    """What each card would count under this and each of the next winds in sight."""
    start = int(t.wind)
    last = min(start + ROW, int(t.winds_count))
    directions = [int(t.winds[i]) // 3 for i in range(start, last)]
    # A pirate copies the card before it; what it copies later nobody knows.
    pirate: list[float | None] = [None] * len(directions)
    if directions and t.laid > 0:
        pirate[0] = steps.worth(t.ranks[t.laid - 1])
    return [
        pirate
        if card == PIRATE
        else [steps.worth(steps.rank(t, direction, card, NOBODY)) for direction in directions]
        for card in cards
    ]


def preview(rules: Rules[Table], view: Mapping[str, Any], action: int) -> Preview:
    """What a card is worth under this and the next winds, and how the trick would stand."""
    if action >= KEEP:
        return _preview_set(view, "keep", DIRECTION_NAMES[action - KEEP])
    if action >= DISCARD:
        return _preview_set(view, "discard", DIRECTION_NAMES[action - DISCARD])
    world = rules.imagine(view, 0)
    before = world.ranks[world.laid - 1] if world.laid else NOBODY
    laid = int(world.laid)
    ranks = vec[i64]([int(world.ranks[i]) for i in range(laid)] + [0])
    ranks[laid] = steps.rank(world, world.blowing, action, before)
    return {
        "kind": "play",
        "card": CARD_NAMES[action],
        "worths": _worths(world, [action])[0],
        "complete": laid + 1 == world.players,
        "cancelled": any(ranks[i] == ranks[laid] for i in range(laid)),
        **_standing(world, ranks, laid + 1),
    }


def _preview_set(
    view: Mapping[str, Any], kind: Literal["discard", "keep"], direction: Direction
) -> SetPreview:
    """What is left of a direction, and what its pairs are worth (ST-6.1, ST-8.3)."""
    mine = [wind for wind in view["taken"][view["seat"]] if wind[0] == direction]
    damage = sum(int(wind[1:]) for wind in mine)
    pairs = [points for n, points in PAIR_BONUS if mine.count(direction + n) > 1]
    if kind == "keep":
        return {"kind": kind, "direction": direction, "damage": damage, "bonus": sum(pairs)}
    damage -= scoring.SET_DAMAGE
    return {"kind": kind, "direction": direction, "damage": damage, "bonus": 0}


# Small pieces.


def _options(t: Table) -> Options:
    options = t.rules.options
    return {
        "edition": options["edition"],
        "expert": options["expert"],
        "rounds": options["rounds"],
    }


def _winds(t: Table, start: int, stop: int) -> list[str]:
    """Winds counted from the one that blows."""
    last = min(int(t.wind) + stop, int(t.winds_count))
    return [WIND_NAMES[t.winds[i]] for i in range(int(t.wind) + start, last)]


def _counted(counts: Any, base: int) -> list[str]:
    return [WIND_NAMES[wind] for wind in range(WINDS) for _ in range(counts[base + wind])]


def _move(t: Table, i: int) -> Move:
    return {"seat": int(t.laid_by[i]), "card": CARD_NAMES[t.played[i]]}


def _kept(t: Table) -> list[str]:
    return [
        "".join(d for i, d in enumerate(DIRECTIONS) if t.kept[seat * 4 + i])
        for seat in range(t.players)
    ]


def _numbers(values: object, name: str, count: int, low: int) -> list[int]:
    if (
        not isinstance(values, (list, tuple))
        or len(values) != count
        or not all(type(n) is int and low <= n <= HIGHEST_SCORE for n in values)
    ):
        raise BadPosition(f"{name}: expected {count} whole numbers up to {HIGHEST_SCORE}")
    return list(values)


def _names(names: object, where: str, known: Mapping[str, int]) -> list[int]:
    if not isinstance(names, (list, tuple)) or len(names) > 100:
        raise BadPosition(f"{where}: expected a list of cards")
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise BadPosition(f"{where}: unknown card {str(name)[:20]!r}")
    return [known[name] for name in names]


def _moves(moves: object, where: str, players: int) -> list[tuple[int, int]]:
    if not isinstance(moves, (list, tuple)) or len(moves) > 100:
        raise BadPosition(f"{where}: expected a list of moves")
    out = []
    for i, move in enumerate(moves):
        if not isinstance(move, Mapping):
            raise BadPosition(f'{where}[{i}]: expected {{"seat": 0, "card": "N13"}}')
        seat = move.get("seat")
        if type(seat) is not int or not 0 <= seat < players:
            raise BadPosition(f"{where}[{i}].seat: expected a seat below {players}")
        out.append((seat, _names([move.get("card")], f"{where}[{i}].card", CARDS)[0]))
    return out
