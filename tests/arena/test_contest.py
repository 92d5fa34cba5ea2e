from __future__ import annotations

import pytest

import fourwinds as fw
from fourwinds.arena.contest import TIMES, Outcome, play, replay
from fourwinds.arena.export import record
from fourwinds.arena.schedule import Job, RunPlan, make_run_plan
from tests.arena.simple_bots import Listener, Seer

pytestmark = pytest.mark.usefixtures("known_bots")


def plan_of(*bots: str, **settings: object) -> RunPlan:
    return make_run_plan("santa-timea", list(bots), options={"rounds": 1}, **settings)  # type: ignore[arg-type]


def played(*bots: str, rotation: int = 0, **settings: object) -> Outcome:
    plan = plan_of(*bots, **settings)
    return play(plan, plan.rules(), Job(0, rotation))


def timeless(outcome: Outcome) -> dict[str, object]:
    return {**outcome.json(), "seconds": 0, "slowest": 0, "times": 0}


def test_the_same_job_gives_the_same_game() -> None:
    first = played("deckhand", "greedy", "deckhand", rotation=2)
    assert timeless(first) == timeless(played("deckhand", "greedy", "deckhand", rotation=2))
    assert first.finished
    assert first.places == [1, 2, 0]
    assert sum(first.asked) == len(first.actions)


def test_rotations_share_the_deal() -> None:
    plan = plan_of("first", "deckhand")
    rules = plan.rules()
    starts = []
    for rotation in range(2):
        outcome = play(plan, rules, Job(5, rotation))
        state, _, _ = next(replay(plan, rules, outcome))
        starts.append(state.digest())
    assert starts[0] == starts[1]


def test_a_replay_comes_to_the_same_end() -> None:
    plan = plan_of("deckhand", "deckhand", "deckhand")
    rules = plan.rules()
    outcome = play(plan, rules, Job(1, 1))
    for state, _, _ in replay(plan, rules, outcome):
        last = state
    assert last.over
    assert last.digest() == outcome.digest
    kept = fw.Record.loads(record(plan, rules, outcome).dumps())
    assert kept.replay().scores == outcome.scores
    assert kept.names == ["deckhand"] * 3


@pytest.mark.parametrize("bot", ["crasher", "quitter"])
def test_a_bot_that_crashes_loses_each_move_and_the_game_goes_on(bot: str) -> None:
    outcome = played(bot, "deckhand")
    assert outcome.finished
    assert {fault.kind for fault in outcome.faults} == {"crashed"}
    assert {fault.place for fault in outcome.faults} == {0}
    assert len(outcome.faults) == outcome.asked[0] == len(outcome.stood_in)


@pytest.mark.parametrize("answer", ["", ":none", ":text", ":bool", ":minus", ":float", ":trap"])
def test_a_bot_that_answers_illegally_loses_its_move(answer: str) -> None:
    outcome = played("first", f"cheat{answer}")
    assert outcome.finished
    assert {(fault.kind, fault.place) for fault in outcome.faults} == {("illegal", 1)}
    assert len(outcome.faults) == outcome.asked[1]


def test_a_bot_that_answers_late_loses_that_move_only() -> None:
    outcome = played("dawdler:0.2", "first", move_limit=0.1)
    assert [fault.kind for fault in outcome.faults] == ["late"]
    assert outcome.finished
    assert outcome.slowest[0] >= 0.2
    assert [sum(times) for times in outcome.times] == outcome.asked
    assert sum(outcome.times[0][TIMES.index(0.2) :]) == 1
    assert len(outcome.stood_in) == 1


def test_a_bot_that_cannot_begin_is_stood_in_for_all_game() -> None:
    outcome = played("unborn", "first")
    assert [fault.message for fault in outcome.faults] == ["ValueError('no wind')"]
    assert len(outcome.stood_in) == outcome.asked[0]


@pytest.mark.parametrize(
    ("bot", "kind", "limit"),
    [("crasher", "crashed", None), ("cheat", "illegal", None), ("dawdler:1.1", "late", 1.0)],
)
def test_who_fails_loses_the_move_to_the_mates_choice(
    bot: str, kind: str, limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fourwinds import bots
    from tests.arena.simple_bots import Last

    monkeypatch.setitem(bots.OURS, "mate", Last)
    outcome = played(bot, "first", move_limit=limit)
    assert outcome.finished
    assert {fault.kind for fault in outcome.faults} == {kind}
    plan = plan_of(bot, "first", move_limit=limit)
    for number, (state, seat, action) in enumerate(replay(plan, plan.rules(), outcome)):
        if number in outcome.stood_in:
            assert outcome.places[seat] == 0
            assert action == state.actions(seat)[-1]
    assert outcome.stood_in


def test_a_mate_that_fails_gives_way_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    from fourwinds import bots
    from tests.arena.simple_bots import Crasher

    monkeypatch.setitem(bots.OURS, "mate", Crasher)
    outcome = played("crasher", "first")
    assert outcome.finished
    assert outcome.faults[1].message.startswith("mate, standing in: RuntimeError")


def test_a_banned_bot_is_stood_in_for_from_that_decision_on() -> None:
    plan = plan_of("first", "first")
    outcome = play(plan, plan.rules(), Job(0, 0, {1: (10, "died")}))
    assert [(fault.kind, fault.seat) for fault in outcome.faults] == [("died", 1)]
    assert min(outcome.stood_in) >= 10
    assert len(outcome.stood_in) > 1


def test_bots_hear_what_their_seat_may_hear() -> None:
    Listener.heard.clear()
    outcome = played("listener", "first", "listener")
    assert outcome.finished
    assert {seat for seat, _ in Listener.heard} == {0, 2}
    kinds = set()
    for seat, facts in Listener.heard:
        for fact in facts:
            assert fact.heard_by(seat)
            kinds.add(fact.kind.name)
    assert {"hand-dealt", "card-played", "round-began"} <= kinds


def test_a_bot_that_cannot_listen_still_plays() -> None:
    outcome = played("deaf", "first")
    assert outcome.finished
    assert not outcome.stood_in
    assert {fault.kind for fault in outcome.faults} == {"crashed"}


def test_a_seer_is_shown_a_copy_of_everything() -> None:
    Seer.shown.clear()
    outcome = played("lookout", "first")
    assert outcome.actions == played("first", "first").actions
    assert len(Seer.shown) == outcome.asked[0]
    assert not outcome.faults
    assert Seer.shown == watched_by_replay(outcome)


def watched_by_replay(outcome: Outcome) -> list[str]:
    plan = plan_of("first", "first")
    states = replay(plan, plan.rules(), outcome)
    return [state.digest() for state, seat, _ in states if seat == 0]


def test_an_unfinished_game_is_shared_by_all() -> None:
    outcome = played("first", "first", "first", "first", most_decisions=7)
    assert not outcome.finished
    assert len(outcome.actions) == 7
    assert [outcome.share(seat) for seat in range(4)] == [0.25] * 4
    assert [outcome.rank(seat) for seat in range(4)] == [2.5] * 4


def test_shared_wins_and_ranks_are_divided() -> None:
    outcome = played("first", "first", "first")
    outcome.winners, outcome.ranking = [0, 2], [1, 3, 1]
    assert [outcome.share(seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert [outcome.rank(seat) for seat in range(3)] == [1.5, 3.0, 1.5]
    assert Outcome.read(outcome.json()) == outcome
