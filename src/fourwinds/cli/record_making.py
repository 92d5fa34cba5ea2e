"""Records to keep: whole matches over all settings that together fire every rule."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fourwinds import bots
from fourwinds.core.chance import key_of_seed
from fourwinds.core.record import Record
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State
from fourwinds.core.words import words
from fourwinds.laws import Setting, settings

# Of this number of matches of a setting the one that fires most new rules is kept.
TRIES = 4
COMPETENT = "mate"
Chooser = Callable[[State, int, list[int]], int]


@dataclass(frozen=True)
class Made:
    """A record with the rules that fired in it."""

    record: Record
    fired: frozenset[str]


def rule_numbers(game: Game) -> set[str]:
    """All numbered rules of a game, without the headings."""
    return {number for number in words("en", game.id).find("rules") if "." in number}


def make(game: Game, count: int, most: int, seed: int, most_decisions: int) -> Iterator[Made]:
    """`count` records; then more, out of at most `most` matches, while rules are missing.

    A match that is not over after `most_decisions` is left out.
    """
    chance = random.Random(seed)
    known = settings(game.id)
    chance.shuffle(known)
    missing = rule_numbers(game)
    for setting in itertools.islice(_spread(known), count):
        found = [_match(game, setting, chance, most_decisions) for _ in range(TRIES)]
        whole = [made for made in found if made is not None]
        if whole:
            best = max(whole, key=lambda made: (len(made.fired & missing), len(made.fired)))
            missing -= best.fired
            yield best
    for _ in range(most):
        if not missing:
            return
        made = _match(game, chance.choice(known), chance, most_decisions)
        if made is not None and made.fired & missing:
            missing -= made.fired
            yield made


def _spread(known: list[Setting]) -> Iterator[Setting]:
    """All settings again and again, each number of players in turn."""
    by_players: dict[int, list[Setting]] = {}
    for setting in known:
        by_players.setdefault(setting.players, []).append(setting)
    queues = [itertools.cycle(found) for _, found in sorted(by_players.items())]
    while True:
        for queue in queues:
            yield next(queue)


def _match(game: Game, setting: Setting, chance: random.Random, most: int) -> Made | None:
    rules = game.rules(setting.players, dict(setting.options))
    seed = chance.randrange(2**32)
    choosers = [_chooser(rules, seat, chance) for seat in range(rules.players)]
    names = [f"Player {seat + 1}" for seat in range(rules.players)]
    record = Record.begin(rules, seed=seed, names=names)
    cited: dict[str, int] = {}
    state = rules.start_with(key_of_seed(seed), None, cited)
    state.record_to(None, cited)
    for _ in range(most):
        if state.over:
            return Made(record, frozenset(cited))
        seat = chance.choice(state.actors)
        action = choosers[seat](state, seat, state.actions(seat))
        text = rules.text(state, seat, action)
        state.play(seat, action)
        record.add(seat, text, state)
    return None


def _chooser(rules: Rules, seat: int, chance: random.Random) -> Chooser:
    """How a seat plays: any action, mostly the lowest, mostly the highest, or well."""
    habit = chance.randrange(5)
    if habit > 2:
        bot = bots.make(COMPETENT, chance.randrange(2**32))
        if isinstance(bot, bots.Begins):
            bot.begin(rules, seat)
        return lambda state, seat, actions: bot.choose(state.view(seat), actions, None)

    def choose(state: State, seat: int, actions: list[int]) -> int:
        if habit == 0 or chance.randrange(4) == 0:
            return chance.choice(actions)
        return actions[0] if habit == 1 else actions[-1]

    return choose
