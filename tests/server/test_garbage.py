"""Garbage is looked for when nobody waits, and a match leaves none."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator

import pytest

import fourwinds as fw
from fourwinds.server.runtime.garbage import DAY, NEVER, PAUSE, QUIET, YOUNG, GarbageCollector
from tests.match.tables import move, running


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    looked: list[int] = []
    before = gc.get_threshold()
    with monkeypatch.context() as patch:
        patch.setattr(gc, "collect", lambda: looked.append(1))
        yield looked
    gc.set_threshold(*before)
    gc.unfreeze()


def test_everything_is_looked_through_when_it_is_quiet_or_once_a_day(collected: list[int]) -> None:
    memory = GarbageCollector(0)
    assert not memory.tidy(PAUSE)
    memory.busy(PAUSE)
    assert not memory.tidy(PAUSE + QUIET)
    assert memory.tidy(PAUSE + QUIET + 1)
    assert not memory.tidy(PAUSE + QUIET + 2)
    now = 2 * PAUSE + QUIET
    while not memory.tidy(now):
        memory.busy(now)
        now += QUIET
    assert PAUSE + QUIET + DAY < now <= PAUSE + 3 * QUIET + DAY
    assert len(collected) == 2


def test_what_was_loaded_is_not_looked_through_again(collected: list[int]) -> None:
    GarbageCollector.settle()
    assert collected == [1]
    assert gc.get_threshold() == (YOUNG, NEVER, NEVER)
    assert gc.get_freeze_count() > 0
    assert gc.isenabled()


@pytest.mark.parametrize("game", fw.games())
def test_a_match_that_is_dropped_is_gone_at_once(game: str) -> None:
    match = running(game)
    rng = random.Random(1)
    for now in range(40):
        move(match, rng, now)
    for viewer in (None, 0, 1):
        assert match.message(viewer, 0, 0)["view"] is not None
    with pytest.raises(fw.FourWindsError):
        match.play("nobody", 0, 99_999, "old", 10**9)
    gone = weakref.ref(match)
    gc.disable()
    try:
        del match
        assert gone() is None
    finally:
        gc.enable()
