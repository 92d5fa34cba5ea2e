"""Ratings by OpenSkill (Plackett-Luce), game by game in the order of deals and rotations.

Every seat is a team of one. A bot that has several seats in a game takes the mean of what each of
them would have got. Unfinished games are not rated.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Ended(Protocol):
    """How a game came out: which bot sat in each seat, and each seat's rank."""

    @property
    def places(self) -> Sequence[int]: ...
    @property
    def ranking(self) -> Sequence[int]: ...
    @property
    def finished(self) -> bool: ...


@dataclass(frozen=True)
class Rating:
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the bot is worth at least, almost surely: mu - 3 sigma."""
        return self.mu - 3 * self.sigma

    def json(self) -> dict[str, float]:
        return {"mu": self.mu, "sigma": self.sigma, "ordinal": self.ordinal}


def installed() -> bool:
    return importlib.util.find_spec("openskill") is not None


def rate(games: Iterable[tuple[Sequence[str], Ended]]) -> dict[str, Rating] | None:
    """Each bot's rating after these games (bots by place, outcome); None without openskill."""
    if not installed():
        return None
    model: Any = importlib.import_module("openskill.models").PlackettLuce()
    ratings: dict[str, Any] = {}
    for bots, outcome in games:
        seated = [bots[place] for place in outcome.places]
        for bot in seated:
            if bot not in ratings:
                ratings[bot] = model.rating(name=bot)
        if not outcome.finished:
            continue
        teams = [[model.rating(mu=ratings[b].mu, sigma=ratings[b].sigma)] for b in seated]
        after = model.rate(teams, ranks=[float(rank) for rank in outcome.ranking])
        for bot in set(seated):
            mine = [team[0] for team, who in zip(after, seated, strict=True) if who == bot]
            ratings[bot].mu = sum(rating.mu for rating in mine) / len(mine)
            ratings[bot].sigma = sum(rating.sigma for rating in mine) / len(mine)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
