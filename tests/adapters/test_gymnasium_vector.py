"""Many matches as one vector environment of Gymnasium."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import fourwinds as fw
from fourwinds.core.errors import BadOptions, BadSeed
from fourwinds.gymnasium import MatchVectorEnv, SeatEnv, names

SHORT: dict[str, Any] = {"players": 3, "options": {"rounds": 1}}
ENDLESS = 10_000


def made(mode: AutoresetMode = AutoresetMode.SAME_STEP, **more: Any) -> MatchVectorEnv:
    return MatchVectorEnv("santa-timea", 4, mode, **{**SHORT, **more})


def until_one_ends(envs: MatchVectorEnv, seed: int = 1) -> tuple[Any, ...]:
    envs.reset(seed=seed)
    for _ in range(ENDLESS):
        acted = envs._seats
        seen = envs.step(envs.sample())
        if seen[2].any() or seen[3].any():
            return acted, *seen
    raise AssertionError("no match ended")


@pytest.mark.parametrize("game", fw.games())
def test_gymnasium_makes_it_with_spaces_that_hold_what_it_gives(game: str) -> None:
    for normalised in (False, True):
        envs: Any = gymnasium.make_vec(
            names()[game],
            num_envs=3,
            vectorization_mode="vector_entry_point",
            normalised=normalised,
            max_decisions=20,
        )
        assert envs.num_envs == 3
        assert envs.observation_space.shape == (3, *envs.single_observation_space.shape)
        rows, infos = envs.reset(seed=3)
        for _ in range(45):
            assert envs.observation_space.contains(rows)
            actions = envs.unwrapped.sample()
            assert envs.action_space.contains(actions)
            legal = infos["action_mask"][np.arange(3), actions]
            rows, rewards, _, _, infos = envs.step(actions)
            assert legal.all()
            assert rewards.shape == (3,)
        envs.close()


def test_a_match_that_ends_is_followed_by_another_at_once() -> None:
    envs = made()
    acted, rows, rewards, ended, _, infos = until_one_ends(envs)
    env = int(np.flatnonzero(ended)[0])
    final = infos["final_info"]
    assert infos["_final_obs"].tolist() == ended.tolist()
    assert rewards[env] == final["rewards"][env, acted[env]]
    assert final["rewards"][env].sum() == pytest.approx(0)
    assert final["scores"][env].any()
    assert (infos["final_obs"][env] == final["observations"][env, acted[env]]).all()
    step = envs.rules.observation_fields["step"]
    assert infos["final_obs"][env][step].tolist() == [0, 0, 1], "the match is over"
    assert rows[env][step].tolist() == [1, 0, 0], "the next has begun"


def test_a_match_that_ends_is_shown_and_the_next_step_begins_another() -> None:
    envs = made(AutoresetMode.NEXT_STEP)
    _, rows, _, ended, _, infos = until_one_ends(envs)
    env = int(np.flatnonzero(ended)[0])
    step = envs.rules.observation_fields["step"]
    assert rows[env][step].tolist() == [0, 0, 1]
    assert infos["action_mask"][env].all(), "any action will do"
    assert "final_obs" not in infos
    rows, rewards, ended, _, infos = envs.step(envs.sample())
    assert (rewards[env], ended[env], infos["length"][env]) == (0, False, 0)
    assert rows[env][step].tolist() == [1, 0, 0]


def test_a_match_that_ends_waits_where_nobody_else_may_begin_one() -> None:
    envs = made(AutoresetMode.DISABLED)
    _, _, _, ended, _, _ = until_one_ends(envs)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(envs.sample())
    before = envs.save()
    rows, infos = envs.reset(options={"reset_mask": ended})
    others = ~ended
    assert (infos["length"][ended] == 0).all()
    assert (infos["length"][others] > 0).all()
    assert (rows[others] == envs.restore(before)[0][others]).all()
    envs.reset(options={"reset_mask": ended}, seed=[5, 6, 7, 8])
    envs.step(envs.sample())
    with pytest.raises(BadOptions, match="where"):
        envs.reset(options={"reset_mask": [True]})


def test_a_match_that_is_cut_shows_what_its_seats_saw_last() -> None:
    envs = made(max_decisions=7)
    _, _, rewards, ended, cut, infos = until_one_ends(envs)
    assert cut.all()
    assert not ended.any()
    assert not rewards.any()
    assert (infos["final_info"]["length"] == 7).all()
    rules = fw.game("santa-timea").rules(3, {"rounds": 1})
    played = infos["final_info"]["observations"][:, :, rules.observation_fields["played"]]
    assert (played.sum(axis=2) == 7).all()


def test_a_seed_names_a_match_wherever_it_stands() -> None:
    def first(seed: Any, count: int = 4) -> Any:
        envs = MatchVectorEnv("santa-timea", count, **SHORT)
        return envs.reset(seed=seed)[0]

    assert (first(7) == first([7, 8, 9, 10])).all()
    assert (first(7)[3] == first(10, 1)[0]).all()
    assert (first([1, None, 1, 2])[0] == first([1, 5, 1, 2])[2]).all()
    assert (first(None) != first(None)).any()
    with pytest.raises(BadOptions, match="seed"):
        first([1, 2])
    with pytest.raises(BadSeed):
        fw.vector("santa-timea", envs=3, seed=[1, 2])


@pytest.mark.parametrize("rewards", ["place", "win", "difference", "points"])
@pytest.mark.parametrize("bots", [None, "deckhand", "mate"])
def test_rewards_add_up_to_what_the_match_brought(rewards: str, bots: str | None) -> None:
    envs = made(rewards=rewards, bots=bots, options={"rounds": 2})
    envs.reset(seed=2)
    total = np.zeros((4, 3))
    for _ in range(ENDLESS):
        *_, ended, _, infos = envs.step(envs.sample())
        total += infos["rewards"]
        if ended.any():
            break
    env = int(np.flatnonzero(ended)[0])
    scores = infos["final_info"]["scores"][env]
    ahead = scores - (scores.sum() - scores) / 2
    if rewards in ("difference", "points"):
        assert total[env] == pytest.approx(ahead)
    else:
        assert total[env].sum() == pytest.approx(1 if rewards == "win" else 0)
        assert total[env].argmax() == scores.argmax()


def test_points_are_rewarded_at_the_end_of_each_round() -> None:
    envs = made(rewards="points", options={"rounds": 3})
    envs.reset(seed=1)
    times = set()
    for _ in range(3 * 60):
        *_, infos = envs.step(envs.sample())
        if infos["rewards"][0].any():
            times.add(int(infos["length"][0]))
    assert len(times) == 3


def test_scores_run_while_a_match_does() -> None:
    envs = MatchVectorEnv("vor-dem-wind", 2, max_decisions=4000)
    envs.reset(seed=1)
    for _ in range(600):
        *_, infos = envs.step(envs.sample())
    states = envs.vector._batch.states
    assert infos["scores"].tolist() == [state.scores for state in states]
    assert infos["scores"].any()
    assert not fw.vector("vor-dem-wind", envs=2).reset().scores.any()


def test_a_learner_among_bots_is_the_one_who_is_asked() -> None:
    envs = made(bots=["deckhand", "mate"], seat=1)
    assert envs.opponent_names() == ["deckhand", "mate"]
    _, infos = envs.reset(seed=1)
    for _ in range(30):
        assert (infos["seat"] == 1).all()
        *_, infos = envs.step(envs.sample())
    drawn = made(bots="deckhand")
    seats = {
        seat for seed in range(0, 60, 4) for seat in drawn.reset(seed=seed)[1]["seat"].tolist()
    }
    assert seats == {0, 1, 2}
    assert set(drawn.vector.learners.tolist()) <= seats


def test_bots_that_listen_hear_what_their_seats_may_hear() -> None:
    heard: list[str] = []

    class Listener:
        def begin(self, rules: fw.Rules, seat: int) -> None:
            self.seat = seat

        def saw(self, facts: list[Any]) -> None:
            assert all(fact.heard_by(self.seat) for fact in facts)
            heard.extend(fact.kind.name for fact in facts)

        def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
            assert view["seat"] == self.seat
            return actions[0]

    envs = MatchVectorEnv("santa-timea", 1, bots=Listener(), players=2, options={"rounds": 1})
    until_one_ends(envs)
    assert {"hand-dealt", "card-played", "match-ended"} <= set(heard)
    with pytest.raises(fw.IllegalAction):
        until_one_ends(MatchVectorEnv("santa-timea", 1, bots=lambda view, actions: 64, players=2))


@pytest.mark.parametrize("bots", [None, "mate"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_what_was_saved_goes_on_as_it_was(bots: str | None, mode: AutoresetMode) -> None:
    envs = made(mode, bots=bots, max_decisions=20)
    until_one_ends(envs)
    saved = pickle.loads(pickle.dumps(envs.save()))
    again = made(mode, bots=bots, max_decisions=20)

    def play(one: MatchVectorEnv) -> list[Any]:
        one.restore(saved)
        out = []
        for _ in range(20):
            if mode is AutoresetMode.DISABLED:
                one.reset(options={"reset_mask": np.ones(4, np.bool_)}, seed=4)
            out.append(one.step(one.sample())[0])
        return out

    first = play(envs)
    assert all((a == b).all() for a, b in zip(first, play(envs), strict=True))
    assert all((a == b).all() for a, b in zip(first, play(again), strict=True))
    with pytest.raises(BadOptions, match="saved"):
        MatchVectorEnv("santa-timea", 3, **SHORT).restore(saved)


def test_it_plays_the_same_matches_as_one_seat_would() -> None:
    """The same rules and rewards as SeatEnv, where both meet the same match."""
    envs = MatchVectorEnv("santa-timea", 1, AutoresetMode.NEXT_STEP, **SHORT)
    rows, infos = envs.reset(seed=3)
    one = SeatEnv("santa-timea", **SHORT)
    state = envs.vector._batch.states[0].copy()
    while not state.over:
        seat = state.actors[0]
        assert infos["seat"][0] == seat
        assert (rows[0] == one._observations.observe(state, seat)).all()
        action = state.actions(seat)[0]
        state.play(seat, action)
        rows, _, ended, _, infos = envs.step(np.array([action]))
    assert ended[0]
    assert infos["scores"][0].tolist() == state.scores


def test_wrappers_of_gymnasium_go_around_it() -> None:
    envs: Any = RecordEpisodeStatistics(made(bots="deckhand", rewards="win"))
    envs.reset(seed=1)
    for _ in range(30):
        *_, infos = envs.step(envs.unwrapped.sample())
        if "episode" in infos:
            break
    assert 0 <= infos["episode"]["r"].max() <= 1
    listed = DictInfoToList(made())
    _, rows = listed.reset(seed=1)
    assert rows[2]["action_mask"].any()
    shown = made(render_mode="ansi")
    shown.reset(seed=1)
    assert "Cards that count zero" in shown.render()[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rewards": "gold"},
        {"bots": ["mate"]},
        {"bots": "mate", "seat": 3},
        {"seat": 1},
        {"render_mode": "human"},
        {"seed": 1},
    ],
)
def test_wrong_settings_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match=list(wrong)[-1]):
        made(**wrong)
    with pytest.raises(BadOptions, match="autoreset"):
        fw.vector("santa-timea", autoreset="never")
