"""simulate: many games at once, random play inside compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.registry import game as find_game
from fourwinds.core.rollout import play_games
from fourwinds.core.state import State

NO_LIMIT = 2**62
BATCH = 256


class Chooser(Protocol):
    """What plays a seat: gets what a person in that seat gets, returns one of the actions."""

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int: ...


@dataclass
class Simulation:
    """What came of it: one tuple of scores for each finished game, in order."""

    games: int = 0
    decisions: int = 0
    unfinished: int = 0
    scores: list[tuple[int, ...]] = field(default_factory=list)
    winners: list[tuple[int, ...]] = field(default_factory=list)


def simulate(
    game: str,
    players: int | None = None,
    games: int = 1,
    seed: object = 0,
    bots: Sequence[Chooser | None] | None = None,
    max_decisions: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: Components | Mapping[str, Any] | str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `games` matches; a seat without a bot plays at random.

    A match that is not over after `max_decisions` is left unfinished. `progress` is called with the
    number of games played now and then. The same seed gives the same games.
    """
    rules = find_game(game).rules(players, options, components)
    if type(games) is not int or games < 0:
        raise ValueError(f"games: expected a whole number from 0 up, got {games!r}")
    if max_decisions is not None and (type(max_decisions) is not int or max_decisions < 0):
        raise ValueError(f"max_decisions: expected a whole number from 0 up, got {max_decisions!r}")
    if bots is not None and len(bots) != rules.players:
        raise ValueError(f"bots: expected {rules.players}, one a seat, got {len(bots)}")
    most = NO_LIMIT if max_decisions is None else max_decisions
    deals = stream_of_seed(seed, "deals")
    choices = stream_of_seed(seed, "choices")
    out = Simulation()
    while out.games < games:
        few = min(BATCH, games - out.games)
        if bots is None:
            out.decisions += play_games(
                rules.empty, rules.game.begin, few, deals, choices, most, out.scores, out.winners
            )
        else:
            for _ in range(few):
                state = rules.start_with(deals.random_key())
                out.decisions += _play_bots(state, bots, choices, most)
                if state.over:
                    out.scores.append(tuple(state.scores))
                    out.winners.append(tuple(state.winners))
        out.games += few
        out.unfinished = out.games - len(out.scores)
        if progress is not None:
            progress(out.games)
    return out


def _play_bots(state: State, bots: Sequence[Chooser | None], chance: Stream, most: int) -> int:
    made = 0
    while made < most and not state.over:
        seat = state.actors[0]
        actions = state.actions(seat)
        bot = bots[seat]
        if bot is None:
            action = actions[chance.below(len(actions))]
        else:
            action = bot.choose(state.view(seat), actions, None)
        state.play(seat, action)
        made += 1
    return made
