"""Tries an installed wheel: python tests/wheel.py, away from the sources. cibuildwheel runs it."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import fourwinds as fw
from fourwinds.core import state as compiled

where = Path(fw.__file__).parent
assert where.parent != Path(__file__).parents[1] / "src", f"imported from the sources: {where}"
assert (where / "web" / "index.html").is_file(), "the wheel has no web page"
assert not str(compiled.__file__).endswith(".py"), "the rules are not compiled"
for name in fw.games():
    match = fw.game(name).start(seed=1)
    rng = random.Random(1)
    for _ in range(2000):  # random players need longer than this for some games
        if match.over:
            break
        seat = match.actors[0]
        match.play(seat, rng.choice(match.actions(seat)))
    print(f"{name}: {match.scores}")
print(f"the wheel plays on Python {sys.version.split()[0]}")
