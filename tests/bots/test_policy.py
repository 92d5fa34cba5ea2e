"""Checkpoints of policies: made, written, read, refused, played."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import fourwinds as fw
from fourwinds.adapters.gymnasium import SeatEnv
from fourwinds.arena.training.distilling import Recipe, train
from fourwinds.bots import Begins, local, make, policy
from fourwinds.bots.policy import BadPolicy, Policy, row_of
from fourwinds.cli.app import app
from fourwinds.core.errors import BadOptions

SHORT = Recipe(decisions=256, matches=8, hidden=(16,), kept=256)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zoo") / "short.npz"
    train(fw.game("santa-timea").rules(4), SHORT, 1, "by a test").save(path)
    return path


@pytest.mark.parametrize("game", ["regatta", "santa-timea", "vor-dem-wind", "winds-of-plunder"])
def test_every_game_has_a_policy_that_plays_without_the_mate(game: str) -> None:
    rules = fw.game(game).rules(4)
    path = policy.own_file(rules.game)
    assert path is not None
    card = policy.read(path).card
    assert card["command"].startswith(f"fourwinds policy make {game} ")
    bot = make("policy", 1)
    assert isinstance(bot, policy.PolicyBot)
    assert isinstance(bot, Begins)
    bot.begin(rules, 0)
    assert bot.policy is not None


def test_what_is_written_is_read(checkpoint: Path) -> None:
    made = policy.read(checkpoint)
    again = train(fw.game("santa-timea").rules(4), SHORT, 1, "by a test")
    rows = np.arange(2 * 281).reshape(2, 281) % 3
    assert np.allclose(made.preferences(rows), again.preferences(rows), atol=1e-2)
    assert json.loads(json.dumps(again.card)) == made.card


def test_it_plays_by_what_its_seat_sees(checkpoint: Path) -> None:
    made = policy.read(checkpoint)
    made.card["temperature"] = 0
    state = fw.game("santa-timea").start(players=4, seed=3)
    bot = local.make(f"policy:{checkpoint}", 1)
    assert isinstance(bot, policy.PolicyBot)
    bot.begin(state.rules, state.actors[0])
    bot.policy = made
    for _ in range(40):
        seat = state.actors[0]
        actions = state.actions(seat)
        liked = made.preferences(row_of(state, seat)[None])[0]
        chosen = bot.choose(state.view(seat), actions, None)
        assert chosen == max(actions, key=liked.__getitem__)
        state.play(seat, chosen)


def test_a_file_goes_wherever_a_bot_goes(checkpoint: Path) -> None:
    spec = f"policy:{checkpoint}"
    env = SeatEnv("santa-timea", players=4, options={"rounds": 1}, bots=[spec, "policy", "mate"])
    env.reset(seed=1)
    played = fw.simulate(
        "santa-timea", players=4, games=1, options={"rounds": 1}, bots=[make("policy", 1)] * 4
    )
    assert played.decisions > 0


def test_where_none_fits_the_mate_plays_but_a_file_is_refused(checkpoint: Path) -> None:
    state = fw.game("santa-timea").start(players=3, seed=1)
    seat = state.actors[0]
    assert make("policy", 1).choose(state.view(seat), state.actions(seat), None) >= 0
    with pytest.raises(BadPolicy, match="made for players 4, here it is 3"):
        local.make(f"policy:{checkpoint}", 1).choose(state.view(seat), state.actions(seat), None)
    with pytest.raises(BadOptions, match="expected no argument"):
        make(f"policy:{checkpoint}", 1)  # as a server would


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "expected format 1, got 2"),
        ({"action_count": 7}, "expected layers that end in 7 numbers, got 65"),
        ({"observation_size": 3}, "scale: expected finite numbers of shape"),
        ({"temperature": "hot"}, "temperature: expected a number from 0 up, got 'hot'"),
    ],
)
def test_a_damaged_checkpoint_is_refused(
    checkpoint: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    made = policy.read(checkpoint)
    other = Policy(made.card | change, made.scale, made.offset, made.layers)
    other.save(tmp_path / "other.npz")
    with pytest.raises(BadPolicy, match=message):
        policy.read(tmp_path / "other.npz")


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPolicy, match="no such file"):
        local.make(f"policy:{tmp_path}/none.npz", 1)
    (tmp_path / "text.npz").write_text("nothing of the kind")
    with pytest.raises(BadPolicy, match="expected a checkpoint"):
        policy.read(tmp_path / "text.npz")
    np.savez(tmp_path / "arrays.npz", weights_0=np.zeros(3))
    with pytest.raises(BadPolicy, match="expected a checkpoint"):
        policy.read(tmp_path / "arrays.npz")


def test_the_command_makes_lists_and_shows(tmp_path: Path) -> None:
    run = CliRunner().invoke
    out = tmp_path / "new" / "tiny.npz"
    made = run(app, ["policy", "make", "santa-timea", str(out), "-n", "64", "-p", "2"])
    assert made.exit_code == 0
    assert json.loads(run(app, ["policy", "show", str(out)]).stdout)["players"] == 2
    listed = run(app, ["policy", "list"]).stdout.splitlines()
    assert [line.partition(",")[0] for line in listed] == [
        "regatta",
        "santa-timea",
        "vor-dem-wind",
        "winds-of-plunder",
    ]
