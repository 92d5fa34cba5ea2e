"""A course of training: bots play, a model is fitted, bots with the model play, and so on.

The folder of a course holds a run of the arena for each generation and number of players, and the
model fitted after each generation. The same settings in the same folder go on where they stopped:
games that were played are not played again, models that were fitted stay.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fourwinds
from fourwinds.arena import calibrating
from fourwinds.arena.schedule import deals_of, make_run_plan
from fourwinds.arena.store import RunFolder
from fourwinds.arena.tournament import Tournament
from fourwinds.arena.training.samples import (
    Choices,
    Samples,
    gather,
    gather_choices,
    play_quick_games,
)
from fourwinds.arena.workers import Executor, Processes
from fourwinds.bots import models
from fourwinds.core.errors import FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Game

# Seeds of training are odd and large, so that no one who measures takes them by chance.
FIRST_SEED = 7_000_001
# A generation is fitted to its own games and those of this many before it.
REMEMBERED = 2
SEARCHING = ("captain", "admiral")
# How much a position of a match by rules of thumb counts beside one of a bot's.
QUICK_WEIGHT = 0.1


class CannotTrain(FourWindsError):
    code = "cannot-train"


@dataclass(frozen=True)
class Recipe:
    """What a course plays: a bot for each generation, `admiral` standing for the model so far."""

    generations: tuple[tuple[str, int], ...]
    """Bots and games at the usual number of players."""
    others: float = 0.25
    """Games at each other number of players, as part of those at the usual one."""
    hidden: bool = True
    """Whether hidden units are tried."""
    quick: int = 3000
    """Games by rules of thumb, besides those of the first generations."""
    calibrated: int = 200
    """Matches, for each number of players, by which a model's chances are straightened."""


QUICK = Recipe((("mate", 160), ("admiral:40it", 160)), others=0.0, hidden=False, calibrated=60)
USUAL = Recipe((("mate", 800), ("admiral:60it", 800), ("admiral:120it", 800)))


@dataclass
class Progress:
    """How far a course has come: generation, games of all, seconds left by the pace so far."""

    generation: int
    played: int
    games: int
    left: float | None
    calibrated: tuple[int, int] | None = None
    """Matches played to calibrate the generation's model, and how many there are to be."""


