"""Races of Regatta between bots of one kind: how long they are, and who wins them.

    python bench/races.py 4 --races 1600                    # places chosen by the bots
    python bench/races.py 4 --races 1600 --places random    # places dealt at random
    python bench/races.py 2 --races 1600 --places 4,1       # who begins at place 4, the other at 1
    python bench/races.py 2 --races 100 --bot captain:400it
    python bench/races.py 2 --races 2000 --kept two.jsonl   # may be stopped, and goes on from there

Printed are the median of the decisions in a race, the longest races, the seeds of those above four
medians, and the share of wins by order of play and by starting place, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections import Counter
from math import sqrt
from pathlib import Path

import fourwinds as fw
from fourwinds import bots

MOST_DECISIONS = 3000
TOO_LONG = 4  # medians


def race(rules: fw.Rules, seed: int, bot: str, deal: str) -> tuple[int, list[int], int | None]:
    """Decisions made, the starting places in the order of play, and whose of them won.

    `deal`: `chosen`, `random` or the places in the order of play.
    """
    state = rules.start(seed)
    players = [bots.make(bot, seed * 10 + seat) for seat in range(rules.players)]
    for seat, player in enumerate(players):
        if hasattr(player, "begin"):
            player.begin(rules, seat)
    rng = random.Random(seed)
    made = 0
    places: list[int] = []
    while not state.over and made < MOST_DECISIONS:
        seat = state.actors[0]
        actions = state.actions(seat)
        free = [a for a in actions if rules.text(state, seat, a).startswith("start ")]
        if free and deal == "random":
            action = rng.choice(free)
        elif free and deal != "chosen":
            action = rules.parse(state, seat, f"start {deal.split(',')[len(places)]}")
        else:
            action = players[seat].choose(state.view(seat), actions, None)
        if action in free:
            places.append(int(rules.text(state, seat, action).split()[1]))
        state.play(seat, action)
        made += 1
    if not state.over:
        return made, places, None
    first = state.view(None)["first"]
    return made, places, (state.winners[0] - first) % rules.players


def kept(path: Path | None, about: list[object]) -> dict[int, tuple[int, list[int], int | None]]:
    """The races of a file by their seeds; its first line says what was raced."""
    if path is None:
        return {}
    if not path.exists():
        path.write_text(json.dumps(about) + "\n")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    if lines[0] != about:
        raise SystemExit(f"{path}: expected races of {about}, got {lines[0]}")
    return {seed: (made, places, winner) for seed, made, places, winner in lines[1:]}


def share(wins: int, races: int) -> str:
    part = wins / races
    return f"{100 * part:.1f} % ± {196 * sqrt(part * (1 - part) / races):.1f}"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("players", type=int)
    reader.add_argument("--races", type=int, default=100)
    reader.add_argument("--seed", type=int, default=1, help="of the first race")
    reader.add_argument("--bot", default="mate")
    reader.add_argument("--course", default="normal")
    reader.add_argument("--places", default="chosen", help="chosen, random, or as in 4,1")
    reader.add_argument("--kept", type=Path, help="a file for the races made, read at the start")
    given = reader.parse_args()
    rules = fw.game("regatta").rules(given.players, {"course": given.course})
    lengths = {}
    about: list[object] = [given.players, given.bot, given.course, given.places, rules.digest]
    made_before = kept(given.kept, about)
    by_order: Counter[int] = Counter()
    by_place: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    for seed in range(given.seed, given.seed + given.races):
        if seed in made_before:
            made, places, winner = made_before[seed]
        else:
            made, places, winner = race(rules, seed, given.bot, given.places)
            if given.kept:
                with given.kept.open("a") as file:
                    file.write(json.dumps([seed, made, places, winner]) + "\n")
        lengths[seed] = made
        taken.update(places)
        pairs.update(enumerate(places))
        if winner is not None:
            by_order[winner + 1] += 1
            by_place[places[winner]] += 1
            won[winner, places[winner]] += 1
    median = statistics.median(lengths.values())
    long = [seed for seed, made in lengths.items() if made > TOO_LONG * median]
    print(f"{given.races} races of {given.players} x {given.bot}, {given.course} course")
    print(f"decisions: median {median:g}, longest {sorted(lengths.values())[-3:]}")
    print(f"above {TOO_LONG} medians: {len(long)} {long}")
    for order in range(1, given.players + 1):
        at = [
            f"{100 * won[order - 1, place] / pairs[order - 1, place]:.0f} % from {place}"
            f" ({pairs[order - 1, place]})"
            for place in sorted(taken)
            if pairs[order - 1, place]
        ]
        print(f"order {order}: {share(by_order[order], given.races)}; {', '.join(at)}")
    for place in sorted(taken):
        print(f"place {place}: {share(by_place[place], taken[place])} of {taken[place]} starts")


if __name__ == "__main__":
    main()
