from __future__ import annotations

import random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.errors import FourWindsError
from fourwinds.gymnasium import SeatEnv, names

EVERYWHERE = [(game, players) for game in fw.games() for players in fw.game(game).seats]


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], list[int]]:
    """A whole match of random legal actions: reward, last info, actions."""
    rng = random.Random(seed)
    _, info = env.reset(seed=seed)
    actions = []
    while True:
        actions.append(rng.choice(info["action_mask"].nonzero()[0].tolist()))
        _, reward, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            return reward, info, actions


# It warns that rewards and rows are not normalised, which learners do for themselves.
@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_passes_gymnasiums_check(game: str, players: int) -> None:
    check_env(gymnasium.make(names()[game], players=players, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", fw.games())
def test_masks_are_the_legal_actions_of_the_learners_seat(game: str) -> None:
    env = SeatEnv(game, max_decisions=200)
    rng = random.Random(1)
    _, info = env.reset(seed=1)
    for _ in range(30):
        assert env.seat in env.match.actors
        legal = env.match.actions(env.seat)
        assert info["action_mask"].nonzero()[0].tolist() == legal
        assert env.action_masks().nonzero()[0].tolist() == legal
        _, _, terminated, truncated, info = env.step(rng.choice(legal))
        if terminated or truncated:
            assert env.action_masks().any()
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(legal[0])
            return


def test_the_reward_tells_how_the_match_ended() -> None:
    env = SeatEnv("santa-timea", players=3, bots=["deckhand", "deckhand"], options={"rounds": 1})
    seen = set()
    for seed in range(20):
        reward, info, _ = play(env, seed)
        seen.add(reward)
        assert (reward == 1) == (info["winners"] == [info["seat"]])
    assert {1.0, -1.0} <= seen


def test_the_same_seed_gives_the_same_match_and_seats_are_drawn() -> None:
    env = SeatEnv("santa-timea", players=4, options={"rounds": 1})
    assert play(env, 5)[2] == play(env, 5)[2]
    assert len({play(env, seed)[1]["seat"] for seed in range(20)}) == 4
    fixed = SeatEnv("santa-timea", players=4, seat=2, options={"rounds": 1})
    assert {play(fixed, seed)[1]["seat"] for seed in range(5)} == {2}


def test_an_illegal_action_ends_the_match_and_says_why() -> None:
    env = SeatEnv("santa-timea", players=2)
    _, info = env.reset(seed=1)
    digest = env.match.digest()
    illegal = int((info["action_mask"] == 0).nonzero()[0][0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated) == (-1, True)
    assert "ST-" in info["refusal"]
    assert env.match.digest() == digest


def test_a_match_may_be_cut_short() -> None:
    reward, info, _ = play(SeatEnv("santa-timea", players=4, max_decisions=10), 1)
    assert (reward, info["winners"]) == (0, [])


def test_bots_that_listen_hear_what_their_seats_may_hear(monkeypatch: pytest.MonkeyPatch) -> None:
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

    monkeypatch.setitem(bots.OURS, "listener", lambda argument, seed: Listener())
    play(SeatEnv("santa-timea", players=2, bots="listener", options={"rounds": 1}), 1)
    assert {"hand-dealt", "card-played", "match-ended"} <= set(heard)
    assert heard.count("hand-dealt") == 1, "not the learner's hand"


@pytest.mark.parametrize(
    "wrong",
    [{"bots": "nobody"}, {"bots": ["deckhand"]}, {"seat": 4}, {"render_mode": "human"}],
)
def test_wrong_arguments_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(FourWindsError, match=next(iter(wrong)).rstrip("s")):
        SeatEnv("santa-timea", players=4, **wrong)


def test_it_draws_the_table_with_names() -> None:
    env = SeatEnv("santa-timea", players=2, seat=0, render_mode="ansi")
    env.reset(seed=1)
    assert "learner" in env.render()
    assert "deckhand" in env.render()
