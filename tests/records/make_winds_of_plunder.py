"""Writes the kept records of Winds of Plunder: python -m tests.records.make_winds_of_plunder

Pirates who look for the port worth most play with hoarders, who draw cards and then play them, and
with seats that play at random. Of several games of each setting the one that fires most rules is
kept. Make them anew only when the rules have changed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import fourwinds as fw

FOLDER = Path(__file__).parent / "winds-of-plunder"
GAME = fw.game("winds-of-plunder")
TRIES = 6
NAMES = ["Anne", "Bartholomew", "Calico", "Duval", "Edward"]


def at_random(state: fw.State, seat: int, rng: random.Random) -> int:
    return rng.choice(state.actions(seat))


def pirate(state: fw.State, seat: int, rng: random.Random) -> int:
    """Sail where most is to be had, board for points, keep half of the cubes."""
    view = state.view(seat)

    def worth(action: int) -> float:
        seen = state.rules.preview(view, action)
        kind = seen["kind"]
        if kind == "stake":
            return -float(abs(seen["n"] - view["cubes"][seat] // 2))
        if kind in ("vote", "turn", "gust", "gust-farther"):
            best = {"vote": 1, "turn": 1, "gust": 0.3, "gust-farther": 0.3}[kind]
            return best * len(seen["ports"])
        if kind == "sail":
            gain = seen["arrival"]
            items = gain["weapon"] + gain["crew"] + gain["provision"] + len(gain["boards"]) / 2
            return 2 + float(gain["vp"] + items + gain["reputation"])
        if kind in ("board", "strike", "heave", "rumour") or seen.get("price") == 0:
            return 3
        return 1 if kind in ("draw", "add-cubes") else 0

    return max(state.actions(seat), key=lambda action: (worth(action), rng.random()))


def hoarder(state: fw.State, seat: int, rng: random.Random) -> int:
    """Draw cards for five rounds, then play them."""
    actions = state.actions(seat)
    kinds = [state.rules.describe(state, seat, action)["kind"] for action in actions]
    if state.view(seat)["round"] <= 5:
        wanted = [a for a, kind in zip(actions, kinds, strict=True) if kind == "draw"]
    else:
        wanted = [
            a
            for a, kind in zip(actions, kinds, strict=True)
            if kind in ("purchase", "strike", "intrigue", "rumour", "heave")
        ] or [a for a, kind in zip(actions, kinds, strict=True) if kind == "draw"]
    return rng.choice(wanted or actions)


Habit = Callable[[fw.State, int, random.Random], int]
TABLES: tuple[tuple[Habit, ...], ...] = (
    (pirate, at_random, pirate, hoarder, at_random),
    (hoarder, pirate, hoarder, at_random, pirate),
    (hoarder, hoarder, hoarder, hoarder, hoarder),
    (at_random, pirate, at_random, pirate, at_random),
)


def match(rules: fw.Rules, habits: tuple[Habit, ...], seed: int) -> tuple[fw.Record, int]:
    """A whole match, and how many rules fired in it."""
    rng = random.Random(seed)
    record = fw.Record.begin(rules, seed=seed, names=NAMES[: rules.players])
    state = rules.start(seed)
    fired: dict[str, int] = {}
    state.record_to(None, fired)
    while not state.over:
        seat = rng.choice(state.actors)
        action = habits[seat](state, seat, rng)
        text = state.rules.text(state, seat, action)
        state.play(seat, action)
        record.add(seat, text, state)
    return record, len(fired)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    settings = itertools.product(GAME.seats, (False, True), enumerate(TABLES))
    for number, (players, tournament, (table, habits)) in enumerate(settings, 1):
        rules = GAME.rules(players, {"tournament_tiebreak": tournament})
        games = [match(rules, habits, 100 * number + i) for i in range(TRIES)]
        record, _ = max(games, key=lambda game: game[1])
        name = f"{number:02}-{players}-{'tournament' if tournament else 'usual'}-table{table + 1}"
        record.save(FOLDER / f"{name}.record")


if __name__ == "__main__":
    main()
