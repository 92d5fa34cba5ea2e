"""A tournament of 32 people, by page, by API and absent, over a server that is killed three times.

CI plays two rounds of a short game; `make tournament` plays more (FOURWINDS_ROUNDS).
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from fourwinds.store.store import Store
from fourwinds.store.tournaments import Tournaments
from fourwinds.tournaments.tournament import Tournament
from tests.browser.visitor import Visitor
from tests.scale.processes import Server, generous

ROUNDS = int(os.environ.get("FOURWINDS_ROUNDS", "2"))
PEOPLE, BY_PAGE, ABSENT = 32, 2, 5
KILLS, BETWEEN_KILLS = 3, 3.0
PATIENCE = 400
BUSY = (httpx.TransportError,)


class Person:
    """Somebody whose program plays whatever is asked first."""

    def __init__(self, api: str, name: str) -> None:
        self.client = httpx.Client(base_url=api, timeout=30)
        self.post("/guests", {"name": name})

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        came = self.client.post(path, json=body or {})
        assert came.status_code < 300, (path, came.text)
        return came.json()

    def play(self, tournament: str) -> None:
        """Play on at one's tables; a server that is away is asked again later."""
        try:
            mine = self.client.get(f"/tournaments/{tournament}").json()["mine"]
            for match in mine["matches"]:
                came = self.client.get(f"/matches/{match}", params={"since": 10**6})
                seen = came.json() if came.status_code == 200 else {"asked": None}
                asked = seen["asked"]
                if asked is not None and not asked["chosen"]:
                    move = {"seat": seen["viewer"], "decision": asked["decision"]}
                    move |= {"action": asked["actions"][0]["action"]}
                    move["key"] = asked["decision"].replace(".", "-")
                    self.client.post(f"/matches/{match}/actions", json=move)
        except BUSY:
            return


def click_on(visitor: Visitor, tournament: str) -> None:
    """Go to one's table by the page of the tournament, and do there what is offered first."""
    page = visitor.page
    if "/match/" not in page.url:
        link = page.get_by_role("link", name="To your table")
        if link.count() and link.first.is_visible():
            link.first.click(timeout=5_000)
        return
    back = page.get_by_role("link", name="To the tournament")
    move = page.locator("button[data-choice]:visible, .moves button:visible")
    if back.count() and back.first.is_visible():
        back.first.click(timeout=5_000)
    elif move.count():
        move.first.click(timeout=5_000)


def test_thirty_two_people_play_a_tournament_over_a_server_that_is_killed_three_times(
    browser: Browser, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'fourwinds.db'}"
    server = Server(generous(database, pace=0), tmp_path / "log")
    server.start()
    server.wait()
    visitors: list[Visitor] = []
    people: list[Person] = []
    try:
        people += [Person(server.api, f"Person {n}") for n in range(PEOPLE - BY_PAGE)]
        organiser = people[0]
        organiser.post("/me/account", {"login": "person", "password": "correct horse"})
        there = organiser.post(
            "/tournaments",
            {
                "name": "Thirty-two",
                "game": "high-tide",
                "options": {"rounds": 1},
                "format": "swiss",
                "size": 4,
                "rounds": ROUNDS,
                "absences": 1,
                "clock": {"kind": "move", "amount": 20},
            },
        )["id"]
        for person in people:
            person.post(f"/tournaments/{there}/entry")
        for n in range(BY_PAGE):
            visitor = Visitor(browser, server.api.removesuffix("/api/v1"))
            visitors.append(visitor)
            visitor.guest(f"Page {n}")
            visitor.page.goto(f"/tournaments/{there}")
            visitor.page.get_by_role("button", name="Enter").click()
            expect(visitor.page.get_by_role("button", name="Withdraw")).to_be_visible()
        organiser.post(f"/tournaments/{there}/start")
        playing, kills = people[:-ABSENT], 0
        deadline, last_kill = time.monotonic() + PATIENCE, 0.0
        seen: dict[str, Any] = {"status": "running", "tables": []}
        while seen["status"] != "over":
            assert time.monotonic() < deadline, seen
            for person in playing:
                person.play(there)
                # All three fall while the first round waits for who is absent: as soon as it is
                # over, a short round may be played to its end in one pass.
                if kills < KILLS and time.monotonic() - last_kill > BETWEEN_KILLS:
                    server.kill()
                    server.start()
                    server.wait()
                    kills, last_kill = kills + 1, time.monotonic()
            for visitor in visitors:
                try:
                    click_on(visitor, there)
                except Exception:  # the page may change under the hand
                    continue
            try:
                seen = organiser.client.get(f"/tournaments/{there}").json()
            except BUSY:
                continue
        assert kills == KILLS
        check(seen, database, there)
        moved = [match for visitor in visitors for match in visitor.get("/me/matches")]
        assert {match["status"] for match in moved} == {"over"}
    finally:
        for visitor in visitors:
            visitor.close()
        for person in people:
            person.client.close()
        server.kill()
        server.end()


def check(seen: dict[str, Any], database: str, there: str) -> None:
    """The standings are right, and nothing was doubled or lost."""
    assert len(seen["standings"]) == PEOPLE
    tables = seen["tables"]
    assert all(table["over"] for table in tables)
    matches = [match["match"] for table in tables for match in table["matches"]]
    assert len(matches) == len(set(matches)) == len(tables)
    # Everybody sits once a round at most, and all who are not out sit or have a bye.
    for number in range(1, ROUNDS + 1):
        sat = [player for t in tables if t["round"] == number for player in t["players"]]
        assert len(sat) == len(set(sat))
    # Points counted again by hand: the share of those whom one has left behind.
    points = {line["player"]: 0.5 * line["byes"] for line in seen["standings"]}
    for table in tables:
        for seat, player in enumerate(table["players"]):
            others = [p for i, p in enumerate(table["places"]) if i != seat]
            behind = sum(
                1 if o > table["places"][seat] else 0.5 * (o == table["places"][seat])
                for o in others
            )
            points[player] += 0 if seat in table["missing"] else behind / len(others)
    for line in seen["standings"]:
        assert abs(line["points"] - points[line["player"]]) < 1e-9
    ordered = [line["points"] for line in seen["standings"]]
    assert ordered == sorted(ordered, reverse=True)
    absent = [line for line in seen["standings"] if line["name"] in ABSENTEES]
    assert len(absent) == ABSENT
    assert all(line["withdrawn"] and line["points"] == 0 for line in absent)
    store = Store.open(database)
    again = Tournament.load(Tournaments(store.engine).load(there))
    assert [line.player for line in again.standings()] == [
        line["player"] for line in seen["standings"]
    ]
    store.close()


ABSENTEES = {f"Person {n}" for n in range(PEOPLE - BY_PAGE - ABSENT, PEOPLE - BY_PAGE)}
