"""All bots keep the one protocol, and never look where they may not."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

import fourwinds as fw
from fourwinds import bots
from fourwinds.bots.budget import Budget
from fourwinds.core.errors import BadOptions
from tests.bots.clocks import Clock

SPECS = ["deckhand", "apprentice", "mate", "captain:40it", "admiral:40it"]


def play_on(state: fw.State, moves: int, seed: int = 0) -> fw.State:
    rng = random.Random(seed)
    for _ in range(moves):
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)))
    return state


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", fw.games())
def test_a_bot_plays_legal_actions(spec: str, game: str) -> None:
    rules = fw.game(game).rules()
    state = rules.start(3)
    seated = [bots.make(spec, seat) for seat in range(rules.players)]
    for seat, bot in enumerate(seated):
        if isinstance(bot, bots.Begins):
            bot.begin(rules, seat)
    for _ in range(24):
        seat = state.actors[0]
        actions = state.actions(seat)
        choice = seated[seat].choose(state.view(seat), actions, None)
        assert choice in actions
        state.play(seat, choice)


@pytest.mark.parametrize("options", [{"expert": True}, {"edition": "french", "rounds": 2}])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_bots_play_whole_matches(players: int, options: dict[str, Any]) -> None:
    rules = fw.game("santa-timea").rules(players, options | {"rounds": 1})
    state = rules.start(5)
    specs = ["captain:20it", *["mate"] * (players - 1)]
    seated = [bots.make(spec, 1) for spec in specs]
    while not state.over:
        seat = state.actors[0]
        state.play(seat, seated[seat].choose(state.view(seat), state.actions(seat), None))
    assert state.winners


@pytest.mark.parametrize("spec", ["apprentice", "mate", "captain:60it", "admiral:60it"])
@pytest.mark.parametrize("game", fw.games())
def test_a_choice_rests_on_the_view_alone(spec: str, game: str) -> None:
    state = play_on(fw.game(game).start(seed=11), 9)
    seat = state.actors[0]
    view = state.view(seat)
    choices = set()
    for seed in range(4):
        world = state.rules.imagine(view, seed)
        choices.add(bots.make(spec, 5).choose(world.view(seat), world.actions(seat), None))
    assert len(choices) == 1


def test_the_same_seed_gives_the_same_choices() -> None:
    def choices(seed: int) -> list[int]:
        state = fw.game("santa-timea").start(seed=2)
        captain = bots.make("captain:80it", seed)
        out = []
        for _ in range(12):
            seat = state.actors[0]
            out.append(captain.choose(state.view(seat), state.actions(seat), None))
            state.play(seat, out[-1])
        return out

    assert choices(1) == choices(1)


SCRIPT = """
import fourwinds as fw
from fourwinds.bots.search import FOREVER, Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed

for game in fw.games():
    state = fw.game(game).start(seed=4)
    for _ in range(6):
        state.play(state.actors[0], state.actions(state.actors[0])[-1])
    seat, rules = state.actors[0], state.rules
    belief = rules.belief(state.view(seat))
    chance = stream_of_seed(1, "captain")
    search = Search(belief, value_of(rules), seat, rules.action_count, chance)
    search.run(25, FOREVER)
    print(game, search.tally())
"""


def test_iterations_give_the_same_numbers_compiled_or_not() -> None:
    tallies = []
    for interpreted in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"FOURWINDS_INTERPRETED": interpreted},
            capture_output=True,
            text=True,
            check=True,
        )
        tallies.append(run.stdout)
    assert tallies[0] == tallies[1]
    assert "santa-timea [(" in tallies[0]


@pytest.mark.parametrize("milliseconds", [30, 120])
def test_a_timed_decision_keeps_its_budget(
    milliseconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play_on(fw.game("santa-timea").start(seed=6), 5)
    captain = bots.make(f"captain:{milliseconds}ms", 1)
    spent = clocked(captain, state, None, monkeypatch)
    assert milliseconds / 1000 <= spent <= milliseconds / 1000 + 0.003


def test_a_deadline_ends_a_search_of_iterations_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fw.game("santa-timea").start(seed=6)
    captain = bots.make("captain:10000000it", 1)
    assert clocked(captain, state, 0.05, monkeypatch) <= 0.05


def clocked(
    bot: bots.Bot, state: fw.State, limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> float:
    """What a decision takes, by a clock that goes on by a millisecond at each look."""
    seat = state.actors[0]
    view, actions = state.view(seat), state.actions(seat)
    with monkeypatch.context() as patch:
        clock = Clock(patch, 0.001)
        begun = clock.now
        deadline = None if limit is None else begun + limit
        assert bot.choose(view, actions, deadline) in actions
    return clock.now - begun


@pytest.mark.parametrize(
    "spec",
    [
        "captain:",
        "captain:0it",
        "captain:5s",
        "captain:-3ms",
        "mate:1",
        "deckhand:x",
        "apprentice:1",
    ],
)
def test_a_bad_argument_is_refused(spec: str) -> None:
    with pytest.raises(BadOptions, match="expected"):
        bots.make(spec, 1)


def test_budgets_are_read_and_shown() -> None:
    assert str(Budget.read("200ms")) == "200ms"
    assert Budget.read("2000it").iterations == 2000


def test_unknown_bots_are_refused_and_the_known_named() -> None:
    with pytest.raises(bots.UnknownBot, match="mate"):
        bots.make("commodore", 1)


def test_the_seer_never_sits_at_a_table() -> None:
    assert "seer" not in bots.names()
    with pytest.raises(bots.UnknownBot):
        bots.make("seer", 1)
    seer = bots.make_for_arena("seer:50it", 1)
    assert isinstance(seer, bots.SeesAll)
    state = fw.game("santa-timea").start(seed=1)
    before = state.digest()
    seat = state.actors[0]
    seer.see(state)
    assert seer.choose(state.view(seat), state.actions(seat), None) in state.actions(seat)
    assert state.digest() == before
