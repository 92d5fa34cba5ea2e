"""Footprint: how long the server takes to start, and what matches cost in memory.

    python bench/footprint.py --matches 1000

Matches are played a while and left alone. First all of them are in memory at once, as if each had
just been looked at; then nobody looks, and they leave it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from load import call, free_port

from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.store.store import Store

IDLE = 5
UNLIMITED = ("REQUESTS", "BURST", "STRANGERS", "MATCHES", "SOCKETS", "PLACE_SOCKETS", "CONNECTIONS")


def resident(process: int) -> float:
    """Megabytes of a process that are in memory."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise SystemExit("no such process")


def fill(url: str, matches: int, moves: int, game: str) -> list[str]:
    """Matches of two, each played for that number of moves."""
    store, rng, ids = Store.open(url), random.Random(1), []
    setup = MatchSetup(game, (SeatSetup("me"), SeatSetup("hot-seat")))
    for _ in range(matches):
        secret = secrets.token_bytes(32)
        match = Match.create(secrets.token_hex(8), setup, "ann", "Ann", secret, ["a", "b"], 0)
        match.start("ann", 1)
        for number in range(moves):
            if match.state is None or match.state.over:
                break
            seat = match.state.actors[0]
            action = rng.choice(match.state.actions(seat))
            match.play("ann", seat, action, match.decision(seat), number)
        store.append(match, match.take_fresh(), None)
        ids.append(match.id)
    store.close()
    return ids


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--game", default="santa-timea")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/fourwinds.db"
        ids = fill(url, wanted.matches, wanted.moves, wanted.game)
        port = free_port()
        words = [sys.executable, "-m", "fourwinds", "serve", "--port", str(port)]
        limits = {f"FOURWINDS_{n}": "1000000" for n in UNLIMITED}
        environment = os.environ | limits | {"FOURWINDS_IDLE": str(IDLE)}
        began = time.perf_counter()
        with Path(folder, "log").open("wb") as log:
            server = subprocess.Popen(
                [*words, "--database", url], env=environment, stdout=log, stderr=log
            )
        try:
            while True:
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
                    break
                time.sleep(0.02)
            took = time.perf_counter() - began
            stat = Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
            used = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            print(
                f"started in {took:.2f} s ({used:.2f} s of a core), load {os.getloadavg()[0]:.1f}"
            )
            before = resident(server.pid)
            print(f"empty: {before:.0f} MB")
            for match in ids:
                call(f"http://127.0.0.1:{port}/api/v1/matches/{match}")
            live = resident(server.pid)
            print(f"{len(ids)} matches in memory: {live:.0f} MB ({live - before:.0f} MB more)")
            time.sleep(IDLE + 5)
            idle = resident(server.pid)
            print(f"{len(ids)} idle matches: {idle:.0f} MB ({idle - before:.0f} MB more)")
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
