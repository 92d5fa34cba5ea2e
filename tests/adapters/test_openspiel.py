from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import fourwinds as fw
import fourwinds.openspiel
from fourwinds import bots
from fourwinds.adapters.normalising import Normaliser
from fourwinds.adapters.openspiel_bot import SpielBot
from fourwinds.core.errors import BadOptions

EVERYWHERE = [(game, players) for game in fw.games() for players in fw.game(game).seats]
SMALL: dict[str, Any] = {"players": 2, "options": "rounds:1", "components": "small"}
NEAR_THE_END: dict[str, Any] = {"components": "small", "start": "small"}


def load(game: str, **parameters: Any) -> Any:
    return pyspiel.load_game(fourwinds.openspiel.name_of(fw.game(game)), parameters)


def dealt(game: Any, seed: int = 3) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(seed)
    return state


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_it_passes_openspiels_random_simulations(game: str, players: int) -> None:
    loaded = load(game, players=players, max_decisions=25)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def test_whole_matches_pass_openspiels_random_simulations() -> None:
    loaded = load("santa-timea", players=3, options="rounds:1 expert:on", memory=20)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("game", fw.games())
def test_a_resampled_state_cannot_be_told_from_the_real_one(game: str) -> None:
    state = dealt(load(game))
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for _ in range(12):
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        different += other.match.position() != state.match.position()
        state.apply_action(state.legal_actions()[-1])
    assert different


def test_clones_and_actions_in_words() -> None:
    state = dealt(load("santa-timea", players=2))
    clone = state.clone()
    action = state.legal_actions()[0]
    before = state.match.digest()
    clone.apply_action(action)
    assert state.match.digest() == before != clone.match.digest()
    player = state.current_player()
    assert state.action_to_string(player, action) == fw.game("santa-timea").rules(2).text(
        state.match, player, action
    )
    assert json.loads(str(state)) == state.match.position()


# Whole trees.


def decisions(state: Any, past: tuple[tuple[Any, ...], ...]) -> Any:
    """Every decision below a state, with what each player has known and done before."""
    if state.is_chance_node():
        for outcome, _ in state.chance_outcomes():
            yield from decisions(state.child(outcome), past)
    elif not state.is_terminal():
        player = state.current_player()
        string = state.information_state_string(player)
        tensor = tuple(state.information_state_tensor(player))
        yield player, string, tensor, past[player], tuple(state.legal_actions())
        for action in state.legal_actions():
            mine = (*past[player], (string, action))
            yield from decisions(state.child(action), (*past[:player], mine, *past[player + 1 :]))


# Races and trades have no end that a whole tree could reach: theirs are cut after some decisions.
TREES = {
    "santa-timea": SMALL | {"deals": 200, "memory": 2},
    "regatta": NEAR_THE_END | {"max_decisions": 2, "deals": 6, "memory": 1},
    "vor-dem-wind": NEAR_THE_END | {"max_decisions": 8, "deals": 3, "memory": 7},
    "winds-of-plunder": NEAR_THE_END | {"deals": 9, "memory": 6},
}


@pytest.mark.parametrize("game", fw.games())
def test_a_small_tree_has_perfect_recall_and_its_information_sets_do_not_overlap(game: str) -> None:
    found = found_in(load(game, **TREES[game]))
    sets = {string for _, string, _, _, _ in found}
    assert len(found) > 1.03 * len(sets) > 80, "some states cannot be told apart"


@pytest.mark.parametrize("game", fw.games())
def test_so_have_the_first_decisions_of_every_whole_game(game: str) -> None:
    if game == "winds-of-plunder":
        # All vote, then the first stakes his cubes: nobody sees what others chose until all have.
        found = found_in(load(game, players=3, max_decisions=4, deals=2, memory=2))
        for seat in range(3):
            strings = {string for who, string, _, past, _ in found if who == seat and not past}
            assert len(strings) == 2, "one for each deal"
    else:
        assert len(found_in(load(game, players=2, max_decisions=2, deals=2, memory=1))) > 10


def found_in(game: Any) -> list[Any]:
    """All decisions of the tree; each information set has one player, one past, one tensor."""
    found = list(decisions(game.new_initial_state(), ((),) * game.num_players()))
    sets: dict[str, set[Any]] = defaultdict(set)
    tensors: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    for player, string, tensor, past, legal in found:
        sets[string].add((player, past, legal, tensor))
        tensors[player, tensor].add(string)
        assert string not in {known for known, _ in past}, "no set comes twice on a path"
    assert all(len(seen) == 1 for seen in sets.values()), "one player, one past, the same actions"
    assert all(len(strings) == 1 for strings in tensors.values()), "nor do tensors forget"
    return found


def test_tensors_may_lie_between_minus_one_and_one() -> None:
    settings: dict[str, Any] = {"players": 3, "options": "rounds:1", "deals": 2, "memory": 3}
    plain, brought = (load("santa-timea", **settings, normalised=n) for n in (False, True))
    states = [plain.new_initial_state(), brought.new_initial_state()]
    for _ in range(6):
        for state in states:
            state.apply_action(state.legal_actions()[0])
    size = plain.rules.observation_size
    rows = [np.array(state.information_state_tensor(), np.float32) for state in states]
    assert rows[0].shape == rows[1].shape
    assert np.abs(rows[0]).max() > 1 >= np.abs(rows[1]).max()
    expected = Normaliser(plain.rules)(rows[0][:size].astype(np.int16))
    assert rows[1][:size].tolist() == expected.tolist()


