"""Train a masked PPO for a seat of Santa Timea, then say how often it wins.

    pip install 'fourwinds[train]'
    python examples/train_ppo.py --minutes 10

It learns among three deckhands, who play at random (`--opponents mate` for a harder school, and ten
times slower). It is measured in matches it has never seen: one learner among three bots of a kind,
its share of wins (a shared win counting as a part) with a 95 % interval. What it did on the way is
written to the folder `--out`: the learning curve as CSV and SVG, the results as JSON, and the
policy, which `--load` measures again.

While it learns, it is rewarded round by round with what it gained on the mean of the others; a
reward at the end of the match alone teaches the same, but more slowly.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from fourwinds.arena.standing import Interval, Mean
from fourwinds.gymnasium import SeatEnv

PLAYERS = 4
ENVS = 64
POINTS = 10.0  # what a gain is divided by: about what a round brings
HIGHEST_RATE = 5e-4
FOREVER = 10**9
MEASURES = 10
FEW_MATCHES = 384  # for a point of the learning curve
UNSEEN = 10**6  # seeds from here on are for measuring


class RoundByRound(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A seat whose rows are scaled to -1 .. 1 and which is rewarded as soon as it gains points."""

    def __init__(self, opponents: str) -> None:
        env = SeatEnv("santa-timea", players=PLAYERS, bots=opponents)
        super().__init__(env)
        row = env.observation_space
        self.most = np.maximum(np.abs(row.low), np.abs(row.high)).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(-1, 1, row.shape, np.float32)

    def reset(self, **more: Any) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        row, info = self.env.reset(**more)
        self.lead = 0.0
        return row / self.most, info

    def step(
        self, action: Any
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        row, _, terminated, truncated, info = self.env.step(int(action))
        scores = info["scores"]
        mine = scores[info["seat"]]
        before, self.lead = self.lead, mine - (sum(scores) - mine) / (PLAYERS - 1)
        gained = (self.lead - before) / POINTS
        return row / self.most, gained, terminated, truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        seat = self.unwrapped
        assert isinstance(seat, SeatEnv)
        return seat.action_masks()


def share_of_wins(model: MaskablePPO, opponents: str, matches: int) -> Interval:
    """Play matches with unseen seeds, many side by side, always taking what it thinks best."""
    wins = Mean()
    for first in range(0, matches, ENVS):
        envs = [RoundByRound(opponents) for _ in range(min(ENVS, matches - first))]
        rows = [env.reset(seed=UNSEEN + first + i)[0] for i, env in enumerate(envs)]
        while envs:
            masks = np.array([env.action_masks() for env in envs])
            actions, _ = model.predict(np.array(rows), action_masks=masks, deterministic=True)
            steps = [env.step(action) for env, action in zip(envs, actions, strict=True)]
            for step in steps:
                if step[2]:
                    info = step[4]
                    won = info["seat"] in info["winners"]
                    wins.add(1 / len(info["winners"]) if won else 0.0)
            rows = [step[0] for step in steps if not step[2]]
            envs = [env for env, step in zip(envs, steps, strict=True) if not step[2]]
    share = wins.share()
    assert share is not None
    return share


class Progress:
    """How much of the time is over, from 0 to 1; the learning rate falls with it."""

    part = 0.0

    def rate(self, _: float) -> float:
        return HIGHEST_RATE * max(0.02, 1 - self.part)


class Clock(BaseCallback):
    """Stops when the time is over; measures now and then, which does not count."""

    def __init__(self, opponents: str, seconds: float, progress: Progress) -> None:
        super().__init__()
        self.opponents = opponents
        self.start = time.monotonic()
        self.seconds = seconds
        self.progress = progress
        self.curve: list[tuple[int, Interval]] = []

    def _on_step(self) -> bool:
        self.progress.part = (time.monotonic() - self.start) / self.seconds
        return self.progress.part < 1

    def _on_rollout_start(self) -> None:
        if self.progress.part >= len(self.curve) / MEASURES:
            self.measure()

    def measure(self) -> None:
        start = time.monotonic()
        share = share_of_wins(self.model, self.opponents, FEW_MATCHES)
        self.curve.append((self.num_timesteps, share))
        print(f"{self.num_timesteps:>9,} decisions: {shown(share)}", flush=True)
        self.start += time.monotonic() - start


def train(opponents: str, minutes: float, seed: int) -> tuple[MaskablePPO, Clock]:
    progress = Progress()
    clock = Clock(opponents, minutes * 60, progress)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([partial(RoundByRound, opponents)] * ENVS),
        seed=seed,
        n_steps=128,
        batch_size=1024,
        n_epochs=5,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=progress.rate,
        policy_kwargs={"net_arch": [256, 256]},
    )
    model.learn(FOREVER, callback=clock)
    clock.measure()
    return model, clock


def shown(share: Interval) -> str:
    return f"wins {share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]"


def draw(curve: list[tuple[int, Interval]], opponents: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    decisions = [count for count, _ in curve]
    shares = [share for _, share in curve]
    low, high = [share.low for share in shares], [share.high for share in shares]
    axes.fill_between(decisions, low, high, alpha=0.2, linewidth=0, label="95 % interval")
    axes.plot(decisions, [share.mean for share in shares], marker="o", label="PPO")
    axes.axhline(1 / PLAYERS, linestyle=":", color="grey", label="an even share")
    axes.set(xlabel="decisions learned from", ylim=(0, 1))
    axes.set_ylabel(f"share of wins among three of {opponents}")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponents", default="deckhand", help="whom to learn from (deckhand)")
    parser.add_argument("--minutes", type=float, default=10, help="time to learn (10)")
    parser.add_argument("--matches", type=int, default=1000, help="to measure with (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="cores to learn on (1)")
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="folder to write to (ppo)")
    parser.add_argument("--load", type=Path, help="measure this policy and learn nothing")
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.load:
        model = MaskablePPO.load(chosen.load)
    else:
        model, clock = train(chosen.opponents, chosen.minutes, chosen.seed)
        model.save(chosen.out / "policy")
        with (chosen.out / "learning_curve.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("decisions", "matches", "share of wins", "low", "high"))
            for decisions, share in clock.curve:
                writer.writerow((decisions, FEW_MATCHES, share.mean, share.low, share.high))
        draw(clock.curve, chosen.opponents, chosen.out / "learning_curve.svg")
    spent = time.process_time() / 60
    print(f"{model.num_timesteps:,} decisions in {spent:.1f} minutes of processor time")
    results: dict[str, Any] = {
        "decisions": model.num_timesteps,
        "processor_minutes": round(spent, 1),
        "matches": chosen.matches,
    }
    for opponents in ("deckhand", "mate"):
        share = share_of_wins(model, opponents, chosen.matches)
        print(f"among three of {opponents}: {shown(share)} in {chosen.matches} matches", flush=True)
        results[opponents] = share.json()
    (chosen.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
