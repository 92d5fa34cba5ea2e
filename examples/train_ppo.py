"""Train a masked PPO for a seat of Santa Timea, then say how often it wins.

    pip install 'fourwinds[train]'
    python examples/train_ppo.py --minutes 10

It learns against random players and is then measured against each bot named, one learner among
three of them: its share of wins with a 95 % interval (Wilson), a shared win counting as a part.
A learning curve is written to learning_curve.csv and, where Matplotlib is installed, as a picture.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback

from fourwinds import bots
from fourwinds.gymnasium import SeatEnv

PLAYERS = 4


def seat(opponents: str) -> Any:
    """One seat among such opponents, its observation scaled to -1 .. 1."""
    env = SeatEnv("santa-timea", players=PLAYERS, bots=opponents)
    most = np.maximum(np.abs(env.observation_space.low), np.abs(env.observation_space.high))
    scaled = spaces.Box(-1, 1, most.shape, np.float32)
    shown = TransformObservation(env, lambda row: (row / most).astype(np.float32), scaled)
    return ActionMasker(shown, lambda wrapped: wrapped.unwrapped.action_masks())


def share_of_wins(model: MaskablePPO, opponents: str, matches: int, seed: int) -> float:
    env = seat(opponents)
    won = 0.0
    for number in range(matches):
        row, info = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = model.predict(row, action_masks=env.action_masks(), deterministic=True)
            row, _, terminated, truncated, info = env.step(int(action))
            over = terminated or truncated
        if info["seat"] in info["winners"]:
            won += 1 / len(info["winners"])
    return won / matches


def interval(share: float, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    spread = z * math.sqrt(share * (1 - share) / matches + z * z / (4 * matches**2))
    half = spread / (1 + z * z / matches)
    return middle - half, middle + half


class Clock(BaseCallback):
    """Stops in time and notes now and then how often it wins."""

    def __init__(self, seconds: float, every: float, matches: int) -> None:
        super().__init__()
        self.start = time.monotonic()
        self.seconds = seconds
        self.every = every
        self.matches = matches
        self.curve: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() - self.start < self.seconds

    def _on_rollout_end(self) -> None:
        if time.monotonic() - self.start >= len(self.curve) * self.every:
            share = share_of_wins(self.model, "deckhand", self.matches, seed=10**6)
            self.curve.append((self.num_timesteps, share))
            print(f"{self.num_timesteps:>9,} decisions: wins {share:.1%} against deckhand")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--matches", type=int, default=500, help="matches to measure with")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    model = MaskablePPO(
        "MlpPolicy",
        seat("deckhand"),
        seed=chosen.seed,
        n_steps=2048,
        batch_size=256,
        gamma=1.0,
        policy_kwargs={"net_arch": [256, 256]},
    )
    clock = Clock(chosen.minutes * 60, every=chosen.minutes * 6, matches=100)
    model.learn(10**9, callback=clock)
    print(f"{model.num_timesteps:,} decisions learned from; an even share is {1 / PLAYERS:.0%}")
    for opponents in (name for name in ("deckhand", "mate") if name in bots.names()):
        share = share_of_wins(model, opponents, chosen.matches, seed=2 * 10**6)
        low, high = interval(share, chosen.matches)
        print(f"against {opponents}: wins {share:.1%} [{low:.1%}, {high:.1%}]")
    with Path("learning_curve.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("decisions", "share of wins"), *clock.curve])
    draw(clock.curve)


def draw(curve: list[tuple[int, float]]) -> None:
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    pyplot.plot([decisions for decisions, _ in curve], [share for _, share in curve])
    pyplot.axhline(1 / PLAYERS, linestyle=":")
    pyplot.xlabel("decisions")
    pyplot.ylabel("share of wins against deckhand")
    pyplot.savefig("learning_curve.png")


if __name__ == "__main__":
    main()
