from __future__ import annotations

import random
from dataclasses import replace

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadOptions, FourWindsError
from fourwinds.core.facts import Fact
from fourwinds.core.state import State
from fourwinds.match import queries
from fourwinds.match.clock import ClockSetup
from fourwinds.match.commands import ABSENT, MOST_LINES
from fourwinds.match.errors import MatchError
from fourwinds.match.log import Played
from fourwinds.match.match import Match
from fourwinds.match.replay import Replay
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.match.state import MARK_EVERY
from tests.match.tables import (
    BLITZ,
    SECRET,
    actors,
    created,
    move,
    play_out,
    running,
    user,
)

every_game = pytest.mark.parametrize("game", fw.games())


def refused(code: str) -> pytest.RaisesExc[FourWindsError]:
    return pytest.RaisesExc(FourWindsError, check=lambda error: error.code == code)


def viewers(match: Match) -> list[int | None]:
    return [*range(len(match.seats)), None]


@every_game
def test_a_whole_match_is_the_same_when_its_log_is_read_again(game: str) -> None:
    match = running(game, people=2, bots=1)
    play_out(match, most=300)
    again = Match.load("m1", match.take_fresh())
    for viewer in viewers(match):
        assert again.message(viewer) == match.message(viewer)
    assert again.position() == match.position()
    assert again.frozen is None


@every_game
def test_messages_since_a_number_join_without_loss(game: str) -> None:
    match, rng = running(game), random.Random(5)
    heard = {viewer: list[object]() for viewer in viewers(match)}
    for now in range(60):
        if match.status != "running":
            break
        move(match, rng, now)
        for viewer in viewers(match):
            if rng.random() < 0.3:
                heard[viewer] += match.message(viewer, len(heard[viewer]))["updates"]
    for viewer in viewers(match):
        heard[viewer] += match.message(viewer, len(heard[viewer]))["updates"]
        assert heard[viewer] == match.message(viewer)["updates"]
        assert [u["number"] for u in match.message(viewer)["updates"]] == list(
            range(1, match.number_for(viewer) + 1)
        )


def test_seats_are_taken_by_guests_and_by_invitation() -> None:
    setup = MatchSetup("santa-timea", (SeatSetup("me"), SeatSetup("invited"), SeatSetup("open")))
    match = Match.create("m1", setup, "ann", "Ann", SECRET, ["x", "secret", "y"], 0)
    with refused("not-invited"):
        match.join("ben", "Ben", 1, invitation="guess")
    assert match.join("ben", "Ben", 1) == 2
    with refused("seat-taken"):
        match.join("cleo", "Cleo", 1, seat=1)
    with refused("already-seated"):
        match.join("ben", "Ben", 1, invitation="secret")
    with refused("seats-open"):
        match.start("ann", 2)
    assert match.join("cleo", "Cleo", 2, invitation="secret") == 1
    with refused("not-host"):
        match.start("ben", 3)
    match.leave("cleo", 3)
    assert match.join("dora", "Dora", 4, invitation="secret") == 1
    match.start("ann", 5)
    with refused("already-started"):
        match.leave("dora", 6)
    assert "secret" not in str(match.message(None))


def test_a_plan_that_does_not_fit_is_refused() -> None:
    for seats, error in (
        ((SeatSetup("me"),), BadOptions),
        ((SeatSetup("me"), SeatSetup("me")), MatchError),
        ((SeatSetup("me"), SeatSetup("ghost")), MatchError),
        ((SeatSetup("me"), SeatSetup("bot")), MatchError),
        ((SeatSetup("me"), SeatSetup("bot", "nobody")), FourWindsError),
    ):
        with pytest.raises(error):
            MatchSetup("santa-timea", seats).check()
    for clock in (
        ClockSetup("sand"),
        ClockSetup("move"),
        ClockSetup("move", 9, 9),
        ClockSetup("none", 5),
    ):
        with refused("bad-clock"):
            MatchSetup("santa-timea", (SeatSetup("me"), SeatSetup("open")), clock=clock).check()


