"""Advice: hints during a match, and the judgement of every move after it; workers think of both."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any

from fourwinds.match.replay import Replay
from fourwinds.server.hall import Hall
from fourwinds.server.studying import advise, judge
from fourwinds.store.studies import Studies

log = logging.getLogger("fourwinds.server")
HINT = "1000ms"
MOST_HINTS = 1000
# A whole match is thought over for about so long, but no move longer or shorter than that.
WHOLE = 60_000
LONGEST = 300
SHORTEST = 30
SAVE_EVERY = 5_000
# If nothing was written for so long, the server that thought is gone.
STALE = 30_000
STUDIES = "studies"  # in the queue of workers they are one person among the others


class Adviser:
    """Hints are remembered for each decision; of studies one is thought over at a time."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.studies = Studies(hall.store.engine)
        self._hints: OrderedDict[tuple[str, int, str], asyncio.Task[Any]] = OrderedDict()
        self._studies: dict[str, dict[str, Any]] = {}
        self._turn = asyncio.Lock()

    async def hint(self, match_id: str, user: str, seat: int) -> list[dict[str, Any]]:
        """What a captain would consider in that seat, from what its player sees."""
        live = await self.hall.live(match_id)
        async with live.lock:
            self.hall.admit(live.match, user, None, None)
            job = live.match.advice(user, seat)
        asked = (match_id, seat, job["decision"])
        task = self._hints.get(asked)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self.hall.thinker.study(advise, job, HINT, user, match_id))
            self._hints[asked] = task
            if len(self._hints) > MOST_HINTS:
                self._hints.popitem(last=False)
        found: list[dict[str, Any]] = await asyncio.shield(task)
        return found

    async def study(
        self, match_id: str, user: str | None, invitation: str | None
    ) -> dict[str, Any]:
        """The judgement of a finished match as far as it has come; begun when first asked for."""
        live = await self.hall.live(match_id)
        async with live.lock:
            self.hall.admit(live.match, user, None, invitation)
            replay = Replay(live.match)
            running = self._studies.get(match_id)
            if running is not None:
                return running
            jobs = replay.jobs()
        kept = await self.hall.ask(self.studies.find, match_id)
        now = self.hall.sources.now()
        if kept is not None and (_is_whole(kept[1]) or now - kept[0] < STALE):
            return kept[1]
        begun: dict[str, Any] = {"of": len(jobs), "moves": kept[1]["moves"] if kept else []}
        running = self._studies.setdefault(match_id, begun)
        if running is begun:
            self.hall.begin(self._think(match_id, jobs, begun))
        return running

    async def _think(
        self, match_id: str, jobs: list[dict[str, Any]], study: dict[str, Any]
    ) -> None:
        budget = f"{max(SHORTEST, min(LONGEST, WHOLE // max(1, len(jobs))))}ms"
        try:
            async with self._turn:
                saved = 0
                for job in jobs[len(study["moves"]) :]:
                    found = await self.hall.thinker.study(judge, job, budget, STUDIES, match_id)
                    study["moves"].append(found)
                    now = self.hall.sources.now()
                    if now - saved > SAVE_EVERY or _is_whole(study):
                        await self.hall.ask(self.studies.keep, match_id, now, study)
                        saved = now
        finally:
            self._studies.pop(match_id, None)


def _is_whole(study: dict[str, Any]) -> bool:
    return bool(len(study["moves"]) == study["of"])
