"""Runs algorithms of OpenSpiel on our games and writes docs/openspiel.md: what ran, and how well.

python -m bench.openspiel_algorithms           # a few minutes on one core
python -m bench.openspiel_algorithms --quick   # only whether they run
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

import fourwinds.openspiel  # noqa: F401

OUT = Path(__file__).parents[1] / "docs" / "openspiel.md"
# Small games whose trees can be searched to their ends.
SMALL: dict[str, dict[str, Any]] = {
    "santa-timea": {"players": 2, "options": "rounds:1", "components": "small", "deals": 40},
    "vor-dem-wind": {"components": "small", "start": "small", "max_decisions": 7, "deals": 1},
    "winds-of-plunder": {"components": "small", "start": "small", "deals": 2},
    "regatta": {"components": "small", "start": "small", "max_decisions": 2, "deals": 2},
}
# Games that a search in Python can play to their ends, and how many matches of each.
SEARCHED: dict[str, tuple[dict[str, Any], int]] = {
    "santa-timea": ({"players": 2, "options": "rounds:1"}, 100),
    "vor-dem-wind": ({"components": "small", "start": "small", "max_decisions": 400}, 100),
    "winds-of-plunder": ({"players": 3}, 6),
    "regatta": ({"components": "small", "start": "small", "max_decisions": 200}, 20),
}
HEAD = """# OpenSpiel

This page is for people who want to run OpenSpiel's algorithms on our games: which of them were run
on which game, and what came out. `python -m bench.openspiel_algorithms` runs them and writes it;
`fourwinds.openspiel` is described on [environments](environments.md).

"""
NOTES = """
- Small games are the trees of `components="small"`: two players at the end of a match, with few
  cards and few deals, cut where they have no end of their own ({parameters}).
- Seconds are of processor time. NashConv is what all players together gain by best responses: 0 is
  an equilibrium. Games of more than two players have it too, but CFR promises nothing there; all
  small games here are for two.
- Searches play against players who play at random, in each seat equally often; their return is from
  1 for the first to -1 for the last, 0 where a match is cut ({searched}). ± is half of a 95 %
  interval. Whole random races of Regatta for two take some thousands of decisions, so that search
  in Python is tried on the small games near their end there and in Vor dem Wind.
- OpenSpiel's C++ MCTS and ISMCTS (`pyspiel.MCTSBot`, `pyspiel.ISMCTSBot`) crash the process on any
  game written in Python, also on its own `python_kuhn_poker`. Once `fourwinds.openspiel` is
  imported, they refuse our games with an error instead; use those of `open_spiel.python`.
- Tensors with perfect recall: with `memory` at least the number of a player's decisions in a match,
  the information state tensor holds all observations and actions of the player so far; with less,
  the last ones. The string always has perfect recall.
"""

Result = tuple[str, str, str, str]


def load(game: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"fourwinds_{game.replace('-', '_')}", parameters)


def solvers(game: str, iterations: int) -> Iterator[Result]:
    """How far an equilibrium is after some iterations, from what uniform play has."""
    spiel = load(game, SMALL[game])
    uniform = exploitability.nash_conv(spiel, policies.UniformRandomPolicy(spiel))
    makers: dict[str, tuple[Callable[[], Any], str, int]] = {
        "CFR": (lambda: cfr.CFRSolver(spiel), "evaluate_and_update_policy", 1),
        "CFR+": (lambda: cfr.CFRPlusSolver(spiel), "evaluate_and_update_policy", 1),
        "external-sampling MCCFR": (
            lambda: external_sampling_mccfr.ExternalSamplingSolver(spiel),
            "iteration",
            10,
        ),
        "outcome-sampling MCCFR": (
            lambda: outcome_sampling_mccfr.OutcomeSamplingSolver(spiel),
            "iteration",
            50,
        ),
    }
    for name, (make, step, times) in makers.items():
        random.seed(1)
        np.random.seed(1)
        start, solver = time.process_time(), make()
        for _ in range(iterations * times):
            getattr(solver, step)()
        spent = time.process_time() - start
        found = exploitability.nash_conv(spiel, solver.average_policy())
        yield (
            f"{game}, small",
            name,
            f"{iterations * times:,} iterations, {spent:.0f} s",
            f"NashConv {uniform:.3f} -> {found:.3f}",
        )
    root = policies.UniformRandomPolicy(spiel)
    best = best_response.BestResponsePolicy(spiel, 0, root)
    value = best.value(spiel.new_initial_state())
    yield f"{game}, small", "best response", "to uniform play", f"value {value:.3f} of first player"


def searchers(game: str, matches: int, iterations: int) -> Iterator[Result]:
    """Searches in Python against random play."""
    spiel = load(game, SEARCHED[game][0])

    def search(name: str, seed: int) -> Any:
        chance = np.random.RandomState(seed)
        judge = mcts.RandomRolloutEvaluator(1, chance)
        if name == "ISMCTS":
            return ismcts.ISMCTSBot(
                game=spiel,
                uct_c=1.4,
                evaluator=judge,
                max_simulations=iterations,
                random_state=chance,
            )
        return mcts.MCTSBot(spiel, 1.4, iterations, judge, random_state=chance)

    for name in ("ISMCTS", "MCTS (sees all cards)"):
        returns, start = [], time.process_time()
        for number in range(matches):
            random.seed(number)
            bot, seat = search(name.split()[0], number), number % spiel.num_players()
            state = spiel.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    action = random.choice([each for each, _ in state.chance_outcomes()])
                elif state.current_player() == seat:
                    action = bot.step(state)
                else:
                    action = random.choice(state.legal_actions())
                state.apply_action(action)
            returns.append(state.returns()[seat])
        spent = time.process_time() - start
        mean, half = float(np.mean(returns)), 1.96 * float(np.std(returns)) / len(returns) ** 0.5
        yield (
            f"{game}, from near its end" if "start" in SEARCHED[game][0] else game,
            f"{name}, Python",
            f"{iterations} simulations, {matches} matches, {spent:.0f} s",
            f"return {mean:+.2f} ± {half:.2f} against random play",
        )


def named_parameters(games: dict[str, dict[str, Any]]) -> str:
    """In words: game: parameter=value, ...; game: ..."""
    return "; ".join(
        f"{game}: " + ", ".join(f"{key}={value}" for key, value in each.items())
        for game, each in games.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only whether they run")
    quick = parser.parse_args().quick
    rows: list[Result] = []
    for game in SMALL:
        for row in solvers(game, 2 if quick else 10):
            rows.append(row)
            print(*row, sep=" | ", flush=True)
    for game, (_, matches) in SEARCHED.items():
        if quick and game != "santa-timea":
            continue
        for row in searchers(game, 1 if quick else matches, 2 if quick else 8):
            rows.append(row)
            print(*row, sep=" | ", flush=True)
    if quick:
        return
    table = "| game | algorithm | how long | result |\n| --- | --- | --- | --- |\n"
    table += "".join(f"| {' | '.join(row)} |\n" for row in rows)
    searched = named_parameters({game: each for game, (each, _) in SEARCHED.items()})
    notes = NOTES.format(parameters=named_parameters(SMALL), searched=searched)
    OUT.write_text(HEAD + table + notes, encoding="utf-8")


if __name__ == "__main__":
    main()
