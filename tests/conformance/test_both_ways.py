"""Compiled and interpreted rules are the same rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fourwinds
from tests.conformance import digests


def test_compiled_and_interpreted_rules_give_the_same_digests() -> None:
    source = Path(fourwinds.__file__).parent.parent
    wanted = "1" if digests.compiled() else "0"
    path = os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, digests.__file__],
        env=os.environ | {"FOURWINDS_INTERPRETED": wanted, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    other = json.loads(run.stdout)
    if other["compiled"] == digests.compiled():
        pytest.skip("this installation has no compiled rules to compare with")
    assert other["digests"] == digests.everything()
