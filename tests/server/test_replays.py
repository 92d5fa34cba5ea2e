"""Looking back at a match, ahead in one, and going on from a position."""

from __future__ import annotations

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds.core.record import Record
from fourwinds.match.verify import verify
from fourwinds.server.app import create_app
from fourwinds.server.botqueue import analysis
from fourwinds.server.settings import Settings, Sources
from tests.pictures import following
from tests.server.conftest import Guest, account
from tests.server.test_api import API, begun, look, make, play_first, post

SHORT = {"rounds": 1}
HOT = [{"kind": "me"}, {"kind": "hot-seat", "name": "Ben"}]


def finished(ann: TestClient, **more: Any) -> str:
    """A short match that one person played for both seats."""
    match = make(ann, HOT, options=SHORT, **more)
    post(ann, match, "start")
    while play_anything(ann, match):
        pass
    return match


def play_anything(client: TestClient, match: str) -> bool:
    actors = look(client, match)["view"]["actors"]
    if not actors:
        return False
    seat = actors[0]
    asked = look(client, match, seat=seat, since=10**6)["asked"]
    body = {"seat": seat, "decision": asked["decision"], "action": asked["actions"][-1]["action"]}
    post(client, match, "actions", **body)
    return True


def get(client: TestClient, match: str, what: str, code: int = 200, **query: Any) -> Any:
    came = client.get(f"{API}/matches/{match}/{what}", params=query)
    assert came.status_code == code, came.text
    return came.json()


def test_a_finished_match_is_replayed_with_facts_and_words(guest: Guest) -> None:
    ann = guest("Ann")
    match = finished(ann)
    moves = get(ann, match, "moves", lang="fr")
    assert [each["move"] for each in moves] == list(range(1, len(moves) + 1))
    assert all(each["words"] and "{" not in each["words"] for each in moves)
    began = get(ann, match, "replay", move=0)
    assert began["seat"] is None
    assert began["facts"][0]["fact"]["kind"] == "round-began"
    heard = []
    for number, played in enumerate(moves, 1):
        here = get(ann, match, "replay", move=number, lang="fr")
        assert (here["seat"], here["text"], here["words"]) == (
            played["seat"],
            played["text"],
            played["words"],
        )
        heard += [fact["words"] for fact in here["facts"]]
    events = [e for u in get(ann, match, "log", lang="fr") for e in u["events"]]
    facts = [event["words"] for event in events if event["kind"] == "fact"]
    assert facts[-len(heard) :] == heard
    assert here["view"] == look(guest("Eve"), match)["view"]
    opened = get(ann, match, "replay", move=3, all_open=True)
    assert [view["seat"] for view in opened["views"]] == [0, 1]
    assert len(opened["position"]["hands"]) == 2
    get(ann, match, "replay", code=403, move=1, seat=7)


