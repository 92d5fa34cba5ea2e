"""Compares the speed of two builds: both play the same in turns, and CPU time is counted.

    python bench/builds.py ../before/src ../before/.venv/bin/python src .venv/bin/python

Every round runs one build and then the other in processes of their own. Printed are the medians
and how often the second build does in a second what the first does once: 1.00 is as quick.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

# Runs in either build, so it uses nothing but the library contract. What is counted is stated by
# name, so that another order of work in one build does not matter.
PROGRAM = """
import itertools, json, random, sys, time
import fourwinds as fw
from fourwinds.bots import Captain

LONG = 0.5  # seconds of CPU time for each number
# The same seed may deal other cards in another build, so every piece of work has a seed of its own.
seeds = itertools.count(1)

def spent(work):
    work()
    done, begun = 0, time.process_time()
    while time.process_time() < begun + LONG:
        done += work()
    return done / (time.process_time() - begun)

def played(name):
    return fw.simulate(name, games=64, seed=1, max_decisions=2000).decisions

def searched(name):
    seed = next(seeds)
    state, bot, rng = fw.game(name).start(seed=seed), Captain.make("100it", 1), random.Random(seed)
    bot.begin(state.rules, 0)
    for number in range(10):
        seat = state.actors[0]
        actions = state.actions(seat)
        bot.choose(state.view(seat), actions, None)
        for _ in range(4):
            if not state.over:
                state.play(state.actors[0], rng.choice(state.actions(state.actors[0])))
    return 10

def seen(name):
    seed = next(seeds)
    state, rng, made = fw.game(name).start(seed=seed), random.Random(seed), 0
    while not state.over and made < 150:
        seat = state.actors[0]
        actions = state.actions(seat)
        state.view(seat)
        for action in actions[:20]:
            state.rules.text(state, seat, action)
        state.play(seat, rng.choice(actions), [])
        made += 1
    return made

out = {}
for name in fw.games():
    seeds = itertools.count(1)
    for word, work in (("random play", played), ("search", searched), ("views", seen)):
        out[f"{name}: {word}"] = spent(lambda: work(name))
json.dump(out, sys.stdout)
"""


def run(source: Path, python: Path) -> dict[str, float]:
    """What a build does in a second of CPU time."""
    environment = os.environ | {"PYTHONPATH": str(source.resolve())}
    command = [str(python), "-c", PROGRAM]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("first", type=Path, help="the src folder of the first build")
    reader.add_argument("first_python", type=Path)
    reader.add_argument("second", type=Path)
    reader.add_argument("second_python", type=Path)
    reader.add_argument("--rounds", type=int, default=10)
    given = reader.parse_args()
    first, second = [], []
    for number in range(given.rounds):
        first.append(run(given.first, given.first_python))
        second.append(run(given.second, given.second_python))
        print(f"round {number + 1} of {given.rounds}", end="\r", flush=True)
    print(f"{'a second of CPU time':<32}{'first':>12}{'second':>12}{'ratio':>8}")
    for name in first[0]:
        before = statistics.median(each[name] for each in first)
        after = statistics.median(each[name] for each in second)
        print(f"{name:<32}{before:>12,.1f}{after:>12,.1f}{after / before:>8.2f}")


if __name__ == "__main__":
    main()
