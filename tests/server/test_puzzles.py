"""Puzzles over HTTP: what the seat knows, and the answer with its reasons."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import fourwinds as fw
from fourwinds.bots import puzzles as module
from fourwinds.bots.puzzles import Puzzle
from fourwinds.server.routes import puzzles as routes

API = "/api/v1"


@pytest.fixture
def puzzle(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """One puzzle of Santa Timea, whatever the package holds."""
    state = fw.game("santa-timea").rules(3).start(8)
    moves = []
    for _ in range(5):
        moves.append(state.actions(state.actors[0])[0])
        state.play(state.actors[0], moves[-1])
    seat = state.actors[0]
    best = state.actions(seat)[1]
    made = Puzzle("santa-timea", 1, 3, 8, tuple(moves), seat, best, 0.06, 0.01, 1200)

    def held(game: str) -> tuple[Puzzle, ...]:
        return (made,) if game == "santa-timea" else ()

    monkeypatch.setattr(routes, "all_of", held)
    monkeypatch.setattr(module, "puzzles", held)
    return made


def test_puzzles_are_listed_with_the_one_of_the_day(server: TestClient, puzzle: Puzzle) -> None:
    listed = server.get(f"{API}/games/santa-timea/puzzles").json()
    assert listed == {"day": 1, "ratings": [1200]}
    assert server.get(f"{API}/games/regatta/puzzles").json() == {"day": None, "ratings": []}
    assert server.get(f"{API}/games/nothing/puzzles").status_code == 404


def test_a_puzzle_shows_what_its_seat_knows(server: TestClient, puzzle: Puzzle) -> None:
    shown: dict[str, Any] = server.get(f"{API}/games/santa-timea/puzzles/1?lang=de").json()
    state = puzzle.position()
    assert shown["view"] == state.view(puzzle.seat)
    assert shown["names"][puzzle.seat] == "Du"
    assert [each["action"] for each in shown["asked"]["actions"]] == state.actions(puzzle.seat)
    assert shown["asked"]["words"]
    assert not {"best", "seed", "moves", "margin"} & shown.keys()
    assert server.get(f"{API}/games/santa-timea/puzzles/2").status_code == 404


def test_actions_can_be_previewed(server: TestClient, puzzle: Puzzle) -> None:
    path = f"{API}/games/santa-timea/puzzles/1/previews"
    found = server.post(path, json={"actions": [puzzle.best]})
    assert found.status_code == 200
    assert list(found.json()) == [str(puzzle.best)]


def test_an_answer_is_judged_with_reasons(server: TestClient, puzzle: Puzzle) -> None:
    path = f"{API}/games/santa-timea/puzzles/1/answer"
    actions = puzzle.position().actions(puzzle.seat)
    for action in (puzzle.best, next(each for each in actions if each != puzzle.best)):
        came = server.post(path, json={"action": action}, params={"lang": "en"})
        assert came.status_code == 200, came.text
        solved = came.json()
        assert solved["right"] == (action == puzzle.best)
        assert solved["best"] == puzzle.best
        assert solved["words"].startswith("lay ")
        assert solved["reasons"]
    missing = next(each for each in range(57) if each not in actions)
    assert server.post(path, json={"action": missing}).status_code == 422
