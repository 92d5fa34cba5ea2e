"""The notebooks run from top to bottom, with small numbers, and draw what they say they draw."""

from __future__ import annotations

import json
import os
import re
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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_with_what_came_out_and_how_long_that_took(path: Path) -> None:
    kept = json.loads(path.read_text())
    assert re.search(
        r"All of it took [\d,]+ s of processor time", "".join(kept["cells"][0]["source"])
    )
    counts = [cell["execution_count"] for cell in kept["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1)), "run from top to bottom: make notebooks"
    for cell in kept["cells"]:
        if "plt.show()" in "".join(cell["source"]):
            assert any("image/png" in out.get("data", {}) for out in cell["outputs"])
    assert not [out for out in outputs(kept) if out["output_type"] == "error"]
    assert "/home/" not in json.dumps(outputs(kept))
