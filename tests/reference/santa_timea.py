"""Santa Timea once more, short and slow, written from the rules page alone.

It knows nothing of the package: cards are words, values are fractions, a match is played from the
deals it is given. The numbers are those of the rules page.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor
from typing import Any

COMPASS = "NESW"
LED = (Fraction(-1), 0)  # a led pirate: below everything


def value(card: str, wind: str) -> tuple[Fraction, int]:
    """ST-4.1 to 4.3: what a card counts, and how it ranks among zeros."""
    printed = int(card[1:])
    angle = abs(COMPASS.index(card[0]) - COMPASS.index(wind[0]))
    if angle == 0:
        return Fraction(printed), 0
    if angle == 2:
        return Fraction(0), printed
    return Fraction(printed, 2), 0


def values(cards: list[str], wind: str) -> list[tuple[Fraction, int]]:
    """ST-5.1, ST-5.3: a pirate is worth what the card before it is."""
    out: list[tuple[Fraction, int]] = []
    for card in cards:
        if card != "P":
            out.append(value(card, wind))
        elif out:
            out.append(out[-1])
        else:
            out.append(LED)
    return out


def outcome(cards: list[str], wind: str) -> tuple[int | None, int]:
    """Who takes the wind (None: nobody) and who leads next, counted from the leader."""
    worth = values(cards, wind)
    left = [i for i, mine in enumerate(worth) if worth.count(mine) == 1 and mine != LED]
    highest = max(left, key=lambda i: worth[i], default=0)
    if cards[0] == "P":
        return 0, highest
    return min(left, key=lambda i: worth[i], default=None), highest


def has_set(winds: Counter[str], direction: str) -> bool:
    return all(winds[direction + damage] for damage in "123")


def is_choice(winds: Counter[str], direction: str) -> bool:
    """ST-8.4: asked only where a second 1 or 2 is there."""
    second = winds[direction + "1"] > 1 or winds[direction + "2"] > 1
    return has_set(winds, direction) and second


def places(damages: list[int]) -> list[int]:
    """ST-6.3, ST-6.4."""
    players = len(damages)
    worth = [2, 0] if players == 2 else list(range(players, 0, -1))
    order = sorted(damages)
    out = []
    for damage in damages:
        shared = [worth[place] for place in range(players) if order[place] == damage]
        out.append(floor(Fraction(sum(shared), len(shared)) + Fraction(1, 2)))
    return out


def count_round(
    taken: list[Counter[str]], kept: list[str], expert: bool, french: bool
) -> tuple[list[int], list[int]]:
    """ST-6 and ST-8.3 to 8.6: the damages and the points of a round."""
    players = len(taken)
    left = []
    for winds, keeps in zip(taken, kept, strict=True):
        rest = winds.copy()
        for direction in COMPASS:
            if has_set(winds, direction) and direction not in keeps:
                rest.subtract(direction + damage for damage in "123")
        left.append(rest)
    damages = [sum(int(wind[1]) * n for wind, n in rest.items()) for rest in left]
    points = places(damages)
    if expert:
        for seat in range(players):
            for direction in COMPASS:
                points[seat] += 1 if left[seat][direction + "1"] == 2 else 0
                points[seat] += 2 if left[seat][direction + "2"] == 2 else 0
            cards = taken[seat].total() if french else left[seat].total()
            points[seat] -= cards // (4 if players <= 3 else 3)
    return damages, points


class Match:
    """A match from a deal on; a new deal is asked for with `deal` when a round begins."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.players: int = position["players"]
        self.expert: bool = position["options"]["expert"]
        self.french: bool = position["options"]["edition"] == "french"
        self.rounds: int = position["options"]["rounds"]
        self.round: int = position["round"]
        self.first: int = position["first"]
        self.scores = list(position["scores"])
        self.won = list(position.get("rounds_won", [0] * self.players))
        self.over = False
        self.deal(position)

    def deal(self, position: dict[str, Any]) -> None:
        """Lay out hands and winds; they may be those of a round already begun."""
        self.hands = [list(hand) for hand in position["hands"]]
        self.winds = list(position["row"]) + list(position["pile"])
        self.leader: int = position["leader"]
        self.trick = [move["card"] for move in position["trick"]]
        self.aside: list[str] = list(position.get("aside", []))
        self.taken = [Counter(winds) for winds in position["taken"]]
        self.kept = [""] * self.players
        self.choices: list[tuple[int, str]] = []
        self.needs_deal = False

    def copy(self) -> Match:
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.hands = [list(hand) for hand in self.hands]
        twin.taken = [winds.copy() for winds in self.taken]
        for name in ("winds", "trick", "aside", "kept", "choices", "scores", "won"):
            setattr(twin, name, list(getattr(self, name)))
        return twin

    @property
    def turn(self) -> int:
        if self.choices:
            return self.choices[0][0]
        return (self.leader + len(self.trick)) % self.players

    def moves(self) -> set[str]:
        """ST-3.1, ST-5.2, ST-8.4."""
        if self.over or self.needs_deal:
            return set()
        if self.choices:
            return {f"discard {self.choices[0][1]}", f"keep {self.choices[0][1]}"}
        hand = set(self.hands[self.turn])
        return hand - {"P"} if not self.trick and hand != {"P"} else hand

    def play(self, move: str) -> None:
        if self.choices:
            seat, direction = self.choices.pop(0)
            if move.startswith("keep"):
                self.kept[seat] += direction
            if not self.choices:
                self.end_round()
            return
        self.hands[self.turn].remove(move)
        self.trick.append(move)
        if len(self.trick) == self.players:
            self.end_trick()

    def end_trick(self) -> None:
        """ST-3.2 to 3.4, ST-4.6, ST-8.2."""
        wind = self.winds.pop(0)
        taker, leader = outcome(self.trick, wind)
        if taker is None:
            self.aside.append(wind)
        else:
            self.taken[(self.leader + taker) % self.players][wind] += 1
            if self.expert:
                self.taken[(self.leader + taker) % self.players].update(self.aside)
                self.aside = []
        self.leader = (self.leader + leader) % self.players
        self.trick = []
        if not self.hands[0]:
            if self.expert:
                seats = [(self.first + i) % self.players for i in range(self.players)]
                self.choices = [
                    (seat, d) for seat in seats for d in COMPASS if is_choice(self.taken[seat], d)
                ]
            if not self.choices:
                self.end_round()

    def end_round(self) -> None:
        damages, points = count_round(self.taken, self.kept, self.expert, self.french)
        for seat in range(self.players):
            self.scores[seat] += points[seat]
            self.won[seat] += damages[seat] == min(damages)
        if self.round == self.rounds:
            self.over = True
            return
        # ST-2.3
        leaders = [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]
        self.first = leaders[0] if len(leaders) == 1 else self.first
        self.round += 1
        self.needs_deal = True

    def winners(self) -> list[int]:
        """ST-7."""
        marks = [
            (self.scores[seat], 0 if self.french else self.won[seat])
            for seat in range(self.players)
        ]
        return [seat for seat in range(self.players) if marks[seat] == max(marks)]

    def count(self, depth: int) -> int:
        """How many different sequences of that number of moves there are from here."""
        moves = self.moves()
        if depth == 0 or not moves:
            return 1 if depth == 0 else 0
        total = 0
        for move in moves:
            twin = self.copy()
            twin.play(move)
            total += twin.count(depth - 1)
        return total
