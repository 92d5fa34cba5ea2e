"""States and environments can be compared, copied and kept in the midst of a match."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourwinds as fw
from fourwinds.bots import UnknownBot, local
from fourwinds.bots.deckhand import Deckhand
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import BadOptions
from fourwinds.gymnasium import SeatEnv

Copy = Callable[[Any], Any]
COPIES = pytest.mark.parametrize("kept", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])


def played(game: str, moves: int = 12) -> fw.State:
    state = fw.game(game).start(seed=5)
    for _ in range(moves):
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])
    return state


@pytest.mark.parametrize("game", fw.games())
def test_states_are_equal_by_what_lies_on_the_table(game: str) -> None:
    one, other = played(game), played(game)
    assert one == other
    assert len({one.copy(), other.copy()}) == 1
    assert pickle.loads(pickle.dumps(one)) == one
    seat = one.actors[0]
    one.play(seat, one.actions(seat)[0])
    assert one != other
    assert one != "a state"
    assert played("santa-timea") != fw.game("santa-timea").start(players=2, seed=5)


@COPIES
def test_a_stream_goes_on_where_it_was(kept: Copy) -> None:
    for read in (0, 1, 31, 32, 33, 100):
        stream = stream_of_seed(3, "test")
        for _ in range(read):
            stream.below(10)
        again = kept(stream)
        assert [again.below(1000) for _ in range(70)] == [stream.below(1000) for _ in range(70)]


@COPIES
@pytest.mark.parametrize("bots", ["deckhand", "mate"])
def test_a_seat_goes_on_where_it_was(kept: Copy, bots: str) -> None:
    env = SeatEnv("santa-timea", players=3, bots=bots)
    env.reset(seed=4)
    for _ in range(3):
        env.step(int(np.argmax(env.action_masks())))
    again = kept(env)
    for _ in range(3):
        action = int(np.argmax(env.action_masks()))
        mine, theirs = env.step(action), again.step(action)
        assert np.array_equal(mine[0], theirs[0])
        assert mine[1:4] == theirs[1:4]


@COPIES
def test_a_vector_goes_on_where_it_was(kept: Copy) -> None:
    envs = fw.vector("santa-timea", envs=6, players=3, seed=2, max_decisions=40)
    for _ in range(39):
        seen = envs.step(envs.sample())
    again = kept(envs)
    for _ in range(30):
        actions = envs.sample()
        assert np.array_equal(actions, again.sample())
        seen, theirs = envs.step(actions), again.step(actions)
        for mine, other in zip(seen, theirs, strict=True):
            assert np.array_equal(mine, other)


@pytest.mark.parametrize("game", fw.games())
def test_normalised_rows_are_between_minus_one_and_one(game: str) -> None:
    envs = fw.vector(game, envs=4, seed=1, normalised=True)
    plain = fw.vector(game, envs=4, seed=1)
    for _ in range(30):
        actions = envs.sample()
        seen, raw = envs.step(actions), plain.step(actions)
        assert seen.observations.dtype == np.float32
        assert np.abs(seen.observations).max() <= 1
        low = np.array([f.low for f in plain.rules.fields for _ in range(f.size)])
        assert np.array_equal(seen.observations == -1, raw.observations <= low)
    env = SeatEnv(game, normalised=True)
    row, _ = env.reset(seed=1)
    assert env.observation_space.contains(row)


def test_fields_say_where_they_stand() -> None:
    rules = fw.game("santa-timea").rules()
    places = rules.observation_fields
    assert list(places) == [field.name for field in rules.fields]
    assert [place.stop - place.start for place in places.values()] == [f.size for f in rules.fields]
    assert max(place.stop for place in places.values()) == rules.observation_size


def first(view: dict[str, Any], actions: list[int]) -> int:
    return actions[0]


def test_a_seat_with_a_bot_from_a_file_is_unpickled_in_another_process(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Last:\n"
        "    def choose(self, view, actions, deadline):\n"
        "        return actions[-1]\n\n"
        "def make(argument, seed):\n"
        "    return Last()\n"
    )
    env = SeatEnv("santa-timea", players=3, bots=f"{file}:make", seat=0)
    env.reset(seed=4)
    (tmp_path / "kept").write_bytes(pickle.dumps(env))
    other = (
        "import pickle, sys\n"
        "env = pickle.load(open(sys.argv[1], 'rb'))\n"
        "env.step(int(env.action_masks().argmax()))\n"
        "print(env.match.digest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", other, tmp_path / "kept"], capture_output=True, text=True
    )
    env.step(int(env.action_masks().argmax()))
    assert (done.stdout.strip(), done.stderr) == (env.match.digest(), "")
    envs = fw.vector("santa-timea", envs=2, players=3, bots=[f"{file}:make", "mate"], seed=1)
    again = pickle.loads(pickle.dumps(envs))
    actions = envs.sample()
    assert np.array_equal(envs.step(actions).observations, again.step(actions).observations)


def test_bots_may_be_objects_functions_and_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class First:\n"
        "    def choose(self, view, actions, deadline):\n"
        "        return actions[0]\n\n"
        "def make(argument, seed):\n"
        "    assert argument in (None, 'fast')\n"
        "    return First()\n\n"
        "number = 3\n"
    )
    ends = []
    lineups: list[Any] = [first, local.Chooses(first), f"{file}:make", [f"{file}:make:fast", first]]
    for bots in lineups:
        env = SeatEnv("santa-timea", players=3, bots=bots, seat=0)
        env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(np.argmax(env.action_masks())))
        ends.append(info["scores"])
    assert ends == [ends[0]] * 4
    assert env.opponent_name(2) == "first"
    found = fw.simulate("santa-timea", players=2, games=2, bots=[first, Deckhand.make(None, 1)])
    assert len(found.scores) == 2
    wrongs: list[tuple[Any, type[Exception]]] = [
        (f"{file}:number", UnknownBot),
        (f"{tmp_path}/none.py:make", UnknownBot),
        (Deckhand, BadOptions),
        (7, BadOptions),
    ]
    for wrong, error in wrongs:
        with pytest.raises(error):
            SeatEnv("santa-timea", bots=wrong)


def test_a_server_runs_no_file_for_a_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def make(argument, seed):\n    raise AssertionError('it was run')\n")
    from fourwinds import bots

    with pytest.raises(UnknownBot):
        bots.make(f"{file}:make", 0)
