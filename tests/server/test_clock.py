"""Time that passes steadily, however the clock of the machine is set."""

from __future__ import annotations

import logging

import pytest

from fourwinds.server.runtime.clock import SECOND, SteadyClock
from fourwinds.server.settings import Sources

DAY = 86_400


class Machine:
    """The clock of a machine, in seconds, and time as it passes."""

    def __init__(self) -> None:
        self.wall = 20_000 * DAY
        self.passed = 5
        self.clock = SteadyClock(lambda: self.wall * SECOND, lambda: self.passed * SECOND)

    def wait(self, seconds: int) -> int:
        """How much time has passed by the clock, in milliseconds."""
        before = self.clock()
        for _ in range(seconds):
            self.wall += 1
            self.passed += 1
            self.clock()
        return self.clock() - before


def test_it_says_what_the_machine_says() -> None:
    machine = Machine()
    assert machine.clock() == machine.wall * 1000
    assert machine.wait(100) == 100_000
    assert machine.clock() == machine.wall * 1000


@pytest.mark.parametrize("leap", [-120, 120, DAY])
def test_who_has_a_minute_left_keeps_it_when_the_clock_is_set(
    leap: int, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    machine.wait(3)
    machine.wall += leap
    with caplog.at_level(logging.WARNING):
        assert 53_000 <= machine.wait(60) <= 67_000
    assert len(caplog.records) == 1


@pytest.mark.parametrize("leap", [-120, 120])
def test_it_follows_the_machine_in_the_end_and_never_goes_back(leap: int) -> None:
    machine = Machine()
    machine.wall += leap
    for _ in range(1300):
        assert machine.wait(1) >= 0
    assert machine.clock() == machine.wall * 1000


def test_where_no_other_clock_is_there_the_machines_own_counts() -> None:
    wall = [10_000 * SECOND]
    clock = SteadyClock(lambda: wall[0], lambda: wall[0])
    for seconds in (0, 10, 9000, 9001):
        wall[0] = seconds * SECOND
        assert clock() == seconds * 1000


def test_servers_go_by_it() -> None:
    assert isinstance(Sources().now, SteadyClock)
