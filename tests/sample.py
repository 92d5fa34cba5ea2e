"""How much of a long test runs: all of it with the compiled rules, a fixed sample interpreted.

Interpreted rules are ten to fifty times slower. That they do the same as the compiled ones is
proven by the digests of whole matches (tests/test_both_ways.py), so that a law needs fewer examples
of them. Every test runs both ways all the same.
"""

from __future__ import annotations

from fourwinds.core import state

COMPILED = not str(state.__file__).endswith(".py")


def sample(compiled: int, interpreted: int) -> int:
    """The number of examples for the rules this run uses."""
    return compiled if COMPILED else interpreted
