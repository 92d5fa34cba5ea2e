"""Fuzzing: many games over all settings, laws tried on the way, rules counted.

Every game has a seed of its own, from which its setting, its players' whims and the laws tried
follow; so `--seed N --games 1` plays one game of a long run again. Most games are played at random
inside compiled code. Every twentieth is *watched*: the rules it applies are counted, its seats have
habits (so that rare rules are reached), and some laws are tried on some of its states. Now and then
a watched game is *mixed*: some of its seats are competent players, who come where random ones never
do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fourwinds.core.chance import Key, Stream, stream_of_seed
from fourwinds.core.citations import counting
from fourwinds.core.errors import FourWindsError
from fourwinds.core.rollout import ASKED_EVERY, is_deadlocked, play_out
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.words import words
from fourwinds.laws import (
    LAWS,
    BrokenLaw,
    Setting,
    an_illegal_action_is_refused_and_changes_nothing,
    random_play_ends,
    settings,
)
from fourwinds.laws.missing_texts import missing_texts

WATCHED_EVERY = 20
CHECKS_A_GAME = 2
LAWS_A_CHECK = 1
MOST_FAILURES = 10
REPORT_EVERY = 500
MIXED_EVERY = 500
# How a seat of a watched game chooses: mostly the lowest action, mostly the highest, any, or well.
LOWEST, HIGHEST, ANY, WELL = range(4)

Player = Callable[[dict[str, Any], list[int]], int]
"""Chooses one of the actions by a view."""
Seater = Callable[[Rules, int, int], Player]
"""Sits a competent player down: rules, seat, seed."""


@dataclass(frozen=True)
class Failure:
    """A broken law, with what is needed to see it again."""

    game: str
    seed: int
    setting: Setting
    decision: int
    message: str


@dataclass
class Fuzzing:
    """What came of fuzzing one game."""

    game: str
    games: int = 0
    watched: int = 0
    mixed: int = 0
    decisions: int = 0
    checks: int = 0
    unfinished: int = 0
    deadlocked: int = 0
    """Of the unfinished, those that nothing could have ended any more."""
    applied: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Texts that the game needs and does not have."""

    def rules(self) -> list[tuple[str, int, int]]:
        """Each numbered rule: how often it was applied and how often it forbade something."""
        numbers = [number for number in words("en", self.game).find("rules") if "." in number]
        return [(number, self.applied[number], self.refused[number]) for number in numbers]

    def never(self) -> list[str]:
        """The rules that played no part at all."""
        return [number for number, applied, refused in self.rules() if not applied + refused]


def fuzz(
    game_id: str,
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    max_decisions: int | None = None,
    seater: Seater | None = None,
    mixed_every: int = MIXED_EVERY,
) -> Fuzzing:
    """Play `games` games with the seeds from `seed` on; stops early after ten failures.

    A game still running after `max_decisions` is left unfinished, for games that random players
    take long to end; so is one that nothing can end any more, which is counted. Where the seed is
    a multiple of `mixed_every`, `seater` fills some seats.
    """
    known = settings(game_id)
    bound: dict[int, Rules] = {}
    out = Fuzzing(game_id, missing=missing_texts(game_id))
    for own_seed in range(seed, seed + games):
        chance = stream_of_seed(own_seed, "fuzz")
        which = int(chance.below(len(known)))
        if which not in bound:
            bound[which] = known[which].rules()
        key = chance.random_key()
        mixed = seater if mixed_every and own_seed % mixed_every == 0 else None
        if mixed is not None or own_seed % WATCHED_EVERY == 0:
            _watch(bound[which], known[which], key, chance, out, own_seed, max_decisions, mixed)
        else:
            _run(bound[which], known[which], key, chance, out, own_seed, max_decisions)
        out.games += 1
        if progress is not None and out.games % REPORT_EVERY == 0:
            progress(out.games)
        if len(out.failures) >= MOST_FAILURES:
            break
    if progress is not None:
        progress(out.games)
    return out


def _run(
    rules: Rules,
    setting: Setting,
    key: Key,
    chance: Stream,
    out: Fuzzing,
    seed: int,
    cap: int | None,
) -> None:
    """A game at random, inside compiled code."""
    longest = rules.game.most_decisions + 1 if cap is None else cap
    made = 0
    try:
        state = rules.start_with(key)
        made = random_play_ends(state, chance, longest)
        _note_end(state, out)
    except Exception as error:
        out.failures.append(Failure(out.game, seed, setting, made, _message(error)))
    out.decisions += made


