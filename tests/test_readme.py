"""The README's example runs as it stands there."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_example_of_the_readme_runs() -> None:
    came = doctest.testfile(str(README), module_relative=False)
    assert came.attempted >= 8
    assert came.failed == 0
