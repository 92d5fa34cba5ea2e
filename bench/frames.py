"""How smoothly scenes run on a slow laptop: frames dropped while a match is staged.

    python -m bench.frames [GAME ...] [--slower 4] [--moves 12]

A browser whose processor is slowed down plays some moves with all scenes; every frame between two
questions is timed. A frame counts as dropped for each further 1/60 s that it took.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.visitor import Visitor, chromium
from tests.server.running import server

import fourwinds as fw
from fourwinds import bots

BEGIN = """() => {
  window.frames_seen = [];
  const look = (now) => {
    if (document.body.dataset.idle === 'false') window.frames_seen.push(now);
    else window.frames_seen.push(null);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
FRAME = 1000 / 60
SIZE = {"width": 1360, "height": 800}


def measure(visitor: Visitor, game: str, moves: int) -> dict[str, Any]:
    """Play some moves at the usual pace and return what the frames of their scenes took."""
    seats = ["me", *["mate"] * (fw.game(game).usual_players - 1)]
    match = visitor.started(game, seats)
    visitor.open(match)
    visitor.page.evaluate(BEGIN)
    mate = bots.make("mate", 1)
    for _ in range(moves):
        if not _asked(visitor):
            break
        move = visitor.advised(match, mate)
        if move is not None:
            body = {name: move[name] for name in ("action", "decision", "seat")}
            visitor.post(f"/matches/{match}/actions", body)
    _asked(visitor)
    times = visitor.page.evaluate("window.frames_seen")
    took = [b - a for a, b in itertools.pairwise(times) if a is not None and b is not None]
    dropped = sum(max(0, round(each / FRAME) - 1) for each in took)
    return {"frames": len(took), "dropped": dropped, "longest": max(took, default=0.0)}


def _asked(visitor: Visitor) -> bool:
    """Go on where a scene waits, until something is asked or the match is over."""
    page = visitor.page
    while True:
        page.wait_for_timeout(100)
        if page.locator("#result").count():
            return False
        if page.locator("[data-continue]").count():
            page.keyboard.press("Space")
        elif page.locator("body[data-idle=true] [data-choice]").count():
            return True


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(fw.games()))
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--moves", type=int, default=12)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        server(Path(folder, "fourwinds.db")) as address,
    ):
        for game in wanted.games:
            visitor = Visitor(
                browser, address, pace=1, viewport=SIZE, reduced_motion="no-preference"
            )
            visitor.guest("Ada")
            client = visitor.context.new_cdp_session(visitor.page)
            client.send("Emulation.setCPUThrottlingRate", {"rate": wanted.slower})
            found = measure(visitor, game, wanted.moves)
            share = found["dropped"] / max(1, found["frames"] + found["dropped"])
            print(
                f"{game}: {found['frames']} frames, {found['dropped']} dropped ({share:.1%}),"
                f" the longest {found['longest']:.0f} ms, {wanted.slower:g} times slower",
                flush=True,
            )
            visitor.close()


if __name__ == "__main__":
    main()
