"""Writes the kept records of Vor dem Wind: python -m tests.records.make_vor_dem_wind

Most seats are mates; every fourth game is played by seats that follow simple sense (lade, store,
small offers) most of the time and play at random otherwise, so that rare rules are reached. Make
them anew only when the rules or the components have changed, and say why in CHANGELOG.md.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds.bots.mate import Mate

FOLDER = Path(__file__).parent / "vor-dem-wind"
GAME = fw.game("vor-dem-wind")
NAMES = ["Ann", "Ben", "Cleo", "Dora"]
SEEDS = range(1, 21)
WANTED = ("ship", "store", "swap", "special", "get", "keep", "buy", "income", "sell", "spoil")


def chosen(state: fw.State, seat: int, chance: random.Random) -> int:
    """One of the legal actions."""
    actions = state.actions(seat)
    texts = {state.rules.text(state, seat, action): action for action in actions}
    if chance.random() < 0.25:
        return chance.choice(actions)
    offers = [texts[f"offer {n}"] for n in range(1, 8) if f"offer {n}" in texts]
    if offers and chance.random() < 0.7:
        return chance.choice(offers)
    if chance.random() < 0.5:
        for word in WANTED:
            wanted = [action for text, action in texts.items() if text.split()[0] == word]
            if wanted:
                return chance.choice(wanted)
    plain = [action for text, action in texts.items() if not text.startswith(("offer", "pass"))]
    return chance.choice(plain or actions)


def record(number: int) -> fw.Record:
    """A whole game; players, options and seed follow from its number."""
    players = 2 + number % 3
    options: dict[str, Any] = {"memory_aid": number % 5 == 0}
    if number % 4 == 1:
        options["target"] = 20 + number
    seed: int | bytes = f"record {number}".encode() if number % 7 == 3 else number
    rules = GAME.rules(players, options)
    state = rules.start(seed)
    out = fw.Record.begin(rules, seed=seed, names=NAMES[:players])
    chance = random.Random(number)
    mates = [Mate.make(None, 100 * number + seat) for seat in range(players)]
    for seat, mate in enumerate(mates):
        mate.begin(rules, seat)
    while not state.over:
        seat = state.actors[0]
        if number % 4 == 0 or (number % 4 == 1 and seat == 0):
            action = chosen(state, seat, chance)
        else:
            action = mates[seat].choose(state.view(seat), state.actions(seat), None)
        text = rules.text(state, seat, action)
        state.play(seat, text)
        out.add(seat, text, state)
    return out


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for number in SEEDS:
        record(number).save(FOLDER / f"{number:02}.record")


if __name__ == "__main__":
    main()
