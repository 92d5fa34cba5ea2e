from __future__ import annotations

import os
from pathlib import Path

import pytest

from fourwinds import bots
from tests.arena import simple_bots

ROOT = Path(__file__).parents[2]


@pytest.fixture
def known_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test bots, known in this process."""
    for name, maker in simple_bots.ALL.items():
        monkeypatch.setitem(bots.OURS, name, maker)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The test bots as a third party installs them, known in every process started from here."""
    info = tmp_path / "site" / "simple_bots-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: simple_bots\nVersion: 1.0\n")
    lines = [
        f"{name} = tests.arena.simple_bots:{bot.__name__}" for name, bot in simple_bots.ALL.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(["[fourwinds.bots]", *lines, ""]))
    paths = [str(info.parent), str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.syspath_prepend(str(info.parent))
    return dict(os.environ)
