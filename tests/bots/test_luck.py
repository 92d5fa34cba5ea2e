"""Luck apart from skill: what a deal and the draws did to everybody's chances."""

from __future__ import annotations

import random

import pytest

import fourwinds as fw
from fourwinds.bots import luck
from fourwinds.bots.search import FOREVER
from fourwinds.core import review
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.facts import Fact
from fourwinds.core.record import Record
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.words import LANGUAGES, words
from tests.sample import sample

GAMES = [*fw.games(), "high-tide"]


def beginning(rules: Rules, count: int, seed: int = 3) -> tuple[State, list[tuple[int, int]]]:
    """A deal and the first moves of a random match."""
    start = rules.start(seed)
    state = start.copy()
    rng = random.Random(seed)
    moves: list[tuple[int, int]] = []
    while not state.over and len(moves) < count:
        seat = state.actors[0]
        moves.append((seat, rng.choice(state.actions(seat))))
        state.play(*moves[-1])
    return start, moves


@pytest.mark.parametrize("game", GAMES)
def test_the_luck_of_all_seats_sums_to_nothing(game: str) -> None:
    rules = fw.game(game).rules()
    found = luck.events(rules, *beginning(rules, sample(40, 12)), first=1, budget="16it")
    assert found[0].source == review.DEAL
    for event in found:
        assert sum(event.luck) == pytest.approx(0, abs=1e-9)
        assert all(-1 <= each <= 1 for each in event.luck)
    whole = [review.total(review.shares([e.json() for e in found], s)) for s in range(4)]
    assert sum(each.luck for each in whole) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_has_seen_is_drawn_anew_and_nothing_else(game: str) -> None:
    """All seats see the same in such a world; what a move shows in some of them only is luck."""
    rules = fw.game(game).rules()
    undrawn = rules.game.undrawn
    assert undrawn is not None
    state, moves = beginning(rules, sample(120, 30))
    chance = stream_of_seed(1, "test")
    weighed = 0
    for seat, action in moves:
        seats = range(rules.players)
        before = [state.view(each) for each in seats]
        worlds = [undrawn(state).world(chance) for _ in range(3)]
        assert all([world.view(each) for each in seats] == before for world in worlds)
        told: list[Fact] = []
        state.play(seat, action, told)
        for world in worlds:
            world.play(seat, action)
        after = [state.view(each) for each in seats]
        if any([world.view(each) for each in seats] != after for world in worlds):
            assert {fact.reveals for fact in told} & set(rules.game.luck), told
            weighed += 1
    assert weighed


def deal_of(hands: list[list[str]]) -> State:
    """One round of Santa Timea for two, with these hands."""
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    position = dict(rules.start(1).position())
    return rules.position({**position, "hands": hands})


def test_good_cards_are_luck_and_bad_ones_too() -> None:
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    cards = sorted({card for hand in rules.start(1).position()["hands"] for card in hand})
    low = [card for card in cards if card[-1] in "123456" and card[-2] not in "1"][:12]
    rest = [card for card in cards if card not in low][-12:]
    count = min(len(low), len(rest))
    hands = [rest[:count], low[:count]]
    worlds = sample(200, 40)
    mine = luck.Weighing(rules, deal_of(hands), 1).deal(deal_of(hands), worlds, FOREVER)
    other = luck.Weighing(rules, deal_of(hands[::-1]), 1).deal(
        deal_of(hands[::-1]), worlds, FOREVER
    )
    assert abs(mine.luck[0]) > 0.1
    assert mine.luck[0] * other.luck[0] < 0


def test_a_record_is_weighed_again_with_the_same_result() -> None:
    rules = fw.game("high-tide").rules(3)
    state, moves = beginning(rules, 99)
    record = Record.begin(rules, seed=3, names=[])
    for seat, action in moves:
        text = rules.text(state, seat, action)
        state.play(seat, action)
        record.add(seat, text, state)
    found = luck.of_record(record, "8it")
    assert found == luck.of_record(record, "8it")
    assert {event.source for event in found} == {review.DEAL, "prize"}
    timed = luck.of_record(record, "20ms")
    assert [event.move for event in timed] == [event.move for event in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_luck_is_said_where_it_is_certain(game: str, language: str) -> None:
    own = words(language, game)
    sources = (review.DEAL, *fw.game(game).luck)
    for source in sources:
        for amount in (-0.08, 0.01):
            said = review.sentence(own, [review.Share(source, amount, 0.001)])
            assert "{" not in said
            assert str(abs(round(100 * amount))) in said
            assert said != review.sentence(own, [review.Share(source, -amount, 0.001)])
    unsure = review.sentence(own, [review.Share(sources[0], 0.05, 0.06)])
    assert unsure == own.line("luck/little")


def test_accuracy_is_what_was_kept_of_the_best() -> None:
    assert review.accuracy([(0.5, 0.0), (0.25, 0.25)]) == 0.75
    assert review.accuracy([]) is None
