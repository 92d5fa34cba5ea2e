"""The lobby in both databases: what waits, what is due, who looks after it."""

from __future__ import annotations

from fourwinds.match.clock import DAYS, ClockSetup
from fourwinds.match.match import Match
from fourwinds.match.setup import ME, OPEN, MatchSetup, SeatSetup
from fourwinds.store.lobby import Lobby, Sought
from fourwinds.store.store import Store

# Other tests leave tables in the same PostgreSQL.
MINE = {"first", "second", "days", "private"}
SEATS = (SeatSetup(ME), SeatSetup(OPEN))


def laid(store: Store, match_id: str, host: str, now: int, **more: object) -> Match:
    setup = MatchSetup("santa-timea", SEATS, **more)  # type: ignore[arg-type]
    match = Match.create(match_id, setup, host, host, bytes(32), ["a" * 32] * 2, now)
    store.append(match, match.take_fresh(), None)
    return match


def test_tables_wait_and_are_claimed_once(store: Store) -> None:
    lobby, sought = Lobby(store.engine), Sought("santa-timea", 2, "none", False)
    laid(store, "first", "ann", 1)
    laid(store, "second", "ben", 2)
    laid(store, "days", "ben", 3, clock=ClockSetup(DAYS, 2))
    laid(store, "private", "ben", 4, private=True)
    lobby.gather("first", "mate", 100, None, None)
    lobby.gather("second", "mate", 50, 200, 150)
    assert lobby.waiting(sought, "cleo") == ["first", "second"]
    assert lobby.waiting(sought, "ann") == ["second"]
    assert lobby.waits("ann", sought) == "first"
    assert lobby.waits("cleo", sought) is None
    assert [row["id"] for row in lobby.tables(Sought(pace="days")) if row["id"] in MINE] == ["days"]
    assert [row["fills"] for row in lobby.tables(sought) if row["id"] in MINE] == [200, None]
    assert [row["id"] for row in lobby.watchable(Sought()) if row["id"] in MINE] == []
    assert [row["id"] for row in lobby.recent() if row["id"] in MINE] == []
    assert lobby.claim(49, 1000) == []
    assert [each.match for each in lobby.claim(60, 1000)] == ["second"]
    assert lobby.claim(99, 1000) == []
    lobby.shorten("first", 80)
    [first] = lobby.claim(80, 1000)
    assert (first.match, first.until) == ("first", 80)
    lobby.postpone("first", 300, 80)
    lobby.hurry("first", 250)
    lobby.hurry("first", 260)
    assert [each.match for each in lobby.claim(250, 1000)] == ["first"]
    lobby.drop("first")
    assert [each.match for each in lobby.claim(1000, 2000)] == ["second"]
