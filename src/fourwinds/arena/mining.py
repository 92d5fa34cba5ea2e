"""Mining: find puzzles in matches that bots play among themselves.

Every decision of such a match is looked at briefly; where one action stands out, deep searches with
two seeds must agree that it is best and by how much. How hard a puzzle is, shallow bots show: the
fewer of them find the answer, the harder.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fourwinds import bots
from fourwinds.bots.puzzles import Judged, Puzzle, look_deep, margin
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

PLAYERS = "admiral:80it"
# How often a player does something else than what it thinks best, so that matches differ.
STRAYS = 0.1
FEWEST_ACTIONS = 3
GLANCE = 300
GLANCE_MARGIN = 0.02
LEAST_MARGIN = 0.04
MOST_OF_A_MATCH = 3
# Who tries to solve a puzzle, to see how hard it is: each with two seeds.
SOLVERS = ("apprentice", "mate", "captain:20it", "captain:60it", "captain:200it")
TRIES = 2
EASIEST, HARDEST = 800, 2000


@dataclass(frozen=True)
class Depth:
    """How many iterations a search makes before it decides what is best."""

    iterations: int = 3000


def mine(
    game: str, seed: int, depth: Depth, note: Callable[[str], None] | None = None
) -> Iterator[Puzzle]:
    """Puzzles of match after match, for ever; numbers are for the file to give."""
    kind = find_game(game)
    match = 0
    while True:
        rng = random.Random(f"{game} {seed} {match}")
        rules = kind.rules(rng.choice(list(kind.seats)))
        if note is not None:
            note(f"match {match + 1}")
        yield from _of_match(rules, rng, depth)
        match += 1


def _of_match(rules: Rules, rng: random.Random, depth: Depth) -> Iterator[Puzzle]:
    deal = rng.randrange(2**31)
    state = rules.start(deal)
    seated = [bots.make(PLAYERS, rng.randrange(2**31)) for _ in range(rules.players)]
    moves: list[int] = []
    found = 0
    while not state.over and len(moves) < rules.game.most_decisions:
        seat = state.actors[0]
        actions = state.actions(seat)
        if found < MOST_OF_A_MATCH and rng.random() < 0.5 and len(actions) >= FEWEST_ACTIONS:
            puzzle = examine(rules, state, seat, deal, tuple(moves), depth, rng.randrange(2**31))
            if puzzle is not None:
                found += 1
                yield puzzle
        action = actions[0]
        if len(actions) > 1 and rng.random() < STRAYS:
            action = rng.choice(actions)
        elif len(actions) > 1:
            action = seated[seat].choose(state.view(seat), actions, None)
        moves.append(action)
        state.play(seat, action)


def examine(
    rules: Rules,
    state: State,
    seat: int,
    deal: int,
    moves: tuple[int, ...],
    depth: Depth,
    seed: int,
) -> Puzzle | None:
    """The position as a puzzle, None if it makes none."""
    view = state.view(seat)
    glance = look_deep(rules, view, GLANCE, seed)
    if len(glance) < 2 or margin(glance)[0] < GLANCE_MARGIN:
        return None
    deep = [look_deep(rules, view, depth.iterations, seed + i) for i in (1, 2)]
    if not agree(deep):
        return None
    least, doubt = min(margin(each) for each in deep)
    best = deep[0][0].action
    hard = rating(rules, state, seat, best, seed)
    return Puzzle(rules.game.id, 0, rules.players, deal, moves, seat, best, least, doubt, hard)


def agree(deep: list[list[Judged]]) -> bool:
    """Whether all searches find the same action clearly best."""
    if len({each[0].action for each in deep}) > 1:
        return False
    margins = [margin(each) for each in deep]
    return all(least >= LEAST_MARGIN and least > doubt for least, doubt in margins)


def rating(rules: Rules, state: State, seat: int, best: int, seed: int) -> int:
    """How hard a puzzle is: EASIEST if all shallow bots solve it, HARDEST if none does."""
    actions = state.actions(seat)
    right = 0
    for spec in SOLVERS:
        for attempt in range(TRIES):
            bot = bots.make(spec, seed + attempt)
            right += bot.choose(state.view(seat), actions, None) == best
    wrong = 1 - right / (len(SOLVERS) * TRIES)
    return round(EASIEST + (HARDEST - EASIEST) * wrong)
