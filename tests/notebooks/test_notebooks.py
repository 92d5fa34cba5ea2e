"""The notebooks run from top to bottom, with small numbers, and draw what they say they draw."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
RUN = Path(__file__).parent / "run.py"


def outputs(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [out for cell in notebook["cells"] for out in cell.get("outputs", [])]


def test_there_is_a_notebook_for_each_step() -> None:
    names = ["look_at_a_game", "write_a_bot", "train_one", "analyse_a_match"]
    assert [path.stem.split("_", 1)[1] for path in NOTEBOOKS] == names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_draws(path: Path, tmp_path: Path) -> None:
    kept = json.loads(path.read_text())
    assert not outputs(kept), "it is kept without outputs"
    settings = {"FOURWINDS_SMALL": "1", "IPYTHONDIR": str(tmp_path), "OPENBLAS_NUM_THREADS": "1"}
    done = tmp_path / "done.ipynb"
    # A process of its own: its sockets would make this one warn when it ends.
    command = [sys.executable, str(RUN), str(path), str(done)]
    ran = subprocess.run(
        command, env=os.environ | settings, check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    found = outputs(json.loads(done.read_text()))
    assert not [out["text"] for out in found if out.get("name") == "stderr"], "no warnings either"
    drawn = [out for out in found if "image/png" in out.get("data", {})]
    assert len(drawn) == sum("plt.show()" in str(cell["source"]) for cell in kept["cells"]) >= 2
