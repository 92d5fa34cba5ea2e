"""Trade and spoiling of Vor dem Wind once more, naively, from the rules page alone.

Random games are compared with it: who is asked, what is legal, who ends with which card and how
much gold, and what each player can have left when the fleet leaves.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import fourwinds as fw
from tests.sample import sample

GAME = fw.game("vor-dem-wind")


class Trade:
    """VW-4 with VW-7.6. Seats are numbered from 0, in moves all is numbered from 1."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.seats = list(range(view["players"]))
        self.row = list(view["row"])
        self.gold = list(view["gold"])
        self.shelters = [cards.count("safe-shelter") for cards in view["specials"]]
        self.card: dict[int, str] = {}
        self.face_up: set[int] = set()
        self.money: dict[int, int] = {}
        self.asked: int | None = view["first"]
        self.owner = self.opener = self.bid_on = -1
        self.offers: dict[int, int] = {}

    def clockwise(self, start: int) -> list[int]:
        return self.seats[start:] + self.seats[:start]

    def free(self, seat: int) -> bool:
        return seat not in self.card and seat not in self.money

    def moves(self) -> set[str]:
        seat = self.asked
        assert seat is not None
        offers = {f"offer {n}" for n in range(1, min(self.gold[seat], 228) + 1)}
        if self.bid_on >= 0:
            return offers
        if self.owner == seat:
            bids = {bidder: n for bidder, n in self.offers.items() if n}
            sell = {f"sell to {bidder + 1}" for bidder in bids}
            return sell | {f"pay {b + 1}" for b, n in bids.items() if n <= self.gold[seat]}
        if self.owner >= 0:
            shelter = {f"shelter from {self.owner + 1}"} if self.shelters[seat] else set()
            return offers | {"pass"} | shelter
        places = [i + 1 for i, card in enumerate(self.row) if card is not None]
        owners = [owner + 1 for owner in self.face_up]
        moves = {f"take {place}" for place in places}
        if self.gold[seat]:
            moves |= {f"bid on {owner}" for owner in owners}
        if self.shelters[seat]:
            moves |= {f"shelter {place}" for place in places}
            moves |= {f"shelter from {owner}" for owner in owners}
        return moves

    def play(self, move: str) -> None:
        seat = self.asked
        assert seat is not None
        *words, last = move.split()
        number = int(last) if last.isdigit() else 0
        match words:
            case ["take"] | ["shelter"]:
                self.card[seat] = self.row[number - 1]
                self.row[number - 1] = None
                if words == ["take"]:
                    self.face_up.add(seat)
                else:
                    self.shelters[seat] -= 1
                self.go_on(seat)
            case ["bid", "on"]:
                self.bid_on = number - 1
            case ["shelter", "from"]:
                self.shelters[seat] -= 1
                self.sell(number - 1, seat)
                self.money[number - 1] = 5
                self.go_on(seat if self.opener < 0 else self.opener)
            case ["sell", "to"]:
                price = self.offers[number - 1]
                self.sell(seat, number - 1)
                self.gold[number - 1] -= price
                self.money[seat] = price
                self.go_on(self.opener)
            case ["pay"]:
                self.gold[seat] -= self.offers[number - 1]
                self.money[number - 1] = self.offers[number - 1]
                self.face_up.discard(seat)
                self.go_on(self.opener)
            case _:
                if self.bid_on >= 0:
                    self.owner, self.opener, self.bid_on = self.bid_on, seat, -1
                self.offers[seat] = number
                self.ask_next()

    def sell(self, owner: int, buyer: int) -> None:
        self.card[buyer] = self.card.pop(owner)
        self.face_up.discard(owner)

    def ask_next(self) -> None:
        for seat in self.clockwise(self.opener):
            if self.free(seat) and seat not in self.offers:
                if self.gold[seat] or self.shelters[seat]:
                    self.asked = seat
                    return
                self.offers[seat] = 0
        self.asked = self.owner

    def go_on(self, start: int) -> None:
        self.owner = self.opener = -1
        self.offers = {}
        waiting = [seat for seat in self.clockwise(start) if self.free(seat)]
        self.asked = waiting[0] if waiting else None
        if not waiting:
            for seat, gold in self.money.items():
                self.gold[seat] += gold


