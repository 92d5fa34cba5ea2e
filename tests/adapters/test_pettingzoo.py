from __future__ import annotations

import contextlib
import pickle
import random
import warnings
from typing import Any

import cloudpickle
import pytest

import fourwinds as fw
import fourwinds.pettingzoo as zoo
from fourwinds.core.errors import BadOptions

with warnings.catch_warnings():
    # Its tests load games of its own in a way it has deprecated itself.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.seed_test import check_environment_deterministic

EVERYWHERE = [(game, players) for game in fw.games() for players in fw.game(game).seats]


def play_on(env: Any, decisions: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(decisions):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))


# An observation with a mask is a dict, as in all of PettingZoo's own games; its test warns of that.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_passes_pettingzoos_test_of_the_interface(game: str, players: int) -> None:
    api_test(zoo.env(game, players), num_cycles=100)
    api_test(zoo.env(game, players, max_decisions=20), num_cycles=50)


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_passes_pettingzoos_test_of_seeds(game: str, players: int) -> None:
    seed_test(lambda: zoo.env(game, players), num_cycles=20)


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_passes_pettingzoos_test_of_rendering(
    game: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(render_mode: str) -> Any:
        return zoo.env(game, players, render_mode=render_mode)

    title = fw.game(game).title
    render_test(make, custom_tests={"ansi": lambda text: len(text.splitlines()) > 5})
    assert capsys.readouterr().out
    env = make("ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str), title


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_can_be_pickled_before_and_during_a_match(game: str, players: int) -> None:
    env = zoo.env(game, players)
    for pickler in (pickle, cloudpickle):
        check_environment_deterministic(env, pickler.loads(pickler.dumps(env)), num_cycles=10)
    env.reset(seed=3)
    play_on(env, 30)
    copy = pickle.loads(pickle.dumps(env))
    for one in (env, copy):
        play_on(one, 30, seed=2)
    assert copy.agent_selection == env.agent_selection
    assert copy.unwrapped.match.digest() == env.unwrapped.match.digest()


def test_a_whole_match_gives_rewards_that_add_up_to_nothing() -> None:
    env = zoo.env("santa-timea", players=3, options={"rounds": 1})
    env.reset(seed=4)
    rng = random.Random(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = observation["action_mask"].nonzero()[0].tolist()
        env.step(None if terminated or truncated else rng.choice(legal))
    match = env.unwrapped.match
    assert match.over
    assert sum(total.values()) == pytest.approx(0)
    best = max(total.values())
    assert [seat for seat in range(3) if total[f"seat_{seat}"] == best] == match.winners


def test_an_illegal_action_ends_the_match_or_raises_without_wrappers() -> None:
    env = zoo.env("santa-timea", players=2)
    env.reset(seed=1)
    loser = env.agent_selection
    mask = env.last()[0]["action_mask"]
    illegal = int((mask == 0).nonzero()[0][0])
    with contextlib.suppress(UserWarning):
        env.step(illegal)
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())
    raw = zoo.raw_env("santa-timea", players=2)
    raw.reset(seed=1)
    before = raw.match.digest()
    with pytest.raises(fw.IllegalAction):
        raw.step(illegal)
    assert raw.match.digest() == before


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("game", fw.games())
def test_bots_may_sit_in_seats_that_are_no_agents_then(game: str) -> None:
    def first(view: dict[str, Any], actions: list[int]) -> int:
        return actions[0]

    def make() -> Any:
        return zoo.env(game, 3, bots={0: "deckhand", 2: first}, normalised=True, max_decisions=90)

    env = make()
    api_test(env, num_cycles=50)
    seed_test(make, num_cycles=20)
    env.reset(seed=2)
    assert env.possible_agents == ["seat_1"]
    assert env.unwrapped.match.actors[0] == 1
    space = env.observation_space("seat_1")
    for _ in range(20):
        observation, _, terminated, truncated, _ = env.last()
        assert space.contains(observation)
        if terminated or truncated:
            break
        env.step(int(observation["action_mask"].nonzero()[0][0]))
    assert env.unwrapped.decisions > 20 or env.truncations.get("seat_1", True)


def test_bots_that_listen_hear_what_their_seats_may_hear() -> None:
    heard: list[Any] = []

    class Listener:
        def begin(self, rules: fw.Rules, seat: int) -> None:
            assert seat == 1

        def saw(self, facts: list[Any]) -> None:
            heard.extend(facts)

        def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
            return actions[0]

    env = zoo.env("santa-timea", 2, bots={1: Listener()})
    env.reset(seed=3)
    play_on(env, 20)
    assert heard
    assert all(fact.heard_by(1) for fact in heard)


@pytest.mark.parametrize(
    "bots", [{0: "mate", 1: "mate"}, {2: "mate"}, {True: "mate"}, {"seat_1": "mate"}]
)
def test_seats_of_bots_must_leave_one_to_an_agent(bots: dict[int, str]) -> None:
    with pytest.raises(BadOptions, match="bots"):
        zoo.env("santa-timea", 2, bots=bots)


@pytest.mark.parametrize("game", fw.games())
def test_the_name_carries_the_version(game: str) -> None:
    name = f"{game.replace('-', '_')}_v{fw.game(game).observer.version}"
    env = getattr(zoo, name).env(players=fw.game(game).seats[0])
    assert env.metadata["name"] == name == str(env.unwrapped)
    assert name in dir(zoo)


def test_an_unknown_version_or_way_to_render_is_refused() -> None:
    with pytest.raises(AttributeError, match="santa_timea_v2"):
        zoo.santa_timea_v99  # noqa: B018
    with pytest.raises(BadOptions, match="render_mode"):
        zoo.env("santa-timea", render_mode="rgb_array")


def test_secret_votes_are_asked_in_turn_and_change_no_other_observation() -> None:
    env = zoo.raw_env("winds-of-plunder", players=3)
    env.reset(seed=1)
    seen = []
    for vote in range(4):
        env.reset(seed=1)
        first = env.agent_selection
        env.step(vote)
        assert env.agent_selection != first
        seen.append(env.observe(env.agent_selection)["observation"].tolist())
    assert seen[0] == seen[1] == seen[2] == seen[3]
