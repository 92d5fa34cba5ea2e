"""When to run the garbage collector, which stops the whole server while it runs.

What is played leaves no cycles behind (a match that is dropped is gone at once), so that there is
little to find: what was made a moment ago is looked through often and quickly, the rest only when
nobody has asked for anything for a while, or once a day.
"""

from __future__ import annotations

import gc

YOUNG = 10_000
NEVER = 1_000_000
QUIET = 5_000
PAUSE = 600_000
DAY = 24 * 3_600_000


class GarbageCollector:
    def __init__(self, now: int) -> None:
        self._asked = self._looked = now

    @staticmethod
    def settle() -> None:
        """What is loaded by now stays; to look through it again and again would cost time."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        gc.enable()

    def busy(self, now: int) -> None:
        """Somebody asks for something."""
        self._asked = now

    def tidy(self, now: int) -> bool:
        """Look through everything if it is time; whether it was."""
        quiet = now - self._asked > QUIET and now - self._looked > PAUSE
        if not quiet and now - self._looked <= DAY:
            return False
        self._looked = now
        gc.collect()
        return True
