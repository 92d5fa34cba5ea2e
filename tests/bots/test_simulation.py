"""Many games at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.bots import UnknownBot
from fourwinds.core.errors import BadOptions, BadSeed, IllegalAction, UnknownGame
from tests.sample import sample

every_game = pytest.mark.parametrize("game_id", fw.games())


class First:
    """Plays the first action offered, and keeps what it was shown."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        self.seen.append(view)
        return actions[0]


@every_game
def test_the_same_seed_gives_the_same_games(game_id: str) -> None:
    most = sample(3000, 300)
    one = fw.simulate(game_id, games=3, seed=5, max_decisions=most)
    assert one == fw.simulate(game_id, games=3, seed=5, max_decisions=most)
    assert one.games == 3 == len(one.scores) + one.unfinished
    assert len(one.winners) == len(one.scores)
    other = fw.simulate(game_id, games=3, seed=6, max_decisions=most)
    if one.scores:  # some games are not over so soon
        assert (other.scores, other.decisions) != (one.scores, one.decisions)
    started = [fw.game(game_id).start(seed=seed).position() for seed in (5, 6)]
    assert started[0] != started[1]


@every_game
def test_a_seed_may_be_bytes(game_id: str) -> None:
    one = fw.simulate(game_id, games=1, seed=b"salt", max_decisions=100)
    assert one == fw.simulate(game_id, games=1, seed=b"salt", max_decisions=100)


@every_game
def test_games_that_take_too_long_are_left_unfinished(game_id: str) -> None:
    out = fw.simulate(game_id, games=4, seed=1, max_decisions=3)
    assert (out.games, out.unfinished, out.decisions) == (4, 4, 12)
    assert out.scores == [] == out.winners
    assert fw.simulate(game_id, games=2, max_decisions=0).decisions == 0


def test_no_games_are_no_games() -> None:
    assert fw.simulate("santa-timea", games=0) == fw.Simulation()


def test_a_whole_match_has_its_number_of_decisions() -> None:
    out = fw.simulate("santa-timea", players=3, games=10, seed=2, options={"rounds": 2})
    assert (out.games, out.unfinished, out.decisions) == (10, 0, 10 * 2 * 12 * 3)
    for scores, winners in zip(out.scores, out.winners, strict=True):
        assert len(scores) == 3
        assert {scores[seat] for seat in winners} == {max(scores)}


@every_game
def test_bots_see_views_of_their_own_seat_and_the_rest_play_at_random(game_id: str) -> None:
    players = fw.game(game_id).seats[0]
    bots = [First(), *[None] * (players - 1)]
    one = fw.simulate(game_id, players=players, games=2, seed=3, bots=bots, max_decisions=200)
    seen = bots[0].seen if bots[0] else []
    assert seen
    assert all(view["seat"] == 0 and 0 in view["actors"] for view in seen)
    again = [First(), *[None] * (players - 1)]
    assert one == fw.simulate(
        game_id, players=players, games=2, seed=3, bots=again, max_decisions=200
    )


def test_bots_may_be_names_objects_functions_or_one_for_all_seats(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Last:\n"
        "    def choose(self, view, actions, deadline):\n"
        "        return actions[-1]\n\n"
        "def make(argument, seed):\n"
        "    return Last()\n"
    )

    def play(bots: Any) -> fw.Simulation:
        options = {"rounds": 1}
        return fw.simulate("santa-timea", players=2, games=3, seed=4, bots=bots, options=options)

    def last(view: dict[str, Any], actions: list[int]) -> int:
        return actions[-1]

    assert play([f"{file}:make", First()]) == play([last, First()])
    assert play(last) == play([last, last])
    assert play("mate") == play(["mate", "mate"])
    beaten = play(["mate", None])
    assert beaten.games == 3
    with pytest.raises(UnknownBot):
        play("mutineer")
    with pytest.raises(BadOptions, match="call it"):
        play([First, None])


def test_bots_are_told_their_seat_and_hear_what_they_may() -> None:
    class Listener(First):
        def begin(self, rules: fw.Rules, seat: int) -> None:
            self.seat = seat
            self.heard: list[str] = []

        def saw(self, facts: list[Any]) -> None:
            assert all(fact.heard_by(self.seat) for fact in facts)
            self.heard += [fact.kind for fact in facts]

    bots = [Listener(), Listener()]
    fw.simulate("santa-timea", players=2, bots=bots, options={"rounds": 1})
    assert [bot.seat for bot in bots] == [0, 1]
    assert len(bots[0].heard) > 24
    assert bots[0].heard.count("dealt") == bots[1].heard.count("dealt")


def test_a_bot_that_cheats_is_stopped() -> None:
    class Cheat(First):
        def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
            return next(action for action in range(60) if action not in actions)

    with pytest.raises(IllegalAction):
        fw.simulate("santa-timea", players=2, bots=[Cheat(), Cheat()])


def test_progress_is_told() -> None:
    told: list[int] = []
    options = {"rounds": 1}
    fw.simulate("santa-timea", players=2, games=600, options=options, progress=told.append)
    assert told == [256, 512, 600]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"games": -1}, ValueError),
        ({"games": 1.5}, ValueError),
        ({"games": True}, ValueError),
        ({"games": "many"}, ValueError),
        ({"max_decisions": -1}, ValueError),
        ({"max_decisions": 2.0}, ValueError),
        ({"bots": []}, ValueError),
        ({"bots": [None] * 9}, ValueError),
        ({"players": 9}, BadOptions),
        ({"options": {"storm": 1}}, BadOptions),
        ({"seed": 1.5}, BadSeed),
        ({"seed": None}, BadSeed),
        ({"game": "chess"}, UnknownGame),
    ],
    ids=str,
)
def test_bad_arguments_are_refused(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        fw.simulate(**({"game": "santa-timea"} | given))
