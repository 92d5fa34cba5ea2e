"""The time of day for everything that is stored and for the clocks of matches.

The clock of a machine may be set: by an administrator, or by NTP after a start with a wrong one.
Were that believed at once, two minutes forward would end the moves of everybody who has less. So
the time passes steadily here, and follows the clock of the machine a little faster or slower.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

log = logging.getLogger("fourwinds.server")
MILLISECOND = 1_000_000  # nanoseconds
SECOND = 1_000 * MILLISECOND
SLEW = 10
"""A tenth faster or slower than time passes, at most."""
WORTH_SAYING = 5 * SECOND

# Time that passes also while the machine sleeps; elsewhere there is only the clock itself.
PASSING: Callable[[], int] = (
    partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    if hasattr(time, "CLOCK_BOOTTIME")
    else time.time_ns
)


class SteadyClock:
    """Milliseconds since 1970; never back, and never forward by a leap."""

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, passing: Callable[[], int] = PASSING
    ) -> None:
        """Both give nanoseconds: what the clock of the machine says, and what cannot be set."""
        self._wall = wall
        self._passing = passing
        self._looked = passing()
        self._ahead = wall() - self._looked
        self._last = 0
        self._off = False

    def __call__(self) -> int:
        at = self._passing()
        if not 0 <= at - self._looked < SECOND:
            self._follow(at)
        now = (at + self._ahead) // MILLISECOND
        if now > self._last:
            self._last = now
        return self._last

    def _follow(self, at: int) -> None:
        if at < self._looked:  # there is only the machine's own clock, and it was set back
            self._looked, self._last = at, 0
            return
        most = (at - self._looked) // SLEW
        self._looked = at
        wrong = self._wall() - at - self._ahead
        self._ahead += max(-most, min(most, wrong))
        off = abs(wrong) > WORTH_SAYING
        if off and not self._off:
            log.warning("the machine's clock was set by %+d s; it is followed slowly", wrong / 1e9)
        self._off = off


now = SteadyClock()
