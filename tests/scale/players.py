"""People who play on whatever happens: what gets no answer is sent again under its key.

Some send their moves as requests, the others over the channel of the match.
"""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from fourwinds.match.log import Played
from fourwinds.store.store import Store

PATIENCE = 90


class Player(threading.Thread):
    """Somebody who plays all human seats of one match; `apis` are servers he may turn to."""

    def __init__(self, apis: Sequence[str], seed: int, bots: int = 0) -> None:
        super().__init__(daemon=True)
        self.apis = apis
        self.rng = random.Random(seed)
        self.bots = bots
        self.over_channel = seed % 2 == 1
        self._open = contextlib.ExitStack()
        self._channel: ClientConnection | None = None
        self.acknowledged: list[str] = []
        self.failure: BaseException | None = None
        self.stopping = threading.Event()
        self._client = httpx.Client(timeout=30)
        self._cookies: dict[str, str] = {}

    def begin(self) -> None:
        """Sit down; nothing is killed yet."""
        came = self._client.post(f"{self.apis[0]}/guests", json={"name": "Ann"})
        came.raise_for_status()
        token = self._client.post(f"{self.apis[0]}/tokens", json={"name": "player"})
        self._client.cookies.clear()
        self._client.headers["Authorization"] = f"Bearer {token.json()['token']}"
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "hot-seat"}]
        if self.bots:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "deckhand"}] * self.bots]
        setup = {"game": "santa-timea", "seats": seats, "options": {"rounds": 5}}
        made = self._client.post(f"{self.apis[0]}/matches", json=setup)
        self.match: str = made.json()["id"]
        self._client.post(f"{self.apis[0]}/matches/{self.match}/start", json={}).raise_for_status()
        self.start()

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                if not self._move():
                    time.sleep(0.01)
        except BaseException as error:
            self.failure = error

    def _move(self) -> bool:
        seen = self._ask("GET", "", None)
        if seen["table"]["status"] == "over":
            self.stopping.set()
            return False
        mine = [
            seat
            for seat, there in enumerate(seen["table"]["seats"])
            if there["bot"] is None and seat in seen["view"]["actors"]
        ]
        if not mine:
            return False
        seat = mine[0]
        asked = self._ask("GET", f"?seat={seat}&since=1000000", None)["asked"]
        if asked is None:
            return False
        key = f"{self.match}-{len(self.acknowledged)}"
        body = {
            "seat": seat,
            "decision": asked["decision"],
            "action": self.rng.choice(asked["actions"])["action"],
            "key": key,
        }
        if self.over_channel:
            self._command({"do": "play", **body})
        else:
            self._ask("POST", "/actions", body)
        self.acknowledged.append(key)
        return True

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        """Until there is an answer; each time at any of the servers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            url = f"{self.rng.choice(self.apis)}/matches/{self.match}{path}"
            try:
                came = self._client.request(method, url, json=body)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if came.status_code == 200:
                return came.json()
            assert came.status_code == 503, (came.status_code, came.text)
            time.sleep(0.05)
        raise AssertionError(f"no answer for {PATIENCE} s")

    def _command(self, command: dict[str, Any]) -> None:
        """Until it is acknowledged; after a break over another channel, to any of the servers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if self._channel is None:
                    url = f"ws{self.rng.choice(self.apis)[4:]}/matches/{self.match}/channel"
                    bearer = {"Authorization": self._client.headers["Authorization"]}
                    line = connect(url, additional_headers=bearer, open_timeout=30)
                    self._channel = self._open.enter_context(line)
                self._channel.send(json.dumps(command))
                while True:
                    came = json.loads(self._channel.recv(timeout=30))
                    if "push" not in came or "ack" in came:
                        break
            except (OSError, WebSocketException, EOFError):
                self._hang_up()
                time.sleep(0.02)
                continue
            if came.get("ack") == command["key"]:
                return
            assert came["error"]["code"] == "unavailable", came
            time.sleep(0.05)
        raise AssertionError(f"no answer for {PATIENCE} s")

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            self._open.close()
        self._channel = None

    def finish(self) -> None:
        self.stopping.set()
        self.join(PATIENCE)
        self._hang_up()
        self._client.close()
        if self.failure is not None:
            raise self.failure


def go_on(players: Sequence[Player], moves: int = 2) -> None:
    """Every match goes on: each player makes further moves, or his match is over."""
    before = [len(player.acknowledged) for player in players]
    deadline = time.monotonic() + PATIENCE
    for player, count in zip(players, before, strict=True):
        while len(player.acknowledged) < count + moves and player.is_alive():
            assert time.monotonic() < deadline, "a match does not go on"
            time.sleep(0.01)


def a_moment(players: Sequence[Player], rng: random.Random) -> None:
    """Wait for a random moment: a number of moves later, and a little more."""

    def made() -> int:
        return sum(len(player.acknowledged) for player in players)

    wanted, deadline = made() + rng.randrange(4), time.monotonic() + 2
    while made() < wanted and time.monotonic() < deadline:
        time.sleep(0.005)
    time.sleep(rng.uniform(0.0, 0.05))


def check(store: Store, players: Sequence[Player]) -> int:
    """Every acknowledged action is there, none twice; returns how many there are."""
    total = 0
    for player in players:
        stored = store.load(player.match)
        assert stored is not None
        assert [e.number for e in stored.entries] == list(range(1, len(stored.entries) + 1))
        kept = [key for (_, key) in stored.answers]
        # All answers that were given are kept; each stands for one action of its own.
        assert set(player.acknowledged) <= set(kept)
        assert len(kept) - len(player.acknowledged) in (0, 1)
        played = [
            e
            for e in stored.entries
            if isinstance(e.content, Played) and e.content.user is not None
        ]
        assert len(played) == len(kept)
        total += len(played)
    return total