@pytest.mark.rule("VW-4.1")
@pytest.mark.rule("VW-4.2")
@pytest.mark.rule("VW-4.3")
@pytest.mark.rule("VW-4.4")
@pytest.mark.rule("VW-4.5")
@pytest.mark.rule("VW-4.6")
@pytest.mark.rule("VW-7.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_trade_of_random_games_is_the_same(players: int) -> None:
    trades = 0
    matches = sample(4, 1)
    for seed in range(matches):
        state = GAME.start(players, seed)
        chance = random.Random(seed)
        trade: Trade | None = None
        while not state.over:
            seat = state.actors[0]
            view = state.view(seat)
            in_trade = view["step"] in ("trading", "offering", "bidding", "settling")
            if in_trade and trade is None:
                trade = Trade(view)
            texts = [state.rules.text(state, seat, action) for action in state.actions(seat)]
            move = chance.choice(texts)
            if in_trade and trade is not None:
                assert trade.asked == seat
                assert trade.moves() == set(texts)
                trade.play(move)
            elif trade is not None:
                # Where nobody can act the turn is over already and nothing lies before players.
                if view["step"] == "acting":
                    assert trade.asked is None
                    assert trade.gold == view["gold"]
                    fronts = enumerate(view["front"])
                    assert trade.card == {i: f["card"] for i, f in fronts if f and f["card"]}
                    trades += 1
                trade = None
            state.play(seat, move)
    assert trades > 50 * matches


def fewest_cards(gold: int) -> int:
    """The fewest money cards of 1, 2, 5 and 10 that make a sum."""
    cards = [0] + [gold + 1] * gold
    for total in range(1, gold + 1):
        cards[total] = 1 + min(cards[total - coin] for coin in (1, 2, 5, 10) if coin <= total)
    return cards[gold]


@pytest.mark.rule("VW-2.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cards_in_hand_are_seven_until_a_coin_moves_and_then_the_fewest(players: int) -> None:
    settled = [False] * players
    untouched = 0
    state = GAME.start(players, 24, {"target": 30})
    chance = random.Random(24)
    while not state.over:
        before = state.view(None)["gold"]
        state.play(state.actors[0], chance.choice(state.actions(state.actors[0])))
        view = state.view(None)
        for seat in range(players):
            settled[seat] |= view["gold"][seat] != before[seat]
            money = fewest_cards(view["gold"][seat]) if settled[seat] else 7
            assert view["cards_in_hand"][seat] == money + len(view["hands"][seat])
        untouched += not all(settled)
    assert untouched > 10
    assert all(settled)


def choices(goods: list[str], most: int) -> set[tuple[str, ...]]:
    """All ways to choose up to that number of these goods."""
    return {
        tuple(sorted(chosen))
        for n in range(min(most, len(goods)) + 1)
        for chosen in combinations(goods, n)
    }


def outcomes(stored: list[str], hand: list[str], conserve: int) -> set[tuple[str, str]]:
    """VW-6.2, VW-6.3: every warehouse and hand a player can be left with."""
    out = set()
    for kept in choices(stored, conserve):
        rest = list((Counter(stored) - Counter(kept)).elements())
        perishing = [good for good in rest if good in ("spice", "cheese")]
        silk = [good for good in rest if good == "silk"]
        stay = len(perishing) - len(perishing) // 2
        for left in combinations(perishing, stay):
            for held in choices(hand, max(0, conserve - len(stored))):
                out.add((" ".join(sorted([*kept, *left, *silk])), " ".join(sorted(held))))
    return out


def reachable(state: fw.State, seat: int) -> set[tuple[str, str]]:
    """What the seat can be left with by all the ways it can choose."""
    found, seen, open_states = set(), set(), [state.copy()]
    while open_states:
        now = open_states.pop()
        if seat not in now.actors or now.view(None)["step"] not in ("conserving", "spoiling"):
            view = now.view(None)
            stored, hand = sorted(view["warehouses"][seat]), sorted(view["hands"][seat])
            found.add((" ".join(stored), " ".join(hand)))
            continue
        view = now.view(seat)
        key = (view["step"], tuple(sorted(view["draft"])), str(view["kept"]))
        if key not in seen:
            seen.add(key)
            for action in now.actions(seat):
                after = now.copy()
                after.play(seat, action)
                open_states.append(after)
    return found


@pytest.mark.rule("VW-6.2")
@pytest.mark.rule("VW-6.3")
def test_what_can_be_left_when_the_fleet_leaves_is_the_same() -> None:
    chance = random.Random(6)
    goods = ["apple", "spice", "cheese", "silk"]
    with_conservation = 0
    for _ in range(120):
        stored = [chance.choices(goods, k=chance.randint(0, 8)) for _ in range(2)]
        hands = [chance.choices(goods, k=chance.randint(0, 4)) for _ in range(2)]
        cards = [
            chance.sample(["conservation:2", "conservation:3", "conservation:4"], k)
            for k in (chance.choice((0, 0, 1, 2)), 0)
        ]
        state = GAME.from_position(
            {
                "game": "vor-dem-wind",
                "players": 2,
                "options": {},
                "step": "acting",
                "turn": 0,
                "turn_number": 3,
                "first": 1,
                "port": ["small:apple/6"],
                "gold": [5, 5],
                "hands": hands,
                "warehouses": stored,
                "conservation": cards,
                "front": [
                    {"card": "income:8", "face": "down", "money": None},
                    {"card": None, "face": None, "money": 0},
                ],
            }
        )
        state.play(0, "income")
        conserve = sum(int(card.partition(":")[2]) for card in cards[0])
        assert reachable(state, 0) == outcomes(stored[0], hands[0], conserve)
        with_conservation += conserve > 0
    assert with_conservation > 20
