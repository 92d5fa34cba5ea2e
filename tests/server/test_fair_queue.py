"""The queue of bots: in turn by person, then by match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import create_engine

from fourwinds.server.botqueue import analysis
from fourwinds.server.botqueue.analysis import Analyser
from fourwinds.server.botqueue.fair_queue import FairQueue
from fourwinds.server.live.registry import MatchRegistry


async def run(slots: int, asked: list[tuple[str, str]]) -> list[str]:
    """The order in which jobs begin that all wait while a first one holds every slot."""
    queue = FairQueue(slots)
    began: list[str] = []
    gate = asyncio.Event()

    async def hold() -> None:
        async with queue.slot("first", "m0"):
            await gate.wait()

    async def work(person: str, match: str, number: int) -> None:
        async with queue.slot(person, match):
            began.append(f"{person} {match} {number}")
            await asyncio.sleep(0)

    holders = [asyncio.create_task(hold()) for _ in range(slots)]
    await asyncio.sleep(0)
    jobs = [asyncio.create_task(work(*who, i)) for i, who in enumerate(asked)]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*holders, *jobs)
    return began


def test_one_persons_hundred_bots_delay_another_by_one_thought_at_most() -> None:
    asked = [("mallory", f"m{i}") for i in range(100)] + [("ann", "a")]
    began = asyncio.run(run(1, asked))
    assert len(began) == 101
    assert began.index("ann a 100") <= 1


def test_people_and_their_matches_take_turns() -> None:
    asked = [("ann", "a"), ("ann", "a"), ("ann", "b"), ("ben", "c"), ("ben", "c")]
    began = asyncio.run(run(1, asked))
    assert began == ["ann a 0", "ben c 3", "ann b 2", "ben c 4", "ann a 1"]


def test_shares_are_even_while_everybody_waits() -> None:
    people = [("mallory", "m")] * 60 + [("ann", "a")] * 20 + [("ben", "b")] * 20
    began = asyncio.run(run(2, people))
    first = [each.split()[0] for each in began[:60]]
    assert {who: first.count(who) for who in ("mallory", "ann", "ben")} == {
        "mallory": 20,
        "ann": 20,
        "ben": 20,
    }


def test_who_gives_up_waiting_leaves_no_slot_behind() -> None:
    async def scene() -> None:
        queue = FairQueue(1)
        async with queue.slot("ann", "a"):
            waiting = asyncio.create_task(queue.slot("ben", "b").__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(5), queue.slot("cid", "c"):
            pass
        async with asyncio.timeout(5), queue.slot("cid", "c"):
            pass

    asyncio.run(scene())


class Pretence:
    """What an analyser needs of a registry: matches of one move each, and a note of who thinks."""

    def __init__(self) -> None:
        self.store = SimpleNamespace(engine=create_engine("sqlite://"))
        self.sources = SimpleNamespace(now=lambda: 0)
        self.bot_queue = self
        self.studied: list[tuple[str, str]] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.gate = asyncio.Event()

    async def study(self, call: object, job: object, budget: str, person: str, match: str) -> Any:
        self.studied.append((person, match))
        await self.gate.wait()
        return {"seat": 0, "chance": 0.5, "loss": 0.0}

    async def get(self, match_id: str) -> Any:
        return SimpleNamespace(lock=asyncio.Lock(), match=match_id)

    def check_access(self, *asked: object) -> None:
        pass

    async def call_store(self, call: Callable[..., object], *asked: object) -> None:
        pass

    def start_task(self, work: Any) -> None:
        self.tasks.append(asyncio.create_task(work))


def test_one_persons_many_studies_delay_another_by_one_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replay = SimpleNamespace(
        decisions=lambda: 1, jobs=lambda first: iter([{}]), runs=lambda length: [], moves=[]
    )
    monkeypatch.setattr(analysis, "Replay", lambda match, now: replay)
    there = Pretence()

    async def scene() -> None:
        analyser = Analyser(cast(MatchRegistry, there))
        for number in range(30):
            await analyser.study(f"m{number}", "mallory", None)
        await analyser.study("a", "ann", None)
        while not there.studied:
            await asyncio.sleep(0.01)
        assert len(there.studied) == 1  # one runs and all others wait
        there.gate.set()
        await asyncio.gather(*there.tasks)

    asyncio.run(scene())
    assert len(there.studied) == 31
    assert ("studies", "a") in there.studied[:3]  # the one that runs, and one more


def test_puzzles_are_explained_to_people_in_turn() -> None:
    there = Pretence()
    there.gate.set()

    async def scene() -> None:
        analyser = Analyser(cast(MatchRegistry, there))
        await analyser.explain_puzzle(("santa-timea", 1, 7), {}, "ann")
        await analyser.explain_puzzle(("santa-timea", 1, 7), {}, "ben")

    asyncio.run(scene())
    assert there.studied == [("ann", "santa-timea-1")]  # and thought over once
