"""What `fourwinds bench` compares with: OpenSpiel, and the environments of PettingZoo and RLCard.

Each is measured if it is installed. `best` and `timed` are how all are timed, ours too.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from typing import Any


def best(work: Callable[[], tuple[int, float]], repeats: int) -> float:
    """The best rate of several runs; each returns how much it did and in what time."""
    return max(done / seconds for done, seconds in (work() for _ in range(repeats)))


def timed(work: Callable[[], int]) -> tuple[int, float]:
    start = time.perf_counter()
    done = work()
    return done, time.perf_counter() - start


# OpenSpiel: its four-player trick-taking games spades and hearts.


def open_spiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def _dealt_spades(pyspiel: Any, seed: int) -> Any:
    rng = random.Random(seed)
    state = pyspiel.load_game("spades").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def whole_spades(pyspiel: Any, games: int) -> Callable[[], int]:
    """Whole games in C++, deals included; only players' decisions count."""
    game = pyspiel.load_game("spades")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    # All games are equally long, so that counting need not happen on the clock.
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, 0)
    length = sum(1 for move in state.full_history() if move.player >= 0)

    def play() -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return games * length

    return play


def spades_rollouts(pyspiel: Any, rollouts: int) -> Callable[[], int]:
    """Random roll-outs in C++ from dealt hands: one search step that evaluates by that number."""
    state = _dealt_spades(pyspiel, 1)
    length = pyspiel.load_game("spades").max_game_length()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, 100, False, 3, False)
        bot.step(state)
        return rollouts * int(length)

    return run


def spades_loop_rate(pyspiel: Any, games: int, repeats: int) -> float:
    """The same loop as ours from Python, deals included; only players' decisions count."""
    game = pyspiel.load_game("spades")

    def run() -> int:
        made = 0
        rng = random.Random(1).random
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng() * len(outcomes))][0])
                    continue
                state.current_player()
                actions = state.legal_actions()
                state.apply_action(actions[int(rng() * len(actions))])
                made += 1
        return made

    return best(lambda: timed(run), repeats)


def hearts_search_rate(pyspiel: Any, iterations: int, repeats: int) -> float:
    """Iterations a second of processor time of ISMCTS in C++ on hearts, from the first card.

    Cards are not passed, so that it begins as ours does; roll-outs are random.
    """
    rng = random.Random(1)
    state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])

    def run() -> tuple[int, float]:
        bot = pyspiel.ISMCTSBot(
            7,
            pyspiel.RandomRolloutEvaluator(1, 7),
            1.0,
            iterations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        start = time.process_time()
        bot.step(state)
        return iterations, time.process_time() - start

    return best(run, repeats)


# The environments people train with: PettingZoo's card games and RLCard's.


def pettingzoo_rates(decisions: int, repeats: int) -> dict[str, float]:
    """Decisions a second of random play in each of PettingZoo's card games."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its own ways of loading
            from pettingzoo.classic import (
                leduc_holdem_v4,
                texas_holdem_no_limit_v6,
                texas_holdem_v4,
            )
    except ImportError:
        return {}

    def rate(module: Any) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its own bounds
            env = module.raw_env()
        rng = random.Random(1).random

        def run() -> int:
            made = 0
            env.reset(seed=1)
            while made < decisions:
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.reset()
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(rng() * len(legal))]))
                made += 1
            return made

        return best(lambda: timed(run), repeats)

    modules = {
        "leduc_holdem_v4": leduc_holdem_v4,
        "texas_holdem_v4": texas_holdem_v4,
        "texas_holdem_no_limit_v6": texas_holdem_no_limit_v6,
    }
    return {name: rate(module) for name, module in modules.items()}


def rlcard_rates(decisions: int, repeats: int) -> dict[str, float]:
    """Decisions a second of random play in some of RLCard's games."""
    try:
        import rlcard
    except ImportError:
        return {}

    def rate(name: str) -> float:
        env = rlcard.make(name, config={"seed": 1})
        rng = random.Random(1).random

        def run() -> int:
            made = 0
            state, _ = env.reset()
            while made < decisions:
                if env.is_over():
                    state, _ = env.reset()
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng() * len(legal))])
                made += 1
            return made

        return best(lambda: timed(run), repeats)

    return {name: rate(name) for name in ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")}
