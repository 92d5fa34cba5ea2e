"""mate: looks one action ahead and judges what it sees; no search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fourwinds.bots import models
from fourwinds.bots.budget import MARGIN
from fourwinds.bots.search import FOREVER, look_ahead
from fourwinds.bots.worth import rules_of, value_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions
from fourwinds.core.rules import Rules
from fourwinds.core.value import Value

OWN = "own"
# How many worlds it imagines: fewer where there is much to choose from.
MOST_WORLDS = 24
FEWEST_WORLDS = 4
TRIALS = 288
PIECES = 65536


class Mate:
    """Plays each action in some imagined worlds and takes what looks best on average.

    In a set-up it draws, and what looks better is drawn more often: so matches differ from the
    start, and who chooses first does not always have the best place.

    It judges by the game's model where that says so, else by the game's own value.
    """

    def __init__(self, chance: Stream, model: Path | None = None, learned: bool = True) -> None:
        self.chance = chance
        self.model = model
        self.learned = learned
        self.rules: Rules | None = None

    @staticmethod
    def make(argument: str | None, seed: int) -> Mate:
        if argument is not None:
            raise BadOptions("mate: expected no argument", option="bots")
        return Mate(stream_of_seed(seed, "mate"))

    @staticmethod
    def make_with_file(argument: str | None, seed: int) -> Mate:
        """As `make`, or `mate:own` that judges by the game's own value alone, or `mate:@FILE` with
        a model of one's own: for the arena."""
        if argument is not None and argument.startswith("@"):
            path = Path(argument[1:])
            models.read(path)
            return Mate(stream_of_seed(seed, "mate"), path)
        if argument == OWN:
            return Mate(stream_of_seed(seed, "mate"), learned=False)
        return Mate.make(argument, seed)

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        rules = self.rules or rules_of(view)
        value, most = self.value(rules)
        worths = look_ahead(
            rules.belief(view),
            value,
            view["seat"],
            rules.action_count,
            max(min(FEWEST_WORLDS, most), min(most, TRIALS // len(actions))),
            self.chance,
            FOREVER if deadline is None else deadline - MARGIN,
        )
        # Boats in each other's way would do the same for ever, each thinking it best.
        if value.stuck == view["seat"] and self.chance.below(2):
            return actions[self.chance.below(len(actions))]
        if value.sets_up:
            worths = [worth**value.keenness for worth in worths]
            return actions[drawn(worths, self.chance)]
        best = max(range(len(actions)), key=worths.__getitem__)
        return actions[best]

    def value(self, rules: Rules) -> tuple[Value[Any], int]:
        """How it judges, and how many worlds it imagines at most."""
        own = value_of(rules)
        path = self.model
        if path is None and self.learned:
            path = models.usable_file(rules, for_mates=True)
        worlds = models.worlds_for_mates(rules, path) if path is not None else 0
        if path is None or worlds == 0:
            return own, MOST_WORLDS
        return models.learned(rules, own, path), worlds


def drawn(worths: list[float], chance: Stream) -> int:
    """The place of one of them, each as likely as it is large."""
    at = chance.below(PIECES) / PIECES * sum(worths)
    for i, worth in enumerate(worths):
        at -= worth
        if at < 0:
            return i
    return len(worths) - 1
