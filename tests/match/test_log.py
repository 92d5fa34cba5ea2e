"""The log: every kind of entry is read back as written, and a damaged one says what is wrong."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.match.clock import ClockSetup
from fourwinds.match.log import (
    Agreed,
    Asked,
    Automatic,
    BotSeated,
    Content,
    Created,
    DealOpened,
    Declined,
    Ended,
    Entry,
    Forgotten,
    Joined,
    Left,
    LineRemoved,
    Muted,
    Played,
    Rematched,
    Renamed,
    Replaced,
    Resigned,
    Retracted,
    Returned,
    Said,
    Salted,
    Shared,
    Started,
    TimedOut,
    Undone,
)
from fourwinds.match.log_json import KINDS, LogError, entry_of, row_of
from fourwinds.match.match import Match
from fourwinds.match.pinning import pin
from fourwinds.match.setup import Continued, MatchSetup, SeatSetup
from tests.match.tables import SECRET, created, move, running

SETUP = MatchSetup(
    game="santa-timea",
    seats=(SeatSetup("me"), SeatSetup("bot", "mate"), SeatSetup("hot-seat", None, "Otto")),
    options={"rounds": 2},
    clock=ClockSetup("total", 60, 2),
    private=True,
    delay=30,
    continued=Continued("m0", "00ff", ((0, "N13"), (1, "S8"))),
)
PINNED = pin(fw.game("santa-timea").rules(3, {"rounds": 2}))
ALL: list[Content] = [
    Created("ann", SETUP, PINNED, "Ann", SECRET, ("x", "y", "z")),
    Joined(1, "ben", "Ben"),
    Left(1, "ben"),
    BotSeated(1, "ann", "mate"),
    Salted(1, "ben", "5a17"),
    Started("ann"),
    Played(0, "ann", "N13"),
    Played(0, None, "vote east", instead=1, sealed=2),
    Retracted(0, "ann", 1),
    Undone(0, "ann", 7),
    Asked(0, "ann", "undo", (1, 2), 0),
    Asked(0, "ann", "end", ()),
    Agreed(1, "ben"),
    Declined(1, "ben"),
    Resigned(1, "ben"),
    Replaced(1, None),
    Returned(1, "ben"),
    TimedOut(1),
    Automatic(1, "ben", True),
    Automatic(1, "ben", False),
    Ended(None, "rules", (3, 0), (1, 2), "0123456789abcdef"),
    Ended("ann", "agreement"),
    Said(1, "ben", "", 1),
    Muted(1, "ann", True),
    LineRemoved(1, 9),
    Renamed("ben", "Benno"),
    Forgotten("ben", "former-1", (1,), False, (1, 2)),
    Shared(1, "ben", True),
    Rematched("ann", "m2"),
    DealOpened(),
]


def read(row: dict[str, Any]) -> Entry:
    return entry_of("m1", **json.loads(json.dumps(row)))


def test_every_kind_of_entry_is_read_as_it_was_written() -> None:
    assert {type(content) for content in ALL} == set(KINDS.values())
    for number, content in enumerate(ALL, 1):
        entry = Entry(number, 1000 * number, content)
        assert read(row_of(entry)) == entry


def test_what_says_nothing_takes_no_room() -> None:
    assert row_of(Entry(5, 6, Played(0, "ann", "N13")))["data"] == {"move": "N13"}
    assert row_of(Entry(5, 6, Ended("ann", "agreement")))["data"] == {"by": "agreement"}


def test_a_setup_is_written_whole_so_that_no_later_default_changes_it() -> None:
    data = row_of(Entry(1, 2, ALL[0]))["data"]
    assert data["setup"]["stand_in"] == "mate"
    assert data["setup"]["clock"] == {"kind": "total", "amount": 60, "increment": 2}
    own = fw.game("santa-timea").own_components
    assert data["pinned"]["components"] == own.data
    assert data["pinned"]["components_digest"] == own.digest
    assert data["pinned"]["rules_version"] == fw.game("santa-timea").rules_version
    assert data["pinned"]["options"]["edition"] == "german"


@pytest.mark.parametrize(
    ("content", "change", "expected"),
    [
        (Started("ann"), {"kind": "sunk"}, "expected a kind of entry, got 'sunk'"),
        (Started("ann"), {"data": None}, "started: expected an object, got None"),
        (Started("ann"), {"user": None}, "started: user: expected a text, got None"),
        (Left(1, "ben"), {"seat": None}, "left: seat: expected a whole number, got None"),
        (Left(1, "ben"), {"seat": True}, "left: seat: expected a whole number, got True"),
        (Played(0, None, "P"), {"data": {}}, "played: expected a field 'move'"),
        (Played(0, None, "P"), {"data": {"move": 3}}, "played: move: expected a text, got 3"),
        (
            Played(0, None, "P"),
            {"data": {"move": "P", "instead": True}},
            "played: instead: expected a whole number, got True",
        ),
        (Played(0, None, "P"), {"data": {"move": "P", "x": 1}}, "played: expected no field 'x'"),
        (Muted(0, "ann", True), {"data": {"muted": 1}}, "muted: muted: expected true or false"),
        (
            Ended(None, "rules"),
            {"data": {"by": "rules", "scores": [1, "2"]}},
            "ended: scores[1]: expected a whole number, got '2'",
        ),
    ],
)
def test_a_damaged_entry_names_match_number_and_what_was_expected(
    content: Content, change: dict[str, Any], expected: str
) -> None:
    row = row_of(Entry(7, 0, content)) | change
    with pytest.raises(LogError, match=re.escape(f"match m1, entry 7: {expected}")) as raised:
        read(row)
    assert (raised.value.match, raised.value.number) == ("m1", 7)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("secret", "xyz", "secret: expected bytes in hexadecimal"),
        ("invitations", "x", "invitations: expected a list"),
        ("setup.seats", [{"kind": 5}], "setup.seats[0].kind: expected a text"),
        ("setup.seats", [{}], "setup.seats[0]: expected a field 'kind'"),
        ("setup.clock", None, "setup.clock: expected an object"),
        ("setup.clock.amount", "60", "setup.clock.amount: expected a whole number"),
        ("setup.continued.moves", [[0]], "setup.continued.moves[0]: expected a list of 2"),
        ("setup.options", [], "setup.options: expected an object"),
        ("pinned", {}, "pinned: expected a field"),
        ("pinned.rules_version", None, "pinned.rules_version: expected a whole number"),
    ],
)
def test_a_damaged_creation_names_the_place(path: str, value: Any, expected: str) -> None:
    row = json.loads(json.dumps(row_of(Entry(1, 0, ALL[0]))))
    place = row["data"]
    *way, last = path.split(".")
    for name in way:
        place = place[name]
    place[last] = value
    with pytest.raises(LogError, match=re.escape(f"match m1, entry 1: created: {expected}")):
        read(row)


def test_an_entry_that_cannot_stand_there_is_refused() -> None:
    match = running()
    log = match.take_fresh()
    for entries, expected in (
        ([], "match m1, entry 1: expected 'created'"),
        (log[1:], "match m1, entry 2: expected entry 1"),
        ([*log[:2], *log[3:]], "match m1, entry 4: expected entry 3"),
        ([*log, replace(log[0], number=5)], "entry 5: expected 'created' as the first"),
        ([*log, Entry(5, 0, Resigned(3, "ann"))], "entry 5: expected a seat below 3"),
        ([*log, Entry(5, 0, Resigned(-1, "ann"))], "entry 5: expected a seat below 3"),
        ([*log, Entry(5, 0, Started("ann"))], "entry 5: expected no 'started' now"),
        ([log[0], Entry(2, 0, Played(0, "ann", "N1"))], "entry 2: expected no 'played' now"),
        ([*log, Entry(5, 0, Undone(0, "ann", 9))], "entry 5: expected at most 0 moves"),
        ([*log, Entry(5, 0, Retracted(0, "ann", 1))], "entry 5: expected at most 0 moves to be"),
        ([*log, Entry(5, 0, LineRemoved(3, 2))], "entry 5: expected a line of the chat"),
        ([*log, Entry(5, 0, Ended(None, "rules", (1,), (1,)))], "entry 5: expected 3 scores"),
        (
            [*log, Entry(5, 0, Forgotten("ann", "former-1", (7,), True, ()))],
            "entry 5: expected a seat below 3",
        ),
    ):
        with pytest.raises(LogError, match=re.escape(expected)):
            Match.load("m1", entries)


@pytest.mark.parametrize("game", ["winds-of-plunder", "vor-dem-wind", "regatta"])
def test_what_is_taken_back_is_known_without_the_rules(game: str) -> None:
    """The line of play of a log is the same whether the rules are there to replay it or not."""
    match, rng = running(game, people=3), random.Random(5)
    taken = 0
    for now in range(150):
        if match.status != "running":
            break
        seat = move(match, rng, now)
        holder = match.seats[seat].holder
        assert holder is not None
        assert match.state is not None
        if match.status == "running" and rng.random() < 0.4 and match.state.copy().retract(seat):
            match.retract(holder, seat, now)
            taken += 1
        asked = match.message(seat)["asked"]
        if asked is not None and asked["chosen"]:
            match.play(holder, seat, asked["actions"][0]["action"], asked["decision"], now)
            taken += 1
    assert taken > 3
    log = match.take_fresh()
    first = log[0].content
    assert isinstance(first, Created)
    other = replace(first, pinned=replace(first.pinned, rules_version=99))
    frozen = Match.load("m1", [replace(log[0], content=other), *log[1:]])
    assert frozen.frozen is not None
    assert [(m.seat, m.text) for m in frozen.moves] == [(m.seat, m.text) for m in match.moves]
    assert frozen.seals.proofs({m.entry: 1 for m in frozen.moves}) == match.seals.proofs(
        {m.entry: 1 for m in match.moves}
    )


def test_a_match_with_components_of_its_own_keeps_them() -> None:
    hand = {"hand": {"cards": 5, "mark": "reconstructed"}}
    mine = fw.game("santa-timea").own_components.data | hand
    match = created(components=mine)
    [entry] = match.take_fresh()
    again = Match.load("m1", [read(row_of(entry))])
    for there in (match, again):
        assert there.rules.components.data == mine
        assert there.setup.components == mine
        assert not there.pinned.usual
    usual = created()
    assert usual.setup.components is None
    assert usual.rules.components is usual.rules.game.own_components
