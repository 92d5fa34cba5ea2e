"""A bot of your own at a Four Winds server: it joins a match and plays it to the end.

    python bot_client.py https://play.example.org MATCH TOKEN
    python bot_client.py --league santa-timea https://play.example.org TOKEN
    python bot_client.py --tournament ID https://play.example.org TOKEN

The second plays in the standing league of bots until it is stopped, table after table; the third
enters a tournament whose organiser lets programs play, and plays there to the end.

A token is made in your settings, or by POST /api/v1/tokens. The bot then plays like anybody: it is
sent what a person in its seat sees. Put a better idea into `choose`; all it needs is in `asked`
(what may be done, in words and codes) and `view` (what lies on the table). Needs httpx, websockets.
"""

import json
import random
import sys
import time

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(view, asked):
    return random.choice(asked["actions"])["action"]


def patched(old, change):
    """The server pushes what has changed: [new value], {within: change}, [] for what is gone, or
    [at, removed, *inserted] in a list."""
    if isinstance(change, list):
        if len(change) == 1:
            return change[0]
        at, removed, *inserted = change
        return old[:at] + inserted + old[at + removed :]
    if isinstance(old, list):
        return [patched(each, change.get(str(n), {})) if str(n) in change else each
                for n, each in enumerate(old)]  # fmt: skip
    new = {name: value for name, value in old.items() if change.get(name) != []}
    return new | {n: patched(old.get(n), each) for n, each in change.items() if each != []}


def play(server, match, token):
    bearer = {"Authorization": f"Bearer {token}"}
    url = f"{server}/api/v1/matches/{match}"
    joined = httpx.post(f"{url}/seats", json={}, headers=bearer)
    if joined.json().get("error", {}).get("code") not in (None, "already-seated"):
        sys.exit(joined.json()["error"]["message"])
    heard, seen = 0, None
    while True:
        address = f"{url}/channel?since={heard}".replace("http", "ws", 1)
        try:
            with connect(address, additional_headers=bearer) as channel:
                for frame in channel:
                    came = json.loads(frame)
                    if "push" not in came:
                        continue  # our move is acknowledged: it is on disk
                    seen = patched(seen, came["patch"]) if "patch" in came else came
                    heard, asked = came["number"], seen["asked"]
                    if seen["table"]["status"] == "over":
                        return seen["table"]["result"]
                    if asked and not asked["chosen"]:
                        move = {"do": "play", "seat": seen["viewer"]}
                        move["decision"] = asked["decision"]
                        move["action"] = choose(seen["view"], asked)
                        # Sent again after a break, it is not done twice: the key is the same.
                        move["key"] = asked["decision"].replace(".", "-")
                        channel.send(json.dumps(move))
        except ConnectionClosed:
            continue  # connect again: what was missed is sent then


def play_all(server, tournament, token, again):
    """Play at every table that a tournament sets for us; `again` asks for the next."""
    bearer = {"Authorization": f"Bearer {token}"}
    while True:
        seen = httpx.get(f"{server}/api/v1/tournaments/{tournament}", headers=bearer).json()
        if seen["status"] in ("over", "called-off"):
            return seen["standings"]
        for match in seen["mine"]["matches"]:
            print(match, play(server, match, token), flush=True)
        again()
        time.sleep(1)


def post(server, path, token):
    came = httpx.post(f"{server}/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    if came.status_code >= 400:
        sys.exit(came.json()["error"]["message"])
    return came.json()


def main(first, *rest):
    if first == "--league":
        game, server, token = rest
        while True:  # every day has a league of its own
            enter = lambda: post(server, f"/bot-league/{game}", token)  # noqa: E731
            play_all(server, enter()["tournament"], token, enter)
    elif first == "--tournament":
        tournament, server, token = rest
        post(server, f"/tournaments/{tournament}/entry", token)
        print(play_all(server, tournament, token, lambda: None))
    else:
        print(play(first, *rest))


if __name__ == "__main__":
    main(*sys.argv[1:])
