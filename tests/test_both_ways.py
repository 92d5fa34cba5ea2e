"""Compiled and interpreted rules are the same rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fourwinds
from tests import digests
from tests.sample import COMPILED


def test_compiled_and_interpreted_rules_give_the_same_digests() -> None:
    source, tests = Path(fourwinds.__file__).parents[1], Path(__file__).parents[1]
    wanted = "1" if COMPILED else "0"
    path = os.pathsep.join([str(source), str(tests), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, digests.__file__],
        env=os.environ | {"FOURWINDS_INTERPRETED": wanted, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    other = json.loads(run.stdout)
    if other["compiled"] == COMPILED:
        pytest.skip("this installation has no compiled rules to compare with")
    assert other["digests"] == digests.everything()
