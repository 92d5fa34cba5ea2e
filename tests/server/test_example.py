"""The example of a bot over the API plays a whole match at a live server."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server.running import server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


def test_the_example_plays_a_whole_match(tmp_path: Path) -> None:
    with server(tmp_path / "fourwinds.db") as url, httpx.Client(base_url=f"{url}/api/v1") as host:
        host.post("/guests", json={"name": "Ann"}).raise_for_status()
        with httpx.Client(base_url=f"{url}/api/v1") as owner:
            owner.post("/guests", json={"name": "Bot's owner"}).raise_for_status()
            token = owner.post("/tokens", json={"name": "my bot"}).json()["token"]
        seats = [{"kind": "open"}, {"kind": "bot", "bot": "deckhand"}]
        setup = {"game": "santa-timea", "seats": seats, "options": {"rounds": 1}}
        match = host.post("/matches", json=setup).json()["id"]
        words = [sys.executable, str(EXAMPLE), url, match, token]
        bot = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + 30
            while host.get(f"/matches/{match}").json()["table"]["seats"][0]["free"]:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            host.post(f"/matches/{match}/start").raise_for_status()
            out, problems = bot.communicate(timeout=90)
        finally:
            bot.kill()
            bot.wait()
        assert bot.returncode == 0, problems
        assert "'winners': [" in out
        assert host.get(f"/matches/{match}").json()["table"]["result"]["by"] == "rules"


def test_the_example_is_short() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").split('"""')[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 40