SOLVED = {
    "santa-timea": SMALL | {"deals": 40},
    "regatta": NEAR_THE_END | {"max_decisions": 2, "deals": 2},
    "vor-dem-wind": NEAR_THE_END | {"max_decisions": 7, "deals": 1},
    "winds-of-plunder": NEAR_THE_END | {"deals": 2},
}


@pytest.mark.parametrize("game", fw.games())
def test_search_finds_how_exploitable_a_policy_of_the_small_game_is(game: str) -> None:
    tree = load(game, **SOLVED[game])
    uniform = exploitability.nash_conv(tree, policy.UniformRandomPolicy(tree))
    solver = cfr.CFRPlusSolver(tree)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    better = exploitability.nash_conv(tree, solver.average_policy())
    assert 0 <= better < 0.7 * uniform


def test_a_position_to_start_from_is_dealt_anew_where_nobody_has_seen_it() -> None:
    game = load("regatta", **NEAR_THE_END, deals=20)
    matches = [game.new_initial_state().child(deal).match for deal in range(20)]
    assert len({json.dumps(match.view(None)) for match in matches}) == 1
    assert len({json.dumps(match.position()["hands"]) for match in matches}) > 10


# Its search as a bot.


def test_its_search_is_a_bot_by_entry_point_and_plays_whole_matches() -> None:
    names = tomllib.loads(Path("pyproject.toml").read_text())["project"]["entry-points"]
    entry = EntryPoint("openspiel", names[bots.GROUP]["openspiel"], bots.GROUP)
    make = entry.load()
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    seats = [make("20it", seat) for seat in range(2)]
    for seat, bot in enumerate(seats):
        assert isinstance(bot, bots.Begins)
        bot.begin(rules, seat)
    played = []
    for _ in range(2):
        state = rules.start(1)
        while not state.over:
            seat = state.actors[0]
            action = seats[seat].choose(state.view(seat), state.actions(seat), None)
            assert action in state.actions(seat)
            state.play(seat, action)
        played.append(state.scores)
    assert len(played) == 2


def test_it_plays_ours_in_the_arena_at_equal_iterations(tmp_path: Path) -> None:
    declared = tomllib.loads(Path("pyproject.toml").read_text())["project"]["entry-points"]
    lines = [f"{name} = {made}" for name, made in declared[bots.GROUP].items()]
    installed = tmp_path / "fourwinds-0.dist-info"  # whether or not the package is installed
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: fourwinds\nVersion: 0\n")
    (installed / "entry_points.txt").write_text("\n".join([f"[{bots.GROUP}]", *lines, ""]))
    paths = [str(Path("src").absolute()), str(tmp_path)]
    command = "arena santa-timea -o rounds=1 --bots openspiel:4it,captain:4it --games 2 --json"
    ran = subprocess.run(
        [sys.executable, "-m", "fourwinds", *command.split(), "--out", str(tmp_path / "run")],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    summary = json.loads(ran.stdout)
    assert (summary["games"], summary["not_counted"]) == (2, 0)
    assert [bot["bot"] for bot in summary["bots"]] == ["openspiel:4it", "captain:4it"]
    assert not any(sum(bot["faults"].values()) for bot in summary["bots"])


def test_its_search_beats_random_play() -> None:
    simulation = fw.simulate(
        "santa-timea",
        players=2,
        games=10,
        seed=3,
        bots=[SpielBot.make("30it", 1), None],
        options={"rounds": 1},
    )
    won = sum(winners == (0,) for winners in simulation.winners)
    lost = sum(winners == (1,) for winners in simulation.winners)
    assert won > lost


@pytest.mark.parametrize("game", fw.games())
def test_its_search_keeps_to_the_deadline(game: str) -> None:
    state = fw.game(game).start(seed=1)
    seat = state.actors[0]
    start = time.monotonic()
    bot = SpielBot.make("1000000it", 1)
    action = bot.choose(state.view(seat), state.actions(seat), start + 0.2)
    assert action in state.actions(seat)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("argument", ["", "it", "0it", "-1it", "9999999it", "10s", "٣it"])
def test_a_wrong_number_of_iterations_is_refused(argument: str) -> None:
    with pytest.raises(BadOptions, match="iterations"):
        SpielBot.make(argument, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"deals": -1},
        {"memory": -1},
        {"max_decisions": -5},
        {"options": "colour:red"},
        {"options": "rounds:77"},
        {"components": "nowhere.toml"},
        {"start": "nowhere.json"},
        {"start": "small"},
        {"start": "pyproject.toml"},
    ],
)
def test_wrong_parameters_are_refused(wrong: dict[str, Any]) -> None:
    kind = type(load("santa-timea"))
    with pytest.raises(fw.FourWindsError):
        kind(wrong)


@pytest.mark.parametrize("bot", ["MCTSBot", "ISMCTSBot"])
def test_searches_in_c_plus_plus_refuse_our_games_instead_of_crashing(bot: str) -> None:
    def search(game: Any) -> Any:
        judge = pyspiel.RandomRolloutEvaluator(1, 1)
        if bot == "MCTSBot":
            return pyspiel.MCTSBot(game, judge, 1.4, 10, 10, False, 1, False)
        final = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return pyspiel.ISMCTSBot(1, judge, 1.4, 10, -1, final, False, False)

    # Games of its own are searched.
    own = pyspiel.load_game("kuhn_poker")
    ours = pyspiel.load_game("fourwinds_santa_timea", {"players": 2})
    if bot == "MCTSBot":
        with pytest.raises(BadOptions, match=r"open_spiel\.python\.algorithms\.mcts"):
            search(ours)
    state = ours.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(BadOptions, match=r"open_spiel\.python\.algorithms"):
        search(own).step(state)
    state = own.new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    assert search(own).step(state) in state.legal_actions()
