"""simulate: many games at once, by bots or at random; random play runs inside compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from fourwinds.bots import Begins, Bot, Sees, local
from fourwinds.bots.local import Opponent
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.facts import Fact
from fourwinds.core.registry import game as find_game
from fourwinds.core.rollout import ASKED_EVERY, is_deadlocked, play_games
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

NO_LIMIT = 2**62
BATCH = 256
SEED_PIECE = 2**16


@dataclass
class Simulation:
    """The results: one tuple of scores for each finished game, in order.

    `deadlocked` is how many of the unfinished nothing could have ended any more.
    """

    games: int = 0
    decisions: int = 0
    unfinished: int = 0
    deadlocked: int = 0
    scores: list[tuple[int, ...]] = field(default_factory=list)
    winners: list[tuple[int, ...]] = field(default_factory=list)


def simulate(
    game: str,
    players: int | None = None,
    games: int = 1,
    seed: object = 0,
    bots: Opponent | Sequence[Opponent | None] | None = None,
    max_decisions: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: Components | Mapping[str, Any] | str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `games` matches; a seat without a bot plays at random.

    `bots` has one for each seat: a name, `file.py:make`, an object with `choose`, a function (view,
    actions) -> action, or None; a single one sits in every seat. Objects play all the matches,
    bots by name are made anew for each.
    A match that is not over after `max_decisions` is left unfinished, and so is one that nothing
    can end any more: random boats of Regatta come to that now and then (docs/balance.md says how
    often, and how long the other races are). `progress` is called with the number of games played
    now and then. The same seed gives the same games.
    """
    rules = find_game(game).rules(players, options, components)
    if type(games) is not int or games < 0:
        raise ValueError(f"games: expected a whole number from 0 up, got {games!r}")
    if max_decisions is not None and (type(max_decisions) is not int or max_decisions < 0):
        raise ValueError(f"max_decisions: expected a whole number from 0 up, got {max_decisions!r}")
    seated = _seated(bots, rules.players)
    most = NO_LIMIT if max_decisions is None else max_decisions
    deals = stream_of_seed(seed, "deals")
    choices = stream_of_seed(seed, "choices")
    out = Simulation()
    while out.games < games:
        few = min(BATCH, games - out.games)
        if seated is None:
            locked: list[int] = []
            out.decisions += play_games(
                rules.empty,
                rules.game.begin,
                few,
                deals,
                choices,
                most,
                out.scores,
                out.winners,
                locked,
            )
            out.deadlocked += len(locked)
        else:
            for _ in range(few):
                bots_here = _made(seated, rules, choices)
                facts: list[Fact] = []
                state = rules.start_with(deals.random_key(), facts)
                out.decisions += _play_bots(state, bots_here, facts, choices, most)
                if state.over:
                    out.scores.append(tuple(state.scores))
                    out.winners.append(tuple(state.winners))
                out.deadlocked += is_deadlocked(state)
        out.games += few
        out.unfinished = out.games - len(out.scores)
        if progress is not None:
            progress(out.games)
    return out


def _seated(
    bots: Opponent | Sequence[Opponent | None] | None, players: int
) -> list[Opponent | None] | None:
    if bots is None:
        return None
    several = isinstance(bots, Sequence) and not isinstance(bots, str)
    seated: list[Opponent | None] = (
        list(cast(Any, bots)) if several else [cast(Any, bots)] * players
    )
    if len(seated) != players:
        raise ValueError(f"bots: expected {players}, one a seat, got {len(seated)}")
    for opponent in seated:
        if opponent is not None:
            local.make(opponent, 0)  # an unknown one is refused now and not in the first match
    return seated


def _made(seated: Sequence[Opponent | None], rules: Rules, chance: Stream) -> list[Bot | None]:
    """Make the bots of one match and tell each which seat it has."""
    bots: list[Bot | None] = []
    for seat, opponent in enumerate(seated):
        if opponent is None:
            bots.append(None)
            continue
        seed = 0
        if isinstance(opponent, str):
            seed = chance.below(SEED_PIECE) << 16 | chance.below(SEED_PIECE)
        bot = local.make(opponent, seed)
        if isinstance(bot, Begins):
            bot.begin(rules, seat)
        bots.append(bot)
    return bots


def _play_bots(
    state: State,
    bots: Sequence[Bot | None],
    facts: list[Fact],
    chance: Stream,
    most: int,
) -> int:
    """Play a match that has begun; `facts` are those of its start."""
    listeners: list[tuple[int, Sees]] = []
    for place, sitting in enumerate(bots):
        if isinstance(sitting, Sees):
            listeners.append((place, sitting))
    made = 0
    while True:
        for place, listener in listeners:
            if facts:
                listener.saw([fact for fact in facts if fact.heard_by(place)])
        facts.clear()
        if (
            made >= most
            or state.over
            or (made and made % ASKED_EVERY == 0 and is_deadlocked(state))
        ):
            return made
        seat = state.actors[0]
        actions = state.actions(seat)
        bot = bots[seat]
        if bot is None:
            action = actions[chance.below(len(actions))]
        else:
            action = bot.choose(state.view(seat), actions, None)
        state.play(seat, action, facts if listeners else None)
        made += 1
