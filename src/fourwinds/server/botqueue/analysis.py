"""Hints during a match, and the analysis of every move after it, computed by bot processes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any

from fourwinds.core import review
from fourwinds.match.replay import Replay
from fourwinds.server.botqueue.analysis_jobs import advise, judge, solve, weigh
from fourwinds.server.botqueue.fair_queue import FairQueue
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.store.history import History
from fourwinds.store.studies import Studies

log = logging.getLogger("fourwinds.server")
HINT = "800ms"
PUZZLE = "300ms"
MOST_HINTS = 1000
# A whole match is thought over for about so long (with all around it, a minute at most), but no
# move longer or shorter than that.
WHOLE = 40_000
LONGEST = 300
SHORTEST = 20
# Luck is weighed in runs of this many moves, for about this long in all.
RUN = 8
WHOLE_LUCK = 8_000
LONGEST_RUN = 1_000
SAVE_EVERY = 5_000
# If nothing was written for so long, the server that thought is gone.
STALE = 30_000
STUDIES = "studies"  # in the queue of workers they are one person among the others
SET_UP = "set-up"


class Analyser:
    """Hints are remembered for each decision; of studies one is thought over at a time, of those
    who ask for them in turn."""

    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.studies = Studies(registry.store.engine)
        self.history = History(registry.store.engine)
        self._hints: OrderedDict[tuple[str, int, str], asyncio.Task[Any]] = OrderedDict()
        self._puzzles: OrderedDict[tuple[str, int, int], asyncio.Task[Any]] = OrderedDict()
        self._studies: dict[str, dict[str, Any]] = {}
        self._turns = FairQueue(1)
        self._counting = asyncio.Lock()

    async def hint(self, match_id: str, user: str, seat: int) -> list[dict[str, Any]]:
        """What an admiral would consider in that seat, from what its player sees."""
        live = await self.registry.get(match_id)
        async with live.lock:
            self.registry.check_access(live.match, user, None, None)
            job = live.match.advice(user, seat)
        asked = (match_id, seat, job["decision"])
        task = self._hints.get(asked)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(
                self.registry.bot_queue.study(advise, job, HINT, user, match_id)
            )
            self._hints[asked] = task
            if len(self._hints) > MOST_HINTS:
                self._hints.popitem(last=False)
        found: list[dict[str, Any]] = await asyncio.shield(task)
        return found

    async def advise_set_up(self, job: dict[str, Any], user: str) -> list[dict[str, Any]]:
        """The same in a position that somebody set up."""
        found: list[dict[str, Any]] = await self.registry.bot_queue.study(
            advise, job, HINT, user, SET_UP
        )
        return found

    async def explain_puzzle(
        self, answered: tuple[str, int, int], job: dict[str, Any], person: str
    ) -> dict[str, Any]:
        """Why the answer of a puzzle is right or wrong; thought over once for everybody.

        `person` is who asks, or from where somebody does who is not signed in.
        """
        task = self._puzzles.get(answered)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            match = f"{answered[0]}-{answered[1]}"
            task = asyncio.create_task(
                self.registry.bot_queue.study(solve, job, PUZZLE, person, match)
            )
            self._puzzles[answered] = task
            if len(self._puzzles) > MOST_HINTS:
                self._puzzles.popitem(last=False)
        found: dict[str, Any] = await asyncio.shield(task)
        return found

    async def study(
        self, match_id: str, user: str | None, invitation: str | None
    ) -> dict[str, Any]:
        """The judgement of a finished match as far as it has come; begun when first asked for."""
        live = await self.registry.get(match_id)
        async with live.lock:
            self.registry.check_access(live.match, user, None, invitation)
            replay = Replay(live.match, self.registry.sources.now())
        running = self._studies.get(match_id)
        if running is not None:
            return running
        kept = await self.registry.call_store(self.studies.find, match_id)
        now = self.registry.sources.now()
        if kept is not None and (_is_whole(kept[1]) or now - kept[0] < STALE):
            return kept[1]
        # To go through a long match takes its time: beside the loop, one at a time.
        async with self._counting:
            decisions = await asyncio.to_thread(replay.decisions)
        runs = -(-len(replay.moves) // RUN)
        begun: dict[str, Any] = {"of": decisions, "moves": [], "runs": runs, "luck": []}
        if kept is not None:
            # One that was kept before luck was weighed goes on with that.
            begun |= {"moves": kept[1]["moves"], "luck": kept[1].get("luck", [])}
        running = self._studies.setdefault(match_id, begun)
        if running is begun:
            self.registry.start_task(self._think(match_id, replay, begun, user or ""))
        return running

    async def _think(
        self, match_id: str, replay: Replay, study: dict[str, Any], person: str
    ) -> None:
        """What is to be judged is made when its turn has come: many wait, and it is large."""
        budget = f"{max(SHORTEST, min(LONGEST, WHOLE // max(1, study['of'])))}ms"
        run_budget = f"{max(SHORTEST, min(LONGEST_RUN, WHOLE_LUCK // max(1, study['runs'])))}ms"
        queue = self.registry.bot_queue
        try:
            async with self._turns.slot(person, match_id):
                saved = 0
                jobs = replay.jobs(len(study["moves"]))
                while (job := await asyncio.to_thread(next, jobs, None)) is not None:
                    found = await queue.study(judge, job, budget, STUDIES, match_id)
                    study["moves"].append(found)
                    saved = await self._keep(match_id, study, saved)
                runs = await asyncio.to_thread(replay.runs, RUN)
                for run in runs[len(study["luck"]) :]:
                    found = await queue.study(weigh, run, run_budget, STUDIES, match_id)
                    study["luck"].append(found)
                    saved = await self._keep(match_id, study, saved)
        finally:
            self._studies.pop(match_id, None)

    async def _keep(self, match_id: str, study: dict[str, Any], saved: int) -> int:
        """Write a study down now and then, and when it is whole; returns when that was."""
        now = self.registry.sources.now()
        if now - saved <= SAVE_EVERY and not _is_whole(study):
            return saved
        await self.registry.call_store(self.studies.keep, match_id, now, study)
        if _is_whole(study):
            await self.registry.call_store(self.history.judge, match_id, _accuracies(study))
        return now


def _accuracies(study: dict[str, Any]) -> list[float | None]:
    """How well each seat played."""
    moves = study["moves"]
    seats = 1 + max((each["seat"] for each in moves), default=-1)
    return [
        review.accuracy((each["chance"], each["loss"]) for each in moves if each["seat"] == seat)
        for seat in range(seats)
    ]


def _is_whole(study: dict[str, Any]) -> bool:
    weighed = "runs" in study and len(study["luck"]) == study["runs"]
    return bool(weighed and len(study["moves"]) == study["of"])