def test_nothing_is_replayed_while_a_match_runs(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    for what in ("replay", "moves", "analysis", "record"):
        assert get(ann, match, what, code=409)["error"]["code"] == "not-ended"
    post(ann, match, "continue", code=409, move=0, seats=HOT)


def test_a_match_goes_on_from_any_position(guest: Guest) -> None:
    ann = guest("Ann")
    match = finished(ann)
    seats = [{"kind": "bot", "bot": "mate"}, {"kind": "me"}]
    there = post(ann, match, "continue", code=201, move=5, seats=seats)["id"]
    post(ann, there, "start")
    seen = look(ann, there)
    assert seen["viewer"] == 1
    assert seen["table"]["continued"] == {"match": match, "move": 5}
    assert seen["table"]["commitment"] is None
    assert not seen["table"]["rated"]
    before = get(ann, match, "replay", move=5, seat=1)["view"]
    if seen["view"]["actors"] == [1]:
        assert seen["view"] == before
    heard = [e["fact"] for u in seen["updates"] for e in u["events"] if e["kind"] == "fact"]
    assert heard[0]["kind"] == "round-began"
    deadline = time.monotonic() + 60
    while look(ann, there)["table"]["status"] == "running" and time.monotonic() < deadline:
        if look(ann, there)["asked"] is not None:
            play_first(ann, there)
        time.sleep(0.01)
    record = Record.loads(ann.get(f"{API}/matches/{there}/record").text)
    assert [finding.problem for finding in verify(record)] == [None]
    whole = Record.loads(ann.get(f"{API}/matches/{match}/record").text)
    assert [m.text for m in record.moves[:5]] == [m.text for m in whole.moves[:5]]
    last = len(get(ann, match, "moves"))
    post(ann, match, "continue", code=409, move=last, seats=seats)
    post(ann, match, "continue", code=422, move=1, seats=[{"kind": "me"}])


def test_a_continued_match_can_be_taken_back_beyond_its_beginning(guest: Guest) -> None:
    ann = guest("Ann")
    match = finished(ann)
    there = post(ann, match, "continue", code=201, move=6, seats=HOT)["id"]
    post(ann, there, "start")
    played = get(ann, match, "moves")
    seat = played[5]["seat"]
    post(ann, there, "undo", seat=seat)
    before = get(ann, match, "replay", move=5, seat=0)["view"]
    assert look(ann, there, seat=0)["view"] == before


def test_a_captain_advises_from_what_the_seat_sees(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    mover, other = (ann, ben) if look(ann, match)["asked"] is not None else (ben, ann)
    seen = look(mover, match)
    seat = seen["viewer"]
    came = mover.post(f"{API}/matches/{match}/hint", json={"seat": seat}, params={"lang": "de"})
    found = came.json()["actions"]
    legal = {each["action"] for each in seen["asked"]["actions"]}
    assert {each["action"] for each in found} <= legal
    assert all(0 <= each["low"] <= each["share"] <= each["high"] <= 1 for each in found)
    assert found[0]["visits"] >= found[-1]["visits"]
    assert "Ann" in found[0]["line"][0] or "Ben" in found[0]["line"][0]
    again = mover.post(f"{API}/matches/{match}/hint", json={"seat": seat}, params={"lang": "de"})
    assert again.json() == came.json()
    assert post(other, match, "hint", code=403, seat=seat)
    assert post(other, match, "hint", code=409, seat=1 - seat)["error"]["code"] == "nothing-asked"


def test_there_is_no_advice_in_rated_matches(guest: Guest) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    match = begun(ann, ben, rated=True)
    mover = ann if look(ann, match)["asked"] is not None else ben
    seat = look(mover, match)["viewer"]
    assert post(mover, match, "hint", code=409, seat=seat)["error"]["code"] == "no-hints"


def test_a_match_is_judged_once(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "WHOLE", 1000)
    monkeypatch.setattr(analysis, "WHOLE_LUCK", 100)
    ann = guest("Ann")
    match = finished(ann)
    deadline = time.monotonic() + 60
    found = get(ann, match, "analysis", lang="fr")
    assert found["luck"] is None
    while found["status"] == "thinking" and time.monotonic() < deadline:
        time.sleep(0.1)
        found = get(ann, match, "analysis", lang="fr")
    assert found["status"] == "ready"
    assert found["done"] == found["of"] > len(found["moves"]) > 10
    for each in found["moves"]:
        assert all(0 <= chance <= 1 for chance in each["chances"])
        assert 0 <= each["loss"] <= 1
        assert each["best"]["words"]
    assert sum(each["share"] for each in found["luck"]) == pytest.approx(0, abs=0.01)
    assert all(each["error"] > 0 and each["words"] for each in found["luck"])
    assert get(ann, match, "analysis", lang="fr") == found


def test_spectators_see_it_later_if_the_table_wants_it(settings: Settings) -> None:
    clock = [1_000_000]
    app = create_app(settings, Sources(now=lambda: clock[0]))
    with TestClient(app) as ann:
        ben, eve = TestClient(app), TestClient(app)
        for client, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
            client.portal = ann.portal
            client.post(f"{API}/guests", json={"name": name})
        match = begun(ann, ben, delay=1)
        at_once = look(eve, match)
        assert (at_once["table"]["status"], at_once["view"]) == ("open", None)
        assert look(ann, match)["table"]["status"] == "running"
        with eve.websocket_connect(f"{API}/matches/{match}/channel") as channel:
            before = channel.receive_json()
            assert before["table"]["status"] == "open"
            clock[0] += 1000
            later = following(before, channel.receive_json())
        assert later["table"]["status"] == "running"
        assert later["view"]["seat"] is None
        assert later["now"] == later["updates"][-1]["time"] == clock[0] - 1000
        late = {"game": "santa-timea", "seats": HOT, "delay": -1}
        assert ann.post(f"{API}/matches", json=late).status_code == 422


def test_a_player_mutes_another_and_nobody_hears_of_it(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    before, listed = look(ben, match), ben.get(f"{API}/me/matches").json()
    time.sleep(0.01)
    post(ann, match, "mute", seat=1, muted=True)
    assert ben.get(f"{API}/me/matches").json() == listed
    seen = look(ann, match)
    assert seen["muted"] == [1]
    assert seen["updates"][-1]["events"][0]["words"] == "You no longer hear Ben."
    assert look(ben, match) | {"now": 0} == before | {"now": 0}
    post(ann, match, "mute", seat=1, muted=False)
    assert look(ann, match)["muted"] == []
    post(ann, match, "mute", code=403, seat=0, muted=True)
    post(guest("Eve"), match, "mute", code=403, seat=0, muted=True)


def test_a_private_replay_is_opened_by_who_has_the_link_once_a_player_shares_it(
    guest: Guest,
) -> None:
    ann, ben, eve = guest("Ann"), guest("Benvolio"), guest("Eve")
    match = make(ann, [{"kind": "me"}, {"kind": "invited"}], options=SHORT, private=True)
    invitation = get(ann, match, "invitations")["invitations"]["1"]
    post(ben, match, "seats", invitation=invitation)
    post(ann, match, "start")
    post(ann, match, "share", code=409, seat=0, shared=True)
    while all([play_mine(who, match) for who in (ann, ben)]):
        pass
    for what in ("replay", "moves", "players", "components"):
        get(eve, match, what, code=404)
    post(eve, match, "share", code=404, seat=0, shared=True)
    post(ann, match, "share", code=403, seat=1, shared=True)
    post(ann, match, "share", seat=0, shared=True)
    shared = get(eve, match, "players")
    assert [seat["name"] for seat in shared["seats"]] == ["Ann", "Seat 2"]
    assert (shared["viewer"], shared["outside"]) == (None, True)
    assert get(ben, match, "players")["outside"] is False
    told = get(eve, match, "moves"), [get(eve, match, "replay", move=n) for n in range(6)]
    assert "Benvolio" not in str(told)
    # What else belongs to the table stays there: its talk, its record, its moves judged.
    for what in ("record", "analysis", "log", "fairness"):
        get(eve, match, what, code=404)
    assert eve.get(f"{API}/matches/{match}").status_code == 404
    post(ben, match, "share", seat=1, shared=True)
    assert [seat["name"] for seat in get(eve, match, "players")["seats"]] == ["Ann", "Benvolio"]
    assert look(ann, match)["table"]["shared"] == [0, 1]
    post(ann, match, "share", seat=0, shared=False)
    post(ben, match, "share", seat=1, shared=False)
    get(eve, match, "replay", code=404)


def play_mine(client: TestClient, match: str) -> bool:
    """Make any move of one's own; whether the match goes on."""
    message = look(client, match)
    if message["table"]["status"] == "over":
        return False
    asked = message["asked"]
    if asked is not None:
        action = asked["actions"][0]["action"]
        body = {"seat": message["viewer"], "decision": asked["decision"], "action": action}
        post(client, match, "actions", **body)
    return True


def test_what_anybody_can_see_is_not_shared(guest: Guest) -> None:
    ann = guest("Ann")
    match = finished(ann)
    post(ann, match, "share", code=409, seat=0, shared=True)


def test_moves_say_what_came_of_them(guest: Guest) -> None:
    ann = guest("Ann")
    kinds = [each["facts"] for each in get(ann, finished(ann), "moves")]
    assert all("card-played" in each for each in kinds)
    assert kinds[-1][-1] == "match-ended"
    assert sum("wind-taken" in each or "wind-put-aside" in each for each in kinds) == 12
