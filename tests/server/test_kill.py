"""The server is killed at random moments: no acknowledged action is lost, none is there twice."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
from pathlib import Path

import httpx

from fourwinds.store.store import Store
from tests.server.running import free_port, start

KILLS = 10


def test_no_acknowledged_action_is_lost_or_doubled(tmp_path: Path) -> None:
    database, port, rng = tmp_path / "fourwinds.db", free_port(), random.Random(1)
    api = f"http://127.0.0.1:{port}/api/v1"
    client = httpx.Client(timeout=5)
    match, acknowledged = "", 0
    pending: dict[str, object] | None = None
    for round_number in range(KILLS):
        process = start(database, port)
        if not match:
            client.post(f"{api}/guests", json={"name": "Ann"}).raise_for_status()
            seats = [{"kind": "me"}, {"kind": "hot-seat"}, {"kind": "hot-seat"}]
            plan = {"game": "santa-timea", "seats": seats}
            match = client.post(f"{api}/matches", json=plan).json()["id"]
            client.post(f"{api}/matches/{match}/start").raise_for_status()
        killer = threading.Timer(rng.uniform(0.05, 0.4), process.send_signal, [signal.SIGKILL])
        killer.start()
        with contextlib.suppress(httpx.TransportError):
            while True:
                if pending is None:
                    seat = next_seat(client, f"{api}/matches/{match}")
                    if seat is None:
                        break
                    seen = client.get(f"{api}/matches/{match}", params={"seat": seat}).json()
                    action = rng.choice(seen["asked"]["actions"])["action"]
                    key = f"{round_number}-{acknowledged}"
                    decision = seen["asked"]["decision"]
                    pending = {"seat": seat, "decision": decision, "action": action, "key": key}
                # After a break the same request is sent again, under the same key.
                came = client.post(f"{api}/matches/{match}/actions", json=pending)
                assert came.status_code == 200, came.text
                acknowledged += 1
                pending = None
        killer.join()
        process.wait()
    client.close()
    store = Store.open(f"sqlite:///{database}")
    stored = store.load(match)
    store.close()
    assert stored is not None
    played = [entry for entry in stored.entries if entry.kind == "played"]
    assert acknowledged > KILLS
    # The last request may have reached the disk without its answer reaching us.
    assert acknowledged <= len(played) <= acknowledged + (pending is not None)
    assert [entry.number for entry in stored.entries] == list(range(1, len(stored.entries) + 1))


def next_seat(client: httpx.Client, url: str) -> int | None:
    actors = client.get(url, params={"since": 10**6}).json()["view"]["actors"]
    return actors[0] if actors else None
