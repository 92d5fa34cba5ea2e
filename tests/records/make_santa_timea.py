"""Writes the kept records of Santa Timea: python -m tests.records.make_santa_timea

Greedy seats, who look to the end of the trick, play with and against random ones. The records are
kept and replayed by the tests; make them anew only when the rules have changed.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import fourwinds as fw

FOLDER = Path(__file__).parent / "santa-timea"
GAME = fw.game("santa-timea")


def greedy(state: fw.State, seat: int, rng: random.Random) -> int:
    """Avoid the wind; then keep low cards for later, and sets of less damage."""
    view = state.view(seat)
    actions = state.actions(seat)
    rng.shuffle(actions)
    previews = {action: state.rules.preview(view, action) for action in actions}

    def cost(action: int) -> tuple[bool, float]:
        seen = previews[action]
        if seen["kind"] != "play":
            return False, seen["damage"] - 2 * seen["bonus"]
        later = [worth for worth in seen["worths"][1:] if worth is not None]
        return seen["takes"] == seat, -sum(later) / len(later) if later else 0.0

    return min(actions, key=cost)


def at_random(state: fw.State, seat: int, rng: random.Random) -> int:
    return rng.choice(state.actions(seat))


PLAYERS = {"Greedy": greedy, "Random": at_random}


def match(rules: fw.Rules, seed: int | bytes, names: list[str]) -> fw.Record:
    rng = random.Random(repr(seed))
    record = fw.Record.begin(rules, seed=seed, names=names)
    state = rules.start(seed=seed)
    while not state.over:
        (seat,) = state.actors
        text = rules.text(state, seat, PLAYERS[names[seat]](state, seat, rng))
        state.play(seat, text)
        record.add(seat, text, state)
    return record


def settings() -> list[tuple[int, dict[str, Any]]]:
    """All player counts, editions and variants at full length, and each shorter match once."""
    out: list[tuple[int, dict[str, Any]]] = [
        (players, {"edition": edition, "expert": expert, "rounds": 5})
        for players, edition, expert in itertools.product(
            GAME.seats, ("german", "french"), (False, True)
        )
    ]
    for rounds, players in itertools.product(range(1, 5), (2, 4)):
        edition = ("german", "french")[rounds % 2]
        out.append((players, {"edition": edition, "expert": players == 4, "rounds": rounds}))
    return out


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    cited: dict[str, int] = {}
    for number, (players, options) in enumerate(settings(), 1):
        names = ["Random" if (seat + number) % 4 == 0 else "Greedy" for seat in range(players)]
        seed = number if number % 3 else f"match {number}".encode()
        record = match(GAME.rules(players, options), seed, names)
        variant = "expert" if options["expert"] else "basic"
        name = f"{number:02}-{players}-{options['edition']}-{variant}-{options['rounds']}"
        record.save(FOLDER / f"{name}.record")
        for _ in record.states(cited=cited):
            pass
    for rule, times in sorted(cited.items()):
        print(rule, times)


if __name__ == "__main__":
    main()
