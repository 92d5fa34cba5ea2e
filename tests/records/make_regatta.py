"""Write the kept records of Regatta: twenty races, most of them between competent sailors.

    python -m tests.records.make_regatta

Run it only after a change of the rules that is meant to change races, and say why in the commit.
"""

from __future__ import annotations

import random
from pathlib import Path

import fourwinds as fw
from tests.games.regatta.sailor import Sailor

HERE = Path(__file__).parent
COURSES = ("normal", "short", "long", "custom")
CARELESS = (0.0, 0.0, 0.0, 0.1, 0.25)  # how often a move is made at random
NAMES = ["Ann", "Ben", "Cleo", "Dora"]
LONGEST = 400


def record_race(number: int, seed: int) -> fw.Record | None:
    """One race; None if it is not over in time."""
    players = 2 + number % 3
    rules = fw.game("regatta").rules(players, {"course": COURSES[number % 4]})
    careless = CARELESS[number % 5]
    chance = random.Random(seed)
    state = rules.start(seed)
    sailor = Sailor(rules)
    record = fw.Record.begin(rules, seed=seed, names=NAMES[:players])
    while not state.over and len(record.moves) < LONGEST:
        seat = state.actors[0]
        actions = state.actions(seat)
        if chance.random() < careless:
            action = chance.choice(actions)
        else:
            action = sailor.choose(state.view(seat), actions)
        text = rules.text(state, seat, action)
        state.play(seat, action)
        record.add(seat, text, state)
    return record if state.over else None


def main() -> None:
    folder = HERE / "regatta"
    folder.mkdir(exist_ok=True)
    seed = 1000
    for number in range(20):
        record = None
        while record is None:
            seed += 1
            record = record_race(number, seed)
        course = record.options["course"]
        record.save(folder / f"{number + 1:02d}-{course}-{record.players}.record")


if __name__ == "__main__":
    main()
