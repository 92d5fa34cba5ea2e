"""How smoothly scenes run on a slow laptop: frames dropped while a match is staged.

    python -m bench.frames [GAME ...] [--slower 4] [--moves 12] [--seconds 45]

A browser whose processor is slowed down plays some moves with all scenes, for at most so many
seconds a game; every frame between two questions is timed. A frame counts as dropped for each
further 1/60 s that it took.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError
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
# Where the page stands: it waits for "Continue", the match is over, or something is asked. What was
# played last has to be there first: others may have gone on since.
STANDS = """(number) => {
  if (document.querySelector('[data-continue]')) return 'waiting';
  const { idle, number: shown } = document.body.dataset;
  if (idle !== 'true' || Number(shown) < number) return false;
  if (document.querySelector('#result')) return 'over';
  return document.querySelector('[data-choice]') ? 'asked' : false;
}"""
FRAME = 1000 / 60
SIZE = {"width": 1360, "height": 800}


def measure(visitor: Visitor, game: str, moves: int, seconds: float) -> dict[str, Any]:
    """Play some moves at the usual pace and return what the frames of their scenes took."""
    seats = ["me", *["mate"] * (fw.game(game).usual_players - 1)]
    match = visitor.started(game, seats)
    visitor.open(match)
    visitor.page.evaluate(BEGIN)
    mate = bots.make("mate", 1)
    until = time.monotonic() + seconds
    played = number = 0
    while played < moves and _asked(visitor, number, until):
        move = visitor.advised(match, mate)
        if move is None:
            # A secret choice is in, and the others have not all chosen.
            visitor.page.wait_for_timeout(100)
            continue
        body = {name: move[name] for name in ("action", "decision", "seat")}
        visitor.post(f"/matches/{match}/actions", body)
        number = visitor.look(match)["number"]
        played += 1
    _asked(visitor, number, until)
    times = visitor.page.evaluate("window.frames_seen")
    took = [b - a for a, b in itertools.pairwise(times) if a is not None and b is not None]
    dropped = sum(max(0, round(each / FRAME) - 1) for each in took)
    longest = max(took, default=0.0)
    return {"moves": played, "frames": len(took), "dropped": dropped, "longest": longest}


def _asked(visitor: Visitor, number: int, until: float) -> bool:
    """Go on where a scene waits, until something is asked; False once match or time is over."""
    page = visitor.page
    while (left := until - time.monotonic()) > 0:
        try:
            found = page.wait_for_function(STANDS, arg=number, polling=100, timeout=left * 1000)
        except TimeoutError:
            return False
        stands = found.json_value()
        if stands != "waiting":
            return bool(stands == "asked")
        page.keyboard.press("Space")
        page.wait_for_timeout(50)
    return False


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(fw.games()))
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=45)
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
            found = measure(visitor, game, wanted.moves, wanted.seconds)
            share = found["dropped"] / max(1, found["frames"] + found["dropped"])
            print(
                f"{game}: {found['moves']} moves, {found['frames']} frames,"
                f" {found['dropped']} dropped ({share:.1%}), the longest {found['longest']:.0f} ms,"
                f" {wanted.slower:g} times slower",
                flush=True,
            )
            visitor.close()


if __name__ == "__main__":
    main()
