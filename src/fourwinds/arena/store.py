"""The folder of a run.

run.json        what was asked for: the plan, versions, the digest of the rules
games.jsonl     one line a game, written as it ends; all else follows from these two
results.json    the summary
report.html     the same for people, with plots
games.parquet   one row for each seat of each game (with pyarrow)
decisions.parquet, records/, balance.md ...   if wanted

The same plan in the same folder goes on where it stopped. A line torn by a crash is dropped: that
game is played again.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import fourwinds
from fourwinds.arena.contest import Outcome
from fourwinds.arena.schedule import RunPlan
from fourwinds.core.errors import FourWindsError

FORMAT = 1


class BadRun(FourWindsError):
    """A folder that cannot hold this run."""

    code = "bad-run"


class RunFolder:
    """One run's folder, open for writing by this process alone."""

    def __init__(self, path: Path, plan: RunPlan) -> None:
        self.path = path
        self.plan = plan
        self.rules = plan.rules()
        self.outcomes: dict[tuple[int, int], Outcome] = {}
        self.torn = False
        path.mkdir(parents=True, exist_ok=True)
        self._check_run()
        self._file = os.open(self.games, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._lock()
            self._load()
        except BaseException:
            os.close(self._file)
            raise

    @property
    def games(self) -> Path:
        return self.path / "games.jsonl"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def append(self, outcome: Outcome) -> None:
        """Keep a game; once this returns, no crash of ours loses it."""
        line = json.dumps(outcome.json(), separators=(",", ":")) + "\n"
        data = line.encode()
        while data:
            data = data[os.write(self._file, data) :]
        self.outcomes[outcome.number] = outcome

    def write(self, name: str, text: str) -> Path:
        """Write a file whole or not at all."""
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
        return path

    def header(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "fourwinds": fourwinds.__version__,
            "rules_version": self.rules.game.rules_version,
            "rules": self.rules.digest,
            "plan": self.plan.json(),
        }

    def _check_run(self) -> None:
        path = self.path / "run.json"
        wanted = self.header()
        if not path.exists():
            if self.games.exists():
                raise BadRun(f"{self.path}: expected run.json beside games.jsonl")
            python = ".".join(map(str, sys.version_info[:3]))
            self.write("run.json", json.dumps(wanted | {"python": python}, indent=1) + "\n")
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadRun(f"{path}: expected the settings of a run ({error})") from None
        if not isinstance(found, dict):
            raise BadRun(f"{path}: expected the settings of a run")
        for name in wanted:
            if found.get(name) != wanted[name]:
                raise BadRun(f"{path} is of another run: {_difference(name, wanted, found)}")

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadRun(f"{self.path}: another process is writing to this run") from None

    def _load(self) -> None:
        good = 0
        with self.games.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    self.torn = True
                    break
                try:
                    outcome = Outcome.read(json.loads(line))
                    known = len(outcome.places) == self.plan.players
                except (ValueError, TypeError, KeyError):
                    known = False
                if not known:
                    raise BadRun(f"{self.games}, line {number}: expected a game of this run")
                self.outcomes.setdefault(outcome.number, outcome)
                good += len(line)
        if self.torn:
            os.ftruncate(self._file, good)


def _difference(name: str, wanted: dict[str, Any], found: dict[str, Any]) -> str:
    mine, theirs = wanted[name], found.get(name)
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in mine:
            if mine[key] != theirs.get(key):
                return _difference(key, mine, theirs)
    return f"{name}: expected {mine!r:.80}, got {theirs!r:.80}"
