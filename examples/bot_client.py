"""A bot of your own at a Four Winds server: it joins a match and plays it to the end.

    python bot_client.py https://play.example.org MATCH TOKEN

A token is made in your settings, or by POST /api/v1/tokens. The bot then plays like anybody: it is
sent what a person in its seat sees. Put a better idea into `choose`; all it needs is in `asked`
(what may be done, in words and codes) and `view` (what lies on the table). Needs httpx, websockets.
"""

import json
import random
import sys

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(view, asked):
    return random.choice(asked["actions"])["action"]


def play(server, match, token):
    bearer = {"Authorization": f"Bearer {token}"}
    url = f"{server}/api/v1/matches/{match}"
    api = httpx.Client(headers=bearer)
    joined = api.post(f"{url}/seats", json={})
    if joined.json().get("error", {}).get("code") not in (None, "already-seated"):
        sys.exit(joined.json()["error"]["message"])
    heard = 0
    while True:
        channel = connect(
            f"{url}/channel?since={heard}".replace("http", "ws", 1), additional_headers=bearer
        )
        try:
            for frame in channel:
                message = json.loads(frame)
                heard, asked = message["number"], message["asked"]
                if message["table"]["status"] == "over":
                    channel.close()
                    return message["table"]["result"]
                if asked and not asked["chosen"]:
                    move = {"seat": message["viewer"], "decision": asked["decision"]}
                    move["action"] = choose(message["view"], asked)
                    api.post(
                        f"{url}/actions", json={**move, "key": move["decision"].replace(".", "-")}
                    )
        except ConnectionClosed:
            continue  # connect again: what was missed is sent then


if __name__ == "__main__":
    print(play(*sys.argv[1:4]))