def _watch(
    rules: Rules,
    setting: Setting,
    key: Key,
    chance: Stream,
    out: Fuzzing,
    seed: int,
    cap: int | None,
    seater: Seater | None,
) -> None:
    """A game whose rules are counted and some of whose states are checked."""
    out.watched += 1
    cited: dict[str, int] = {}
    habits = [int(chance.below(3)) for _ in range(setting.players)]
    players: dict[int, Player] = {}
    if seater is not None:
        out.mixed += 1
        # At least one seat plays well, and with luck all do.
        well = int(chance.below(setting.players))
        for seat in range(setting.players):
            if seat == well or chance.below(2):
                habits[seat] = WELL
                players[seat] = seater(rules, seat, seed)
    most = rules.game.most_decisions
    last = most if cap is None else min(cap, most)
    due = set(_moments(rules, key, chance, last))
    made = 0
    try:
        state = rules.start_with(key, None, cited)
        state.record_to(None, cited)
        while not state.over and made <= last:
            if made % ASKED_EVERY == ASKED_EVERY - 1 and is_deadlocked(state):
                break
            if made in due:
                out.checks += 1
                check(state.copy(), chance, out.refused)
            actors = state.actors
            seat = actors[int(chance.below(len(actors)))]
            actions = state.actions(seat)
            if not actions:
                raise BrokenLaw(f"seat {seat} is among the actors but has no action")
            if habits[seat] == WELL:
                action = players[seat](state.view(seat), actions)
            else:
                action = _choose(actions, habits[seat], chance)
            state.play(seat, action)
            made += 1
        if not state.over and made > most and all(habit == ANY for habit in habits):
            raise BrokenLaw(f"not over after {most} random decisions, and not deadlocked")
        _note_end(state, out)
        check(state.copy(), chance, out.refused)
        out.checks += 1
    except Exception as error:
        out.failures.append(Failure(out.game, seed, setting, made, _message(error)))
    out.decisions += made
    out.applied.update(cited)


def _note_end(state: State, out: Fuzzing) -> None:
    out.unfinished += not state.over
    out.deadlocked += is_deadlocked(state)


def _moments(rules: Rules, key: Key, chance: Stream, last: int) -> Iterator[int]:
    """Which decisions to check: some of those of a random game of the same deal."""
    length = int(play_out(rules.start_with(key), chance, last))
    for _ in range(CHECKS_A_GAME):
        yield int(chance.below(max(1, length)))


def _choose(actions: list[int], habit: int, chance: Stream) -> int:
    if habit == ANY or chance.below(4) == 0:
        return actions[int(chance.below(len(actions)))]
    return actions[0] if habit == LOWEST else actions[-1]


def check(state: State, chance: Stream, refused: Counter[str]) -> None:
    """Try the law of refusals, whose rules are counted, and some others on a state."""
    rng = random.Random(int(chance.below(65536)) << 16 | int(chance.below(65536)))
    with counting() as cited:
        an_illegal_action_is_refused_and_changes_nothing.check(state.copy(), rng)
    refused.update(cited)
    for _ in range(LAWS_A_CHECK):
        LAWS[int(chance.below(len(LAWS)))].check(state.copy(), rng)


def _message(error: Exception) -> str:
    if isinstance(error, BrokenLaw | FourWindsError):
        return f"{type(error).__name__}: {error}"
    return f"{type(error).__name__}: {error!r}"


def summary(result: Fuzzing) -> dict[str, Any]:
    """The result, ready for JSON."""
    return {
        "game": result.game,
        "games": result.games,
        "watched": result.watched,
        "mixed": result.mixed,
        "decisions": result.decisions,
        "checks": result.checks,
        "unfinished": result.unfinished,
        "deadlocked": result.deadlocked,
        "rules": {
            number: {"applied": applied, "refused": refused}
            for number, applied, refused in result.rules()
        },
        "never": result.never(),
        "missing_texts": result.missing,
        "failures": [
            {
                "seed": failure.seed,
                "players": failure.setting.players,
                "options": dict(failure.setting.options),
                "decision": failure.decision,
                "message": failure.message,
            }
            for failure in result.failures
        ],
    }