class Course:
    """One course in its folder."""

    def __init__(
        self, game: str, folder: Path, recipe: Recipe, seed: int = 0, players: int | None = None
    ) -> None:
        self.game: Game = find_game(game)
        if self.game.features is None:
            raise CannotTrain(f"{self.game.title} has no features to learn from (features.py)")
        self.folder = folder
        self.recipe = recipe
        self.seed = FIRST_SEED + 2 * seed
        self.players = [players] if players else list(self.game.seats)
        self.usual = players or self.game.usual_players

    def games_of(self, generation: int, players: int) -> int:
        """How many games a generation plays with that number of players: whole deals."""
        games = self.recipe.generations[generation][1]
        if players != self.usual:
            games = int(games * self.recipe.others)
        return deals_of(games, players) * players

    @property
    def games(self) -> int:
        return sum(
            self.games_of(generation, players)
            for generation in range(len(self.recipe.generations))
            for players in self.players
        )

    def model(self, generation: int) -> Path:
        return self.folder / f"model-{generation}.json"

    def run(
        self, executor: Executor, tell: Callable[[Progress], None], stop: threading.Event
    ) -> Path | None:
        """Play and fit all generations; the last model's file, or None if stopped before."""
        began, before = time.monotonic(), self.played()
        done = 0
        for generation in range(len(self.recipe.generations)):
            for players in self.players:
                count = self.games_of(generation, players)

                def note(played: int, done: int = done, generation: int = generation) -> None:
                    fresh = done + played - before
                    pace = (time.monotonic() - began) / fresh if fresh > 0 else None
                    left = None if pace is None else pace * (self.games - done - played)
                    tell(Progress(generation, done + played, self.games, left))

                if count > 0:
                    with self._open(generation, players) as folder:
                        Tournament(folder, count, executor).run(note, stop)
                done += count
                if stop.is_set():
                    return None
            if not self.model(generation).is_file():
                self._fit(generation)
            if not self._calibrate(generation, executor, tell, stop):
                return None
        return self.model(len(self.recipe.generations) - 1)

    def played(self) -> int:
        """Games there already are."""
        found = 0
        for generation in range(len(self.recipe.generations)):
            for players in self.players:
                path = self._run_folder(generation, players) / "games.jsonl"
                if path.is_file():
                    with path.open("rb") as file:
                        lines = sum(1 for line in file if line.endswith(b"\n"))
                    found += min(lines, self.games_of(generation, players))
        return found

    def _run_folder(self, generation: int, players: int) -> Path:
        return self.folder / f"generation-{generation}-players-{players}"

    def _open(self, generation: int, players: int) -> RunFolder:
        bot = self.recipe.generations[generation][0]
        if bot.startswith("admiral") and generation > 0:
            bot = f"{bot}@{self.model(generation - 1)}"
        seed = self.seed + 1000 * generation + 10 * players
        plan = make_run_plan(self.game.id, [bot] * players, seed)
        return RunFolder(self._run_folder(generation, players), plan)

    def _samples(self, generation: int) -> Iterator[Samples]:
        for players in self.players if generation < REMEMBERED else ():
            games = self.recipe.quick
            if players != self.usual:
                games = int(games * self.recipe.others)
            if games > 0:
                rules = self.game.rules(players)
                yield play_quick_games(rules, games, self.seed + players, QUICK_WEIGHT)
        for earlier in range(max(0, generation - REMEMBERED), generation + 1):
            for players in self.players:
                if self.games_of(earlier, players) > 0:
                    with self._open(earlier, players) as folder:
                        found = gather(folder.plan, folder.outcomes.values())
                    if found.count:
                        yield found

    def _choices(self, generation: int) -> Iterator[Choices]:
        """Those of bots that search: what others choose is what rules of thumb know already."""
        for earlier in range(max(0, generation - REMEMBERED), generation + 1):
            for players in self.players:
                bot = self.recipe.generations[earlier][0]
                if bot.startswith(SEARCHING) and self.games_of(earlier, players) > 0:
                    with self._open(earlier, players) as folder:
                        found = gather_choices(folder.plan, folder.outcomes.values())
                    if found is not None and found.x:
                        yield found

    def _fit(self, generation: int) -> None:
        # Here and not above: NumPy is needed for training alone.
        try:
            from fourwinds.arena.training import fit, thumb
        except ImportError:
            raise CannotTrain(
                "training needs NumPy; install it with: pip install 'fourwinds[learn]'"
            ) from None
        samples = list(self._samples(generation))
        if not samples:
            raise CannotTrain(f"{self.folder}: no game was finished, so there is nothing to fit")
        rules = self.game.rules(self.usual)
        assert self.game.features is not None
        names = self.game.features(rules).names
        fitted = fit.fit(samples, self.usual, names, self.seed, self.recipe.hidden)
        fitted.data["alone"] = fit.fit_alone(
            samples, self.usual, fitted, self.seed, self.recipe.hidden
        )
        choices = list(self._choices(generation))
        if choices:
            fitted.data["thumb"], foreseen = thumb.fit_thumb(choices)
            fitted.report |= foreseen
        data: dict[str, Any] = {
            "format": models.FORMAT,
            "game": self.game.id,
            "digest": models.rules_digest(self.game, rules.components.digest),
            "players": self.players,
            "card": {
                "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "fourwinds": fourwinds.__version__,
                "rules_version": self.game.rules_version,
                "seed": self.seed,
                "players": self.players,
                "generations": [
                    {"bot": bot, "games": self._count(number)}
                    for number, (bot, _) in enumerate(self.recipe.generations[: generation + 1])
                ],
                "quick_games": self.recipe.quick if generation < REMEMBERED else 0,
                "positions": sum(one.count for one in samples),
                "held_out": fitted.report,
            },
        } | fitted.data
        models.build(data, rules, "the model fitted")
        models.write(self.model(generation), data)

    def _calibrate(
        self,
        generation: int,
        executor: Executor,
        tell: Callable[[Progress], None],
        stop: threading.Event,
    ) -> bool:
        """Find out how far the chances of searches with the generation's model come true, and keep
        it in its file; False if stopped before. Matches played are kept too."""
        path = self.model(generation)
        matches = self.recipe.calibrated
        before = models.slopes(path)
        processes = executor.count if isinstance(executor, Processes) else 1
        every = len(self.players) * matches
        played = self.played()
        for place, players in enumerate(self.players):
            if players in before or matches == 0:
                continue
            kept = self.folder / f"chances-{generation}-players-{players}.jsonl"
            found = _kept_samples(kept)
            with kept.open("a", encoding="utf-8") as file:
                believed = calibrating.of_matches(
                    self.game.id,
                    players,
                    self.seed + generation,
                    range(len(found), matches),
                    [calibrating.Question(path), calibrating.Question(path, luck=True)],
                    processes,
                )
                for match in believed:
                    found.append(match)
                    rows = [[dataclasses.astuple(each) for each in part] for part in match]
                    file.write(json.dumps(rows) + "\n")
                    file.flush()
                    done = (place * matches + len(found), every)
                    tell(Progress(generation, played, self.games, None, done))
                    if stop.is_set():
                        return False
            searched, weighed = (
                [each for match in found[:matches] for each in match[part]] for part in (0, 1)
            )
            if searched:
                fitted = calibrating.calibrate(searched, weighed, players, matches)
                models.calibrate(path, players, fitted, used=True)
        return True

    def _count(self, generation: int) -> dict[str, int]:
        return {str(players): self.games_of(generation, players) for players in self.players}


def _kept_samples(path: Path) -> list[calibrating.Believed]:
    """The samples of matches that were played before, match by match; of a line that a power cut
    left in pieces, none."""
    if not path.is_file():
        return []
    whole = [line for line in path.read_text(encoding="utf-8").splitlines(True) if line[-1] == "\n"]
    path.write_text("".join(whole), encoding="utf-8")
    return [
        [[calibrating.Sample(*each) for each in part] for part in json.loads(line)]
        for line in whole
    ]
