"""How long hints with reasons, and the analysis of a finished match, take at a running server.

    python -m bench.hints                        # 25 hints and one analysis of every game
    python -m bench.hints regatta --hints 50 --no-analysis

A person plays four-player matches against mates over HTTP and asks for a hint at every few of his
decisions, as the page does when one is asked for; then one finished match is analysed and asked
about every second, as the page does. Prints seconds from request to answer.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from tests.server.running import server

import fourwinds as fw
from fourwinds import bots

# Every how manieth decision with a choice, so that hints are of the whole match.
EVERY = {"santa-timea": 2, "vor-dem-wind": 5, "winds-of-plunder": 3, "regatta": 6}


class Person:
    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=120)
        self.post("/guests", {"name": "Ada"})
        self.mate = bots.make("mate", 1)

    def get(self, path: str) -> Any:
        return self.http.get(path).raise_for_status().json()

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.http.post(path, json=body or {}).raise_for_status().json()

    def begin(self, game: str) -> str:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "mate"}] * 3]
        match = str(self.post("/matches", {"game": game, "seats": seats})["id"])
        self.post(f"/matches/{match}/start")
        return match

    def play(self, match: str, every: int, taken: list[float], most: int) -> bool:
        """Play on until there are as many hints, or to the end: whether that was reached."""
        decisions = 0
        while True:
            message = self.get(f"/matches/{match}")
            if message["table"]["status"] == "over":
                return True
            asked = message["asked"]
            if asked is None or asked["chosen"]:
                time.sleep(0.02)
                continue
            actions = [each["action"] for each in asked["actions"]]
            decisions += len(actions) > 1
            if len(actions) > 1 and decisions % every == 0 and len(taken) < most:
                start = time.perf_counter()
                hint = self.post(f"/matches/{match}/hint", {"seat": message["viewer"]})
                taken.append(time.perf_counter() - start)
                assert all(each["reasons"] for each in hint["actions"])
            action = self.mate.choose(message["view"], actions, None)
            body = {"seat": message["viewer"], "decision": asked["decision"], "action": action}
            self.post(f"/matches/{match}/actions", body)

    def analysed(self, match: str) -> tuple[float, int, int]:
        """Seconds, decisions and runs, and how often the progress had changed."""
        start = time.perf_counter()
        seen = set()
        while True:
            found = self.get(f"/matches/{match}/analysis")
            seen.add(found["done"])
            if found["status"] == "ready":
                return time.perf_counter() - start, found["of"], len(seen)
            time.sleep(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(fw.games()))
    parser.add_argument("--hints", type=int, default=25)
    parser.add_argument("--no-analysis", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "fourwinds.db") as address:
        person = Person(address)
        for game in given.games:
            taken: list[float] = []
            match, over = person.begin(game), False
            while len(taken) < given.hints:
                if over:
                    match = person.begin(game)
                over = person.play(match, EVERY[game], taken, given.hints)
            if taken:
                slowest = sorted(taken)[-3:]
                print(
                    f"{game}: {len(taken)} hints, median {median(taken):.2f} s, the slowest"
                    f" {', '.join(f'{each:.2f}' for each in slowest)}; the first {taken[0]:.2f}",
                    flush=True,
                )
            if not given.no_analysis:
                while not over:
                    over = person.play(match, EVERY[game], taken, 0)
                seconds, of, seen = person.analysed(match)
                print(f"{game}: analysed in {seconds:.1f} s ({of} steps, {seen} told)", flush=True)


if __name__ == "__main__":
    main()
