"""Prints digests of random matches of every game; run compiled and interpreted, they must agree."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import fourwinds as fw
from fourwinds.core.digest import digest
from tests.sample import COMPILED

SEEDS = 2
MOST = 700


def match_digests(game_id: str, players: int, seed: int) -> list[str]:
    """One digest of position and views after every seventh decision and at the end."""
    game = fw.game(game_id)
    rng = random.Random(seed)
    options: dict[str, Any] = {}
    for name, option in game.options.items():
        if option.kind == "flag":
            options[name] = rng.random() < 0.5
        elif option.kind == "choice":
            options[name] = rng.choice(option.choices)
    try:
        rules = game.rules(players, options)
    except fw.FourWindsError:
        rules = game.rules(players)
    state = rules.start(seed=seed)
    out = []
    for made in range(MOST):
        if made % 7 == 0:
            out.append(digest([state.position(), *(state.view(s) for s in (None, 0, 1))]))
        if state.over:
            break
        seat = rng.choice(state.actors)
        state.play(seat, rng.choice(state.actions(seat)))
        if made == 50:
            world = rules.imagine(state.view(seat), made)
            out.append(digest(world.position()))
    return [*out, state.digest()]


def everything() -> dict[str, list[str]]:
    return {
        f"{game_id} {players} {seed}": match_digests(game_id, players, seed)
        for game_id in fw.games()
        for players in fw.game(game_id).seats
        for seed in range(SEEDS)
    }


if __name__ == "__main__":
    json.dump({"compiled": COMPILED, "digests": everything()}, sys.stdout)
