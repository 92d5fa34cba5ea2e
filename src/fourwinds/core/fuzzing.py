"""Fuzzing: many games over all settings, laws checked on the way, rules counted.

Every game has a seed of its own, from which its setting, its players' whims and the checks follow;
so `--seed N --games 1` plays one game of a long run again. Most games are played at random inside
compiled code. Every twentieth is *watched*: the rules it applies are counted, its seats have habits
(so that rare rules are reached), and some of its states are checked. Now and then a watched game is
*mixed*: some of its seats are competent players, who come where random ones never do.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from fourwinds.core.chance import Key, Stream, stream_of_seed
from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.options import Option
from fourwinds.core.registry import game as find_game
from fourwinds.core.rollout import play_randomly
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State
from fourwinds.core.words import words

WATCHED_EVERY = 20
CHECKS_A_GAME = 2
STRANGE_ACTIONS = 6
MOST_VALUES = 5
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
class Setting:
    """A number of players and a value for every option."""

    players: int
    options: dict[str, bool | int | str]

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.players} players {chosen}".strip()


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
    applied: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def rules(self) -> list[tuple[str, int, int]]:
        """Each numbered rule: how often it was applied and how often it forbade something."""
        numbers = [number for number in words("en", self.game).find("rules") if "." in number]
        return [(number, self.applied[number], self.refused[number]) for number in numbers]

    def never(self) -> list[str]:
        """The rules that played no part at all."""
        return [number for number, applied, refused in self.rules() if not applied + refused]


class BrokenLaw(Exception):
    """A law that a state does not keep."""


def settings(game: Game) -> list[Setting]:
    """All numbers of players with all values of all options (of wide ranges the ends and a few)."""
    out = []
    for players in game.seats:
        values = [_values(option, players) for option in game.options.values()]
        for chosen in product(*values):
            out.append(Setting(players, dict(zip(game.options, chosen, strict=True))))
    return out


def _values(option: Option, players: int) -> list[bool | int | str]:
    if option.kind == "flag":
        return [False, True]
    if option.choices:
        return list(option.choices)
    if option.high - option.low < MOST_VALUES:
        return list(range(option.low, option.high + 1))
    middle = (option.low + option.high) // 2
    return sorted({option.low, middle, option.high, int(option.default_for(players))})


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
    take long to end. Where the seed is a multiple of `mixed_every`, `seater` fills some seats.
    """
    game = find_game(game_id)
    known = settings(game)
    bound: dict[int, Rules] = {}
    out = Fuzzing(game_id)
    for own_seed in range(seed, seed + games):
        chance = stream_of_seed(own_seed, "fuzz")
        which = int(chance.below(len(known)))
        if which not in bound:
            bound[which] = game.rules(known[which].players, known[which].options)
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
    most = rules.game.most_decisions
    made = 0
    try:
        state = rules.start_with(key)
        made = int(play_randomly(state, chance, most + 1 if cap is None else min(cap, most + 1)))
        if not state.over and made > most:
            raise BrokenLaw(f"not over after {most} random decisions")
        out.unfinished += not state.over
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
            raise BrokenLaw(f"not over after {most} random decisions")
        out.unfinished += not state.over
        check(state.copy(), chance, out.refused)
        out.checks += 1
    except Exception as error:
        out.failures.append(Failure(out.game, seed, setting, made, _message(error)))
    out.decisions += made
    out.applied.update(cited)


def _moments(rules: Rules, key: Key, chance: Stream, last: int) -> Iterator[int]:
    """Which decisions to check: some of those of a random game of the same deal."""
    length = int(play_randomly(rules.start_with(key), chance, last))
    for _ in range(CHECKS_A_GAME):
        yield int(chance.below(max(1, length)))


def _choose(actions: list[int], habit: int, chance: Stream) -> int:
    if habit == ANY or chance.below(4) == 0:
        return actions[int(chance.below(len(actions)))]
    return actions[0] if habit == LOWEST else actions[-1]


def check(state: State, chance: Stream, refused: Counter[str]) -> None:
    """The laws a single state can be asked about; raises BrokenLaw."""
    before = state.digest()
    _check_position(state, before)
    for seat in range(state.players):
        _check_refusals(state, seat, before, chance, refused)
    viewers: list[int | None] = [None, int(chance.below(state.players)), *state.actors[:1]]
    for viewer in dict.fromkeys(viewers):
        _check_view(state, viewer, chance)


def _check_position(state: State, before: str) -> None:
    written = json.dumps(state.position())
    again = state.rules.position(json.loads(written))
    if again.digest() != before or again.actors != state.actors:
        raise BrokenLaw(f"the position does not come back the same: {written}")


def _check_refusals(
    state: State, seat: int, before: str, chance: Stream, refused: Counter[str]
) -> None:
    """An action that is not offered is refused with a reason and changes nothing."""
    offered = set(state.actions(seat))
    for action in sorted(offered):
        text = state.rules.text(state, seat, action)
        if state.rules.parse(state, seat, text) != action:
            raise BrokenLaw(f"action {action} is written {text!r} but read as another")
    tries = {action for action, _ in state.candidates(seat)}
    tries |= {int(chance.below(state.action_count)) for _ in range(STRANGE_ACTIONS)}
    for action in sorted(tries - offered):
        try:
            state.play(seat, action)
        except IllegalAction as error:
            if str(error).startswith("refusal/"):
                raise BrokenLaw(f"refusal {error.code} has no text") from None
            if error.rule is not None:
                refused[error.rule] += 1
        else:
            raise BrokenLaw(f"seat {seat} could play action {action}, which is not offered")
    if state.digest() != before:
        raise BrokenLaw(f"a refused action of seat {seat} changed the state")


def _check_view(state: State, viewer: int | None, chance: Stream) -> None:
    """What a view allows to imagine looks the same from that seat."""
    view = state.view(viewer)
    if json.loads(json.dumps(view)) != view:
        raise BrokenLaw(f"the view of seat {viewer} is not ready for JSON")
    world = state.rules.imagine(view, int(chance.below(65536)))
    if world.view(viewer) != view:
        fields = [name for name, value in world.view(viewer).items() if view.get(name) != value]
        raise BrokenLaw(f"an imagined world looks different to seat {viewer}: {', '.join(fields)}")
    if viewer is not None and world.actions(viewer) != state.actions(viewer):
        raise BrokenLaw(f"an imagined world offers seat {viewer} other actions")


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
        "rules": {
            number: {"applied": applied, "refused": refused}
            for number, applied, refused in result.rules()
        },
        "never": result.never(),
        "failures": [
            {
                "seed": failure.seed,
                "players": failure.setting.players,
                "options": failure.setting.options,
                "decision": failure.decision,
                "message": failure.message,
            }
            for failure in result.failures
        ],
    }
