"""The results of finished matches, read from their logs as they lie in the database.

It knows the entries as they were when the table of results came, and no others: later versions
write results themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

FORMER_NAME = "former player"
NONE, WON, SHARED, LOST = "none", "won", "shared", "lost"


def results_of(log: Sequence[Any]) -> list[dict[str, Any]]:
    """A row for each seat of a match that was begun and is over; [] for any other."""
    if not log or log[0].kind != "created":
        return []
    setup = log[0].data["setup"]
    seats = [
        _laid(seat, n, log[0].user, log[0].data["name"]) for n, seat in enumerate(setup["seats"])
    ]
    began, ended = False, None
    for entry in log[1:]:
        _change(seats, entry, log[0].user)
        began = began or entry.kind == "started"
        ended = entry if entry.kind == "ended" else ended
    if not began or ended is None:
        return []
    outcomes = _outcomes(seats, ended.data.get("ranking"))
    places, scores = _places(seats, ended.data), ended.data.get("scores")
    common = {
        "match": ended.match,
        "game": setup["game"],
        "players": len(seats),
        "rated": bool(setup.get("rated")),
        "private": bool(setup.get("private")),
        "ended": ended.time,
        "mu": None,
        "sigma": None,
    }
    holders = [seat["user"] for seat in seats]
    return [
        {
            **common,
            "seat": number,
            "user": None if seat["user"] in holders[:number] or seat["former"] else seat["user"],
            "name": seat["name"],
            "bot": seat["bot"],
            "outcome": NONE if holders.count(seat["user"]) > 1 and seat["user"] else outcome,
            "place": places and places[number],
            "score": None if seat["resigned"] or scores is None else scores[number],
        }
        for number, (seat, outcome) in enumerate(zip(seats, outcomes, strict=True))
    ]


def _laid(setup: dict[str, Any], number: int, host: str, name: str) -> dict[str, Any]:
    kind, given = setup["kind"], setup.get("name")
    seat = {"user": None, "bot": setup.get("bot"), "name": "", "gone": False, "former": False}
    if kind == "bot":
        seat["name"] = given or setup["bot"]
    elif kind == "me":
        seat |= {"user": host, "name": name}
    elif kind == "hot-seat":
        seat |= {"user": host, "name": given or f"{name} {number + 1}"}
    return seat | {"resigned": False}


def _change(seats: list[dict[str, Any]], entry: Any, host: str) -> None:
    """What an entry changes of who sits where; `gone` is who had a bot in his place."""
    data = entry.data
    if entry.kind == "joined":
        seats[entry.seat] |= {"user": entry.user, "name": data["name"]}
    elif entry.kind == "left":
        seats[entry.seat] |= {"user": None, "name": ""}
    elif entry.kind == "bot-seated":
        seats[entry.seat] |= {"bot": data["bot"], "name": data["bot"]}
    elif entry.kind in ("replaced", "timed-out", "resigned"):
        seats[entry.seat]["gone"] = True
        seats[entry.seat]["resigned"] |= entry.kind == "resigned"
    elif entry.kind == "returned":
        seats[entry.seat]["gone"] = False
    elif entry.kind == "renamed":
        for seat in seats:
            if seat["user"] == entry.user and seat["user"] is not None:
                seat["name"] = data["name"]
    elif entry.kind == "forgotten":
        for number in data["seats"]:
            seats[number] |= {"name": FORMER_NAME, "former": True}


def _outcomes(seats: list[dict[str, Any]], ranking: list[int] | None) -> list[str]:
    stayed = [n for n, seat in enumerate(seats) if not seat["resigned"]]
    if ranking is None or not stayed:
        return [NONE] * len(seats)
    best = min(ranking[n] for n in stayed)
    first = [n for n in stayed if ranking[n] == best]
    won = WON if len(first) == 1 else SHARED
    return [won if n in first else LOST for n in range(len(seats))]


def _places(seats: list[dict[str, Any]], ended: dict[str, Any]) -> list[int] | None:
    """As ratings count: who is gone shares the last place."""
    ranking = ended.get("ranking")
    if ranking is None:
        return None
    places = ranking if ended["by"] == "rules" else [1] * len(seats)
    return [
        len(seats) if seat["gone"] else place for seat, place in zip(seats, places, strict=True)
    ]
