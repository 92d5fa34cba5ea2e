from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import fourwinds as fw
from fourwinds.core.chance import Stream, key_of_seed
from fourwinds.core.errors import BadOptions

from .test_observations import observation

EVERYWHERE = [(game, players) for game in fw.games() for players in fw.game(game).seats]


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_each_row_is_a_match_of_its_own_played_by_the_rules(game: str, players: int) -> None:
    envs = fw.vector(game, envs=3, players=players, seed=5, max_decisions=60)
    rules = fw.game(game).rules(players)
    key = key_of_seed(5, "vector")
    chances = [Stream(key, env) for env in range(3)]
    states = [rules.start_with(chance.random_key()) for chance in chances]
    seen = envs.reset()
    for _ in range(130):
        for env, state in enumerate(states):
            seat = state.actors[0]
            assert seen.seats[env] == seat
            assert seen.observations[env].tolist() == observation(state, seat)
            assert np.flatnonzero(seen.masks[env]).tolist() == state.actions(seat)
        actions = envs.sample()
        seen = envs.step(actions)
        for env, state in enumerate(states):
            state.play(state.actors[0], int(actions[env]))
            ended = state.over or seen.lengths[env] == 60
            assert seen.terminated[env] == state.over
            assert seen.truncated[env] == (ended and not state.over)
            if ended:
                assert seen.scores[env].tolist() == state.scores
                states[env] = rules.start_with(chances[env].random_key())
    assert envs.sample().shape == (3,)


def test_rewards_fall_evenly_from_first_to_last_and_add_up_to_nothing() -> None:
    envs = fw.vector("santa-timea", envs=64, players=4, seed=2, options={"rounds": 1})
    ended = 0
    for _ in range(200):
        seen = envs.step(envs.sample())
        done = seen.terminated
        ended += int(done.sum())
        assert not seen.rewards[~done].any()
        assert np.allclose(seen.rewards[done].sum(axis=1), 0)
        for scores, rewards in zip(seen.scores[done], seen.rewards[done], strict=True):
            assert rewards[np.argmax(scores)] == rewards.max() >= 0
            assert rewards.min() >= -1
            assert rewards.max() <= 1
    assert ended > 64


def test_the_same_seed_gives_the_same_matches_and_another_does_not() -> None:
    def played(seed: int) -> bytes:
        envs = fw.vector("santa-timea", envs=8, players=3, seed=seed)
        return b"".join(envs.step(envs.sample()).observations.tobytes() for _ in range(50))

    assert played(1) == played(1) != played(2)
    envs = fw.vector("santa-timea", envs=8, players=3, seed=1)
    first = envs.reset().observations
    envs.step(envs.sample())
    assert (envs.reset().observations == first).all()
    assert (envs.reset(seed=9).observations != first).any()


def test_an_illegal_action_is_refused_and_plays_nothing_anywhere() -> None:
    envs = fw.vector("santa-timea", envs=4, players=2, seed=1)
    before = envs.reset()
    actions = envs.sample()
    actions[2] = np.flatnonzero(~before.masks[2])[0]
    with pytest.raises(fw.IllegalAction) as caught:
        envs.step(actions)
    assert caught.value.details["env"] == 2
    assert caught.value.rule is not None
    actions[2] = 65
    with pytest.raises(fw.IllegalAction):
        envs.step(actions)
    for wrong in ([0], [0.0] * 4, [[0] * 4], "four", [None] * 4):
        with pytest.raises(BadOptions):
            envs.step(wrong)  # type: ignore[arg-type]
    again = envs.step(envs.sample())
    assert (again.lengths == 1).all()


@pytest.mark.parametrize(
    "wrong", [{"envs": 0}, {"envs": 2.5}, {"envs": True}, {"envs": 2**40}, {"max_decisions": 0}]
)
def test_wrong_numbers_are_refused_by_name(wrong: dict[str, int]) -> None:
    with pytest.raises(BadOptions, match=next(iter(wrong))):
        fw.vector("santa-timea", **wrong)


def test_arrays_stay_as_they_are_and_can_be_written_to_where_they_are_copies() -> None:
    for copy in (True, False):
        envs = fw.vector("santa-timea", envs=4, players=2, seed=1, copy=copy)
        first = envs.reset()
        kept = [array.copy() for array in first]
        later = [envs.step(envs.sample()) for _ in range(30)][-1]
        assert (later.observations != first.observations).any()
        assert all((array == before).all() for array, before in zip(first, kept, strict=True))
        assert {array.flags.writeable for array in first} == {copy}


PLAYED = """
import hashlib, sys
import fourwinds as fw
envs = fw.vector(sys.argv[1], envs=3, players=3, seed=8, max_decisions=25)
seen = [envs.reset(), *(envs.step(envs.sample()) for _ in range(60))]
print(hashlib.sha256(b"".join(array.tobytes() for page in seen for array in page)).hexdigest())
"""


@pytest.mark.parametrize("game", fw.games())
def test_compiled_and_interpreted_code_give_the_same_arrays(game: str) -> None:
    def digest(settings: dict[str, str]) -> str:
        command = [sys.executable, "-c", PLAYED, game]
        return subprocess.run(
            command, env=os.environ | settings, check=True, capture_output=True, text=True
        ).stdout

    assert digest({}) == digest({"FOURWINDS_INTERPRETED": "1"}) != ""


def test_importing_the_package_loads_no_numpy() -> None:
    check = "import sys, fourwinds; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