def test_only_the_holder_plays_a_seat_and_only_the_present_decision() -> None:
    match = running()
    seat = actors(match)[0]
    other = user(match, (seat + 1) % 3)
    assert match.state is not None
    action, decision = match.state.actions(seat)[0], match.decision(seat)
    before = match.message(None)
    with refused("not-your-seat"):
        match.play(other, seat, action, decision, 5)
    with refused("not-your-seat"):
        match.play("stranger", 7, action, decision, 5)
    with refused("stale-decision"):
        match.play(user(match, seat), seat, action, "1.0", 5)
    with refused("unknown-action"):
        match.play(user(match, seat), seat, 10**6, decision, 5)
    assert match.message(None) == before
    match.play(user(match, seat), seat, action, decision, 5)
    with refused("stale-decision"):
        match.play(user(match, seat), seat, action, decision, 6)


def test_what_is_asked_names_legal_actions_and_why_others_are_refused() -> None:
    match = running()
    seat = actors(match)[0]
    assert match.state is not None
    asked = match.message(seat)["asked"]
    assert [a["action"] for a in asked["actions"]] == match.state.actions(seat)
    assert all({"kind", "text"} <= a.keys() for a in asked["actions"])
    assert asked["decision"] == match.decision(seat)
    for tried in asked["refused"]:
        why = match.state.refusal(seat, tried["action"])
        assert why is not None
        assert (tried["code"], tried["rule"]) == (why.code, why.rule)
    assert match.message(None)["asked"] is None
    assert match.message((seat + 1) % 3)["asked"] is None


def test_an_undo_across_a_reveal_needs_everybodys_consent() -> None:
    match, rng = running(), random.Random(2)
    before = match.position()
    assert not any(match.message(viewer)["undo"] for viewer in (None, 0, 1, 2))
    seat = move(match, rng, 10)
    others = [s for s in range(3) if s != seat]
    assert [viewer for viewer in (None, 0, 1, 2) if match.message(viewer)["undo"]] == [seat]
    assert not match.undo(user(match, seat), seat, 11)
    assert match.message(None)["table"]["proposal"]["asks"] == others
    match.answer(user(match, others[0]), others[0], True, 12)
    assert match.position() != before
    match.answer(user(match, others[1]), others[1], False, 12)
    assert match.position() != before
    match.undo(user(match, seat), seat, 13)
    stale = match.decision(actors(match)[0])
    for other in others:
        match.answer(user(match, other), other, True, 14)
    assert match.position() == before
    assert not match.message(seat)["undo"]
    with refused("stale-decision"):
        match.play(user(match, seat), seat, 0, stale, 15)
    again = Match.load("m1", match.take_fresh())
    assert again.position() == before


def test_an_undo_is_asked_of_nobody_where_nobody_learnt_anything() -> None:
    match = running("vor-dem-wind", people=3)
    rng, freed = random.Random(4), 0
    for now in range(400):
        if match.status != "running":
            break
        before = match.position()
        moves = list(match.moves)
        seat = move(match, rng, now)
        if match.moves[-1].learnt or match.status != "running" or len(match.moves) <= len(moves):
            continue
        assert match.undo(user(match, seat), seat, now)
        assert match.position() == before
        freed += 1
        move(match, rng, now)
    assert freed > 20


