"""The schedule: which deals are played, and who sits where.

A deal is the chance of one match. Each deal is played once for every rotation of the bots, so that
every bot meets the same deal from every seat; a deal with all its rotations is one observation.
What decides the results of a run is its RunPlan; deal k follows from (seed, k) and a bot's own
chance from (seed, k, rotation, place), wherever and in whatever order the games are played.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fourwinds import bots
from fourwinds.bots import local
from fourwinds.core.digest import digest
from fourwinds.core.errors import BadOptions, FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules, bind

LONGEST_SPEC = 1000  # the path of a model may be long
_TIME = re.compile(r"\d+(\.\d+)?(ms|s|min)")


@dataclass(frozen=True)
class RunPlan:
    """Whatever decides the results of a run; how many games are played is not part of it."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, Any]
    components: Mapping[str, Any] | None
    move_limit: float | None
    """A bot that takes longer for a decision, in seconds, loses it; None: no limit."""
    most_decisions: int
    """A game not over by then is left unfinished and counts as shared by all."""

    @property
    def players(self) -> int:
        return len(self.bots)

    def rules(self) -> Rules:
        return bind(self.game, self.players, self.options, self.components)

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": dict(self.options),
            "components": self.components,
            "move_limit": self.move_limit,
            "most_decisions": self.most_decisions,
        }

    @property
    def digest(self) -> str:
        return digest(self.json())


@dataclass(frozen=True)
class Job:
    """One game to be played. `banned` seats are stood in for from that decision on, and why."""

    deal: int
    rotation: int
    banned: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    deaths: int = 0
    """How many workers it has cost."""

    @property
    def number(self) -> tuple[int, int]:
        return self.deal, self.rotation


def make_run_plan(
    game: str,
    specs: list[str],
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    move_limit: float | None = None,
    most_decisions: int | None = None,
) -> RunPlan:
    """A checked plan: the game, its options and every bot exist."""
    chosen = find_game(game)
    if len(specs) not in chosen.seats:
        raise BadOptions(
            f"bots: expected {chosen.seats[0]} to {chosen.seats[-1]} bots for {chosen.title},"
            f" one a seat, got {len(specs)}",
            option="bots",
        )
    rules = chosen.rules(len(specs), options, components)
    for spec in specs:
        traits(spec)
    _, _, all_options, data = rules.recipe()
    most = chosen.most_decisions if most_decisions is None else most_decisions
    return RunPlan(chosen.id, tuple(specs), seed, all_options, data, move_limit or None, most)


@dataclass(frozen=True)
class Traits:
    """What a report must say of a bot besides its results."""

    sees_all: bool
    """It is shown the whole state, all cards open; only the arena does that."""
    repeatable: bool
    """False for a budget of time: the same seed need not give the same choices."""


def make_bot(spec: str, seed: int) -> Any:
    """The bot of that name, those for the arena alone and those of a file among them."""
    return local.make(spec, seed, arena=True)


def sees_all(bot: object) -> bool:
    """Whether the bot asks for the whole state."""
    return callable(getattr(bot, "see", None))


@cache
def _traits(spec: str, _maker: object) -> Traits:
    if len(spec) > LONGEST_SPEC or not spec.isprintable():
        raise BadOptions(
            f"bots: expected at most {LONGEST_SPEC} printable characters a bot", option="bots"
        )
    try:
        bot = make_bot(spec, 0)
    except FourWindsError:
        raise
    except Exception as error:
        raise BadOptions(f"bot {spec!r} cannot be made: {error!r}", option="bots") from error
    # A bot may say it of itself; else a time in its name tells.
    timed = getattr(getattr(bot, "budget", None), "timed", None)
    if timed is None:
        timed = _TIME.fullmatch(spec.partition(":")[2]) is not None
    return Traits(sees_all=sees_all(bot), repeatable=not timed)


def traits(spec: str) -> Traits:
    """What is known of a bot before it plays; raises if there is no such bot."""
    return _traits(spec, bots.OURS.get(spec.partition(":")[0]))


def seating(players: int, rotation: int) -> list[int]:
    """The place (in the list of bots) of the bot at each seat."""
    return [(seat - rotation) % players for seat in range(players)]


def deal_seed(seed: int, deal: int) -> bytes:
    """The seed of a deal's match."""
    return _hash(f"deal {seed} {deal}")


def bot_seed(seed: int, deal: int, rotation: int, place: int) -> int:
    return int.from_bytes(_hash(f"bot {seed} {deal} {rotation} {place}")[:8], "little")


def _hash(line: str) -> bytes:
    return hashlib.sha256(f"four winds arena 1\n{line}".encode()).digest()


def deals_of(games: int, players: int) -> int:
    """How many whole deals a number of games is, rounded up."""
    return -(-games // players)


def jobs(players: int, deals: int, done: Collection[tuple[int, int]]) -> Iterator[Job]:
    """The games still to be played, in order."""
    for deal in range(deals):
        for rotation in range(players):
            if (deal, rotation) not in done:
                yield Job(deal, rotation)
