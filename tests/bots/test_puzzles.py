"""Puzzles: every one that comes with a game is a position with one clearly best action."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import pytest

import fourwinds as fw
from fourwinds.arena import mining
from fourwinds.bots.puzzles import (
    BadPuzzle,
    Judged,
    Puzzle,
    look_deep,
    margin,
    of_day,
    puzzles,
    read,
    save,
)
from tests.sample import sample


@pytest.fixture
def puzzle() -> Puzzle:
    """The seat has a choice; whether its answer is right does not matter here."""
    state = fw.game("santa-timea").rules(3).start(8)
    moves = []
    for _ in range(5):
        moves.append(state.actions(state.actors[0])[0])
        state.play(state.actors[0], moves[-1])
    seat = state.actors[0]
    best = state.actions(seat)[1]
    return Puzzle("santa-timea", 1, 3, 8, tuple(moves), seat, best, 0.06, 0.01, 1200)


@pytest.mark.parametrize("game", fw.games())
def test_every_puzzle_is_a_position_of_its_game(game: str) -> None:
    found = puzzles(game)
    for puzzle in random.Random(1).sample(found, min(len(found), sample(60, 4))):
        state = puzzle.position()
        assert len(state.actions(puzzle.seat)) >= mining.FEWEST_ACTIONS
        assert puzzle.margin >= mining.LEAST_MARGIN
        assert puzzle.margin > puzzle.doubt
        assert mining.EASIEST <= puzzle.rating <= mining.HARDEST


@pytest.mark.parametrize("game", fw.games())
def test_a_sample_of_the_answers_is_found_again_by_another_seed(game: str) -> None:
    found = puzzles(game)
    picked = random.Random(2).sample(found, min(len(found), sample(3, 0)))
    for puzzle in picked:
        view = puzzle.position().view(puzzle.seat)
        deep = look_deep(puzzle.rules(), view, 1500, seed=77)
        assert deep[0].action == puzzle.best, puzzle.number


def test_a_file_keeps_what_was_found(puzzle: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    assert read("santa-timea", path) == ()
    save(path, fw.game("santa-timea").rules_version, [puzzle])
    assert read("santa-timea", path) == (puzzle,)
    save(path, 999, [puzzle])
    assert read("santa-timea", path) == ()


def test_a_position_of_other_rules_is_refused(puzzle: Puzzle) -> None:
    state = puzzle.position()
    assert state.actors == (puzzle.seat,)
    missing = next(a for a in range(57) if a not in state.actions(puzzle.seat))
    other = Puzzle("santa-timea", 1, 3, 8, puzzle.moves, puzzle.seat, missing, 0.06, 0.01, 1200)
    with pytest.raises(BadPuzzle):
        other.position()


def test_every_puzzle_has_its_day(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    from fourwinds.bots import puzzles as module

    for count in (1, 2, 7, 12):
        many = tuple(puzzle for _ in range(count))
        numbered = [Puzzle(**{**vars(each), "number": i}) for i, each in enumerate(many)]
        monkeypatch.setattr(module, "puzzles", lambda game, found=numbered: found)
        days = [datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(count)]
        assert {of_day("santa-timea", day).number for day in days} == set(range(count))


def test_searches_must_agree_and_be_sure() -> None:
    clear = [Judged(3, 0.6, 0.01), Judged(4, 0.5, 0.01)]
    assert mining.agree([clear, clear])
    assert not mining.agree([clear, [Judged(4, 0.6, 0.01), Judged(3, 0.5, 0.01)]])
    assert not mining.agree([clear, [Judged(3, 0.6, 0.1), Judged(4, 0.5, 0.1)]])
    assert not mining.agree([clear, [Judged(3, 0.6, 0.01), Judged(4, 0.59, 0.01)]])
    assert margin(clear)[0] == pytest.approx(0.1)


def test_a_deep_look_rests_on_the_view_alone(puzzle: Puzzle) -> None:
    rules, state = puzzle.rules(), puzzle.position()
    view = state.view(puzzle.seat)
    world = rules.imagine(view, 5)
    looks = [look_deep(rules, each.view(puzzle.seat), 40, seed=1) for each in (state, world)]
    assert looks[0] == looks[1]
    assert {each.action for each in looks[0]} <= set(state.actions(puzzle.seat))


def test_mining_examines_positions_from_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "GLANCE", 30)
    monkeypatch.setattr(mining, "GLANCE_MARGIN", 0.0)
    monkeypatch.setattr(mining, "LEAST_MARGIN", 0.0)
    monkeypatch.setattr(mining, "agree", lambda deep: True)
    monkeypatch.setattr(mining, "SOLVERS", ("deckhand",))
    monkeypatch.setattr(mining, "PLAYERS", "deckhand")
    found = next(mining.mine("santa-timea", 1, mining.Depth(40)))
    assert found.best in found.position().actions(found.seat)
    assert mining.EASIEST <= found.rating <= mining.HARDEST