@pytest.mark.parametrize("game", ["regatta", "santa-timea"])
def test_to_go_back_in_a_long_match_is_not_to_play_it_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one person at a table of his own, who moves and undoes, keeps a core busy."""
    setup = MatchSetup(game, (SeatSetup("me"), SeatSetup("hot-seat"), SeatSetup("hot-seat")))
    match = Match.create("m1", setup, "ann", "Ann", bytes(32), [""] * 3, 0)
    match.start("ann", 1)
    rng = random.Random(5)
    while len(match.moves) < 2 * MARK_EVERY + 9 and match.status == "running":
        move(match, rng, 5)
    assert len(match.moves) > 2 * MARK_EVERY
    plain = match.begin()
    states = []
    for each in match.moves:
        states.append(plain.digest())
        plain.play(each.seat, each.text)

    def back() -> None:
        seat = match.moves[-1].seat
        assert match.undo("ann", seat, 6)
        assert match.state is not None
        assert match.state.digest() == states[len(match.moves)]

    back()
    began: list[int] = []
    usual = Match.begin

    def begin(self: Match, facts: list[Fact] | None = None) -> State:
        began.append(len(self.moves))
        return usual(self, facts)

    monkeypatch.setattr(Match, "begin", begin)
    while len(match.moves) > MARK_EVERY + 5:
        back()
    for _ in range(20):
        move(match, rng, 7)  # others than before
        back()
    while len(match.moves) < 2 * MARK_EVERY + 3:
        move(match, rng, 8)
    assert match.undo("ann", match.moves[-1].seat, 9)
    assert began == []
    line = usual(match)
    for each in match.moves:
        line.play(each.seat, each.text)
    assert match.state is not None
    assert match.state.digest() == line.digest()


def test_with_bots_alone_an_undo_is_granted_unless_the_match_is_rated() -> None:
    match = running(people=1, bots=2)
    rng = random.Random(1)
    while 0 not in actors(match):
        move(match, rng, 5)
    before = match.position()
    move(match, rng, 6)
    assert match.undo("ann", 0, 7)
    assert match.position() == before
    rated = running(people=2, bots=1, rated=True)
    rated.resign("ben", 1, 4)
    while not any(m.seat == 0 for m in rated.moves):
        move(rated, rng, 5)
    with refused("nothing-to-undo"):
        rated.undo("ann", 0, 7)


def test_resigning_hands_the_seat_to_a_bot_and_ends_a_match_of_two() -> None:
    match = running()
    match.resign("ben", 1, 5)
    assert match.status == "running"
    assert match.seats[1].bot == "mate"
    with refused("not-your-seat"):
        match.come_back("ben", 1, 6)
    play_out(match)
    assert 1 not in match.message(None)["table"]["result"]["winners"]
    two = running(people=2)
    two.resign("ann", 0, 5)
    assert two.status == "over"
    assert two.message(None)["table"]["result"]["winners"] == [1]


def test_all_may_agree_to_end() -> None:
    match = running()
    assert not match.offer_end("ann", 0, 5)
    match.answer("ben", 1, True, 6)
    assert match.status == "running"
    match.answer("cleo", 2, True, 7)
    assert match.status == "over"
    assert match.message(None)["table"]["result"]["winners"] == []
    with refused("match-ended"):
        match.resign("ann", 0, 8)
    with refused("nothing-asked"):
        running().answer("ann", 0, True, 9)


def test_nobody_is_replaced_who_may_not_know_that_the_match_began() -> None:
    match = running()
    with refused("not-told"):
        match.replace("ann", 1, None, 5)
    assert not match.has_moved(1)
    while not match.has_moved(1):
        move(match, random.Random(1), 6)
    assert [made.seat for made in match.moves].count(1) == 1


def test_days_for_a_move_are_for_the_clock_alone() -> None:
    match = running(clock=ClockSetup("days", 3))
    with refused("clock-decides"):
        match.replace("ann", 1, 10 * ABSENT, 5)


def test_in_a_tournament_nobody_has_an_opponent_replaced() -> None:
    match = running(clock=ClockSetup("move", 120), tournament="t")
    with refused("clock-decides"):
        match.replace("ann", 1, 10 * ABSENT, 5)


def test_an_absent_player_is_replaced_and_takes_the_seat_back() -> None:
    match = running()
    with refused("not-absent"):
        match.replace("ann", 1, ABSENT - 1, 5)
    match.replace("ann", 1, ABSENT, 5)
    while actors(match) != (1,):
        move(match, random.Random(1), 6)
    assert [job["seat"] for job in match.bot_jobs()] == [1]
    with refused("bot-stands-in"):
        match.play("ben", 1, 0, match.decision(1), 7)
    match.come_back("ben", 1, 7)
    assert match.bot_jobs() == []
    assert match.message(1)["asked"] is not None


def test_a_bot_gets_what_a_person_in_its_seat_gets() -> None:
    match = running(people=1, bots=3)
    rng = random.Random(3)
    while not match.bot_jobs():
        move(match, rng, 5)
    for job in match.bot_jobs():
        seen = match.message(job["seat"])
        assert job["view"] == seen["view"]
        assert job["actions"] == [a["action"] for a in seen["asked"]["actions"]]


def test_bots_alone_do_not_play_on_where_nothing_can_end_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = running("regatta", people=2)
    for person in ("ann", "ben"):
        match.bench(person, 3)
    assert match.bots_asked()
    monkeypatch.setattr(queries, "is_deadlocked", lambda state: True)
    assert match.bots_asked() == []
    assert match.wake(4) is None
    match.come_back("ben", 1, 5)
    if actors(match) == (0,):
        assert match.bots_asked() == [0]
    assert not match.offer_end("ben", 1, 6)
    match.come_back("ann", 0, 7)
    match.answer("ann", 0, True, 8)
    assert match.status == "over"


def test_times_run_out_and_a_bot_stands_in() -> None:
    match = running(clock=BLITZ)
    seat = actors(match)[0]
    assert match.clock.next_end() == 60_002
    match.tick(60_001)
    assert match.seats[seat].bot is None
    match.tick(60_002)
    assert match.seats[seat].bot == "mate"
    with refused("out-of-time"):
        match.come_back(user(match, seat), seat, 60_003)
    for kind in ("move", "days"):
        slow = running(clock=ClockSetup(kind, 2))
        slow.tick(2 + 2 * 86_400_000)
        late = actors(slow)[0]
        slow.come_back(user(slow, late), late, 3)
        assert slow.seats[late].bot is None
        assert slow.clock.ends[late] == 3 + slow.clock.left[late]


def test_an_increment_is_added_to_what_is_left() -> None:
    match = running(clock=BLITZ)
    seat = actors(match)[0]
    move(match, random.Random(1), 10_002)
    assert match.clock.left[seat] == 52_000
    assert match.clock.ends[actors(match)[0]] == 70_002


def test_a_move_without_a_choice_waits_as_long_as_choices_took() -> None:
    match, rng = running(people=2, options={"rounds": 1}), random.Random(3)
    match.be_automatic("ann", 0, True, 3)
    made, now = 0, 10_000
    while match.status == "running":
        waiting = match.automatic_moves()
        if waiting:
            seat, decision, due = waiting[0]
            assert seat == 0
            assert now + 600 <= due <= now + 8000
            match.play_automatically(seat, decision, due)
            now = due
            made += 1
        else:
            now += rng.randint(300, 9000)
            move(match, rng, now)
    assert made
    assert "automatic" not in str(match.message(1)["updates"])


def test_lines_are_heard_by_all_and_can_be_removed() -> None:
    match = running()
    match.say("ben", "  hello   there ", 5)
    for text in ("", " ", "x" * 501, "a\x00b", "\u202e"):
        with refused("bad-text"):
            match.say("ben", text, 5)
    with refused("not-your-seat"):
        match.say("stranger", "hello", 5)
    said = match.message(None)["updates"][-1]["events"][0]
    assert said == {"kind": "said", "seat": 1, "line": 1, "text": "hello there"}
    match.remove_line(said["line"], 6)
    assert "hello there" not in str(match.message(2))


def test_what_is_over_can_be_seen_from_any_seat_and_played_again() -> None:
    match = running(options={"rounds": 1})
    with refused("not-ended"):
        match.record()
    with refused("not-ended"):
        Replay(match)
    with refused("not-ended"):
        match.rematch("ann", "m2", 1)
    play_out(match)
    walk = Replay(match)
    for viewer in viewers(match):
        assert walk.at(10**6, viewer)["view"] == match.message(viewer)["view"]
    assert walk.open(10**6)["position"] == match.position()
    assert match.record().replay().position() == match.position()
    match.rematch("ann", "m2", 9)
    match.rematch("ben", "m3", 9)
    assert match.message(None)["table"]["next_match"] == "m2"


def test_a_match_whose_log_does_not_fit_the_rules_stands_still() -> None:
    match, rng = running(), random.Random(1)
    for now in range(6):
        move(match, rng, now)
    position, number, entries = match.position(), match.number, match.take_fresh()
    assert position is not None
    assert Match.load("m1", entries, {number: position}).frozen is None
    changed = replace(entries[4], content=Played(0, "ann", "N99"))
    for log, snapshots in (
        ([*entries[:4], changed, *entries[5:]], {}),
        (entries, {number: {**position, "round": 2}}),
    ):
        again = Match.load("m1", log, snapshots)
        assert again.frozen is not None
        assert again.frozen.differs == (changed.number if log[4] is changed else number)
        assert again.message(0)["view"] is None
        with refused("log-differs"):
            again.resign("ann", 0, 9)


def test_hidden_things_stay_hidden_until_the_end() -> None:
    match = created()
    shown = [str(match.message(viewer)) for viewer in viewers(match)]
    match = running()
    play_out(match, most=20)
    shown += [str(match.message(viewer)) for viewer in viewers(match)]
    assert not any(SECRET.hex() in text for text in shown)
    assert all(match.commitment in text for text in shown)
    play_out(match)
    assert match.message(None)["table"]["result"]["secret"] == SECRET.hex()


def test_a_delayed_spectator_is_not_shown_a_name_that_was_removed() -> None:
    match = running(delay=60)
    before = match.message(None, 0, 1000)
    assert before["table"]["status"] == "open"
    assert before["table"]["seats"][1]["name"] == "Ben"
    match.rename("ben", "Quiet", 3000)
    for now, status in ((4000, "open"), (61_000, "running"), (64_000, "running")):
        table = match.message(None, 0, now)["table"]
        assert (table["status"], table["seats"][1]["name"]) == (status, "Quiet")


def test_a_host_calls_a_match_off_before_it_begins() -> None:
    match = created()
    match.join("ben", "Ben", 1)
    with refused("not-host"):
        match.call_off("ben", 2)
    match.call_off("ann", 3)
    assert match.message(None)["table"]["result"]["by"] == "withdrawal"
    with refused("already-started"):
        running().call_off("ann", 4)


def test_a_chat_holds_only_so_many_lines() -> None:
    match = running()
    for _ in range(MOST_LINES):
        match.say("ann", "ahoy", 5)
    with refused("chat-full"):
        match.say("ben", "one more", 6)


def table_for(*kinds: str) -> Match:
    setup = MatchSetup("santa-timea", tuple(SeatSetup(kind) for kind in kinds))
    invitations = [f"invitation-{seat}" for seat in range(len(kinds))]
    return Match.create("m1", setup, "ann", "Ann", bytes(32), invitations, 0)


def test_the_host_gives_a_free_seat_to_a_bot() -> None:
    match = table_for("me", "invited", "open")
    with refused("not-host"):
        match.seat_bot("ben", 1, "mate", 2)
    match.seat_bot("ann", 1, "mate", 3)
    with refused("seat-taken"):
        match.seat_bot("ann", 1, "mate", 4)
    with pytest.raises(FourWindsError):
        match.seat_bot("ann", 2, "nobody-knows-this-bot", 4)
    match.join("cem", "Cem", 5, 2)
    match.start("ann", 6)
    assert match.seats[1].bot == "mate"
    again = Match.load("m1", match.take_fresh())
    assert again.seats[1].bot == "mate"


def test_one_invitation_seats_all_friends() -> None:
    match = table_for("me", "invited", "invited", "open")
    assert [match.join(who, who, 1, None, "invitation-1") for who in ("ben", "cem")] == [1, 2]
    with refused("not-invited"):
        match.join("dan", "Dan", 2, None, "invitation-1")
    with refused("not-invited"):
        match.join("dan", "Dan", 2, None, "invitation-3")


def test_people_at_one_screen_have_names_of_their_own() -> None:
    match = table_for("me", "hot-seat", "hot-seat")
    assert [seat.name for seat in match.seats] == ["Ann", "Ann 2", "Ann 3"]


def test_a_result_is_told_from_a_persons_place() -> None:
    match = running(people=2)
    assert match.result_for("ann") is None
    match.resign("ben", 1, 5)
    assert (match.result_for("ann"), match.result_for("ben")) == ("won", "lost")
