"""The laws every game obeys, tried on random matches of every setting."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import pkgutil
import random
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.errors import UnknownAction
from fourwinds.core.facts import ALL, OWNER, Fact, FactKind
from tests.conformance.play import (
    LONGEST,
    Setting,
    matches,
    moments,
    random_play,
    settings,
    some_moment,
    viewers,
)

every_game = pytest.mark.parametrize("game_id", fw.games())
every_setting = pytest.mark.parametrize(
    "setting", [setting for game in fw.games() for setting in settings(game)], ids=str
)
GARBAGE: list[Any] = [
    "",
    " ",
    "no such move",
    "N13 N13",
    "\x00",
    "\ud800",
    "x" * 10_000,
    "9" * 5000,
    "💥",
    10**30,
    -(10**30),
    10**5000,
    2**63,
    2**64,
    -1,
    0.0,
    1.5,
    float("nan"),
    float("inf"),
    None,
    True,
    False,
    [],
    [0],
    (0,),
    {},
    {"action": 0},
    b"N13",
    object(),
]
NOT_SEATS: list[Any] = [-1, 9, 10**30, 10**5000, 0.0, 1.5, None, True, "0", [0], b"", object()]


def play_on(state: fw.State, seed: int, most: int = 60) -> list[str]:
    """Play at random from here and return the digests on the way."""
    return [now.digest() for now, _, _ in random_play(state, random.Random(seed), most)] + [
        state.digest()
    ]


def some(rng: random.Random, items: list[Any], count: int) -> list[Any]:
    return items if len(items) <= count else rng.sample(items, count)


@every_setting
def test_random_play_ends_and_whoever_is_asked_can_act(setting: Setting) -> None:
    seed = zlib.crc32(str(setting).encode())
    rng = random.Random(seed)
    for state in moments(setting, seed):
        for now, _, _ in random_play(state, rng, 30):
            assert not now.over
            assert now.winners == []
            assert list(now.actors) == sorted(set(now.actors))
            for seat in range(setting.players):
                actions = now.actions(seat)
                assert bool(actions) == (seat in now.actors)
                assert actions == sorted(set(actions))
                assert all(0 <= action < now.rules.action_count for action in actions)
                assert (now.decision(seat) is not None) == (seat in now.actors)
    last = moments(setting, seed)[-1]
    assert last.over or fw.game(setting.game).most_decisions > LONGEST
    if last.over:
        assert last.actors == ()
        assert all(last.actions(seat) == [] for seat in range(setting.players))
        assert all(last.decision(seat) is None for seat in range(setting.players))
        assert last.winners == [s for s, place in enumerate(last.ranking) if place == 1] != []
        assert len(last.scores) == len(last.ranking) == setting.players


@every_game
@given(data=st.data())
def test_copies_are_deep(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    state = some_moment(setting, seed)
    copies: list[tuple[fw.State, str]] = []
    for now, _, _ in random_play(state, random.Random(seed), 40):
        copier = (fw.State.copy, copy.copy, copy.deepcopy)[len(copies) % 3]
        copies.append((copier(now), now.digest()))
    assert [twin.digest() for twin, _ in copies] == [digest for _, digest in copies]
    before = state.digest()
    for twin, _ in copies:
        play_on(twin, seed, 3)
    assert state.digest() == before


@every_game
@given(data=st.data())
def test_actions_are_read_as_they_are_written(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    for state in moments(setting, seed):
        for seat in state.actors:
            written = set()
            for action in some(rng, state.actions(seat), 40):
                text = state.rules.text(state, seat, action)
                assert text == text.strip()
                assert "#" not in text
                assert "\n" not in text
                written.add(text.lower())
                wide = "  " + text.replace(" ", " \t ") + " "
                for variant in (text, text.upper(), text.lower(), wide):
                    assert state.rules.parse(state, seat, variant) == action
                assert state.refusal(seat, text) is None
                described = state.rules.describe(state, seat, action)
                assert described["text"] == text
                assert isinstance(described["kind"], str)
                json.dumps(described, allow_nan=False)
                json.dumps(state.rules.preview(state.view(seat), action), allow_nan=False)
            assert len(written) == len(some(rng, state.actions(seat), 40))


@every_game
@given(data=st.data())
def test_positions_come_back_from_text_and_play_on_alike(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    for state in moments(setting, seed):
        text = json.dumps(state.position(), allow_nan=False)
        again = state.rules.position(json.loads(text))
        assert json.dumps(again.position()) == text
        assert fw.game(game_id).from_position(json.loads(text)).digest() == state.digest()
        assert [again.view(viewer) for viewer in viewers(state)] == [
            state.view(viewer) for viewer in viewers(state)
        ]
        assert [again.decision(s) for s in state.actors] == [
            state.decision(s) for s in state.actors
        ]
        assert play_on(again, seed) == play_on(state.copy(), seed)


@every_game
@given(data=st.data())
def test_the_same_seed_and_actions_give_the_same_match(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    one = play_on(setting.rules().start(seed=seed), seed)
    assert one == play_on(setting.rules().start(seed=seed), seed)
    assert one[0] != setting.rules().start(seed=seed + 1).digest()


@every_game
@given(data=st.data())
def test_states_and_rules_can_be_pickled(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    for state in moments(setting, seed):
        again = pickle.loads(pickle.dumps(state))
        assert again.digest() == state.digest()
        assert again.rules.digest == state.rules.digest
        assert again.actors == state.actors
        assert pickle.loads(pickle.dumps(state.rules)).digest == state.rules.digest


@every_game
@given(data=st.data())
def test_choices_made_at_the_same_time_commute(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    state = some_moment(setting, seed)
    for now, _, _ in random_play(state, random.Random(seed), 300):
        if len(now.actors) < 2:
            continue
        seats = rng.sample(now.actors, 2)
        chosen = {seat: rng.choice(now.actions(seat)) for seat in seats}
        ids = {seat: now.decision(seat) for seat in now.actors}
        ends = []
        for order in (seats, seats[::-1]):
            twin = now.copy()
            for seat in order:
                others = set(now.actors) - set(order[: order.index(seat) + 1])
                twin.play(seat, chosen[seat])
                if others <= set(twin.actors) and len(others) > 0:
                    assert {other: twin.decision(other) for other in others} == {
                        other: ids[other] for other in others
                    }, "a decision stays the same while others vote"
            ends.append(twin.digest())
        assert ends[0] == ends[1]


@every_game
@given(data=st.data())
def test_a_decision_once_made_is_not_asked_again(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    state = some_moment(setting, seed)
    asked: tuple[int, int | None] | None = None
    for now, seat, _ in random_play(state, random.Random(seed), 200):
        if asked is not None:
            assert now.decision(asked[0]) != asked[1]
        asked = (seat, now.decision(seat)) if len(now.actors) == 1 else None


@every_game
@given(data=st.data())
def test_an_imagined_world_cannot_be_told_from_the_real_one(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    for state in moments(setting, seed):
        for viewer in viewers(state):
            seen = json.dumps(state.view(viewer), allow_nan=False)
            world = state.rules.imagine(json.loads(seen), seed)
            # As text: neither the order of entries nor their size may tell the worlds apart.
            assert json.dumps(world.view(viewer)) == seen
            assert world.actors == state.actors
            if viewer is not None:
                assert world.actions(viewer) == state.actions(viewer)
                assert world.decision(viewer) == state.decision(viewer)
                tries = [(a, e and e.code) for a, e in world.candidates(viewer)]
                assert tries == [(a, e and e.code) for a, e in state.candidates(viewer)]
            assert world.key.hex() != state.key.hex()
            assert state.key.hex() not in seen
            assert state.digest() not in seen
            # An imagined world is a whole one: its position is accepted and it plays on.
            assert state.rules.position(world.position()).digest() == world.digest()
            play_on(world, seed, 5)


@every_game
@given(data=st.data())
def test_beliefs_repeat_themselves_and_leave_the_view_alone(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    for state in moments(setting, seed, 1):
        view = state.view(0)
        before = copy.deepcopy(view)
        belief = state.rules.belief(view)
        first = belief.sample(random.Random(seed)).digest()
        belief.sample(random.Random(seed + 1))
        assert belief.sample(random.Random(seed)).digest() == first
        worlds = [state.rules.imagine(view, number) for number in (1, 1, 2)]
        assert worlds[0].digest() == worlds[1].digest()
        # Each world has a future of its own.
        assert worlds[0].key.hex() != worlds[2].key.hex()
        assert view == before


@every_game
@given(data=st.data())
def test_an_illegal_action_is_refused_and_changes_nothing(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    for state in moments(setting, seed, 2):
        before = state.digest()
        for seat in range(setting.players):
            legal = set(state.actions(seat))
            illegal = [a for a in range(state.rules.action_count) if a not in legal]
            for action in some(rng, illegal, 80):
                refusal = state.refusal(seat, action)
                assert refusal is not None
                with pytest.raises(fw.IllegalAction) as raised:
                    state.play(seat, action)
                assert (raised.value.code, raised.value.rule) == (refusal.code, refusal.rule)
                assert raised.value.details == refusal.details
                assert str(refusal)
                assert (state.over, refusal.code == "match-over") != (True, False)
            assert state.digest() == before


@every_game
def test_garbage_is_no_action(game_id: str) -> None:
    for state in moments(settings(game_id)[-1], 1):
        before = state.digest()
        for garbage in [*GARBAGE, state.rules.action_count]:
            for seat in range(state.rules.players):
                refusal = state.refusal(seat, garbage)
                assert isinstance(refusal, UnknownAction), garbage
                with pytest.raises(UnknownAction):
                    state.play(seat, garbage)
                assert str(refusal)
            if not isinstance(garbage, str):
                with pytest.raises(UnknownAction):
                    state.rules.text(state, 0, garbage)
                with pytest.raises(UnknownAction):
                    state.rules.describe(state, 0, garbage)
                with pytest.raises(UnknownAction):
                    state.rules.preview(state.view(0), garbage)
            else:
                with pytest.raises(fw.IllegalAction):
                    state.rules.parse_move(state, 0, garbage)
        for seat in NOT_SEATS:
            refusal = state.refusal(seat, 0)
            assert refusal is not None
            assert refusal.code == "no-such-seat"
            for method in (state.actions, state.candidates, state.decision, state.retract):
                with pytest.raises(fw.IllegalAction):
                    method(seat)
            with pytest.raises(fw.IllegalAction):
                state.play(seat, 0)
            if seat is not None:
                with pytest.raises(fw.IllegalAction):
                    state.view(seat)
        assert state.digest() == before


@every_game
def test_a_number_that_cannot_be_read_is_no_action(game_id: str) -> None:
    class Broken:
        def __index__(self) -> int:
            raise TypeError("only whole numbers")

    state = fw.game(game_id).start(seed=1)
    seat = state.actors[0]
    with pytest.raises(UnknownAction):
        state.play(seat, Broken())
    refusal = state.refusal(Broken(), 0)
    assert refusal is not None
    assert refusal.code == "no-such-seat"


@every_game
@given(data=st.data(), text=st.text(max_size=12))
def test_any_text_is_an_action_or_refused(game_id: str, data: st.DataObject, text: str) -> None:
    setting, seed = data.draw(matches(game_id))
    state = some_moment(setting, seed)
    seat = next(iter(state.actors), 0)
    refusal = state.refusal(seat, text)
    if refusal is None:
        state.play(seat, text)
    else:
        before = state.digest()
        with pytest.raises(fw.IllegalAction):
            state.play(seat, text)
        assert state.digest() == before


@every_game
@given(data=st.data())
def test_candidates_hold_all_legal_actions_and_say_why_not(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    for state in moments(setting, seed):
        for seat in range(setting.players):
            candidates = state.candidates(seat)
            assert len({action for action, _ in candidates}) == len(candidates)
            assert [a for a, error in candidates if error is None] == state.actions(seat)
            for action, error in candidates:
                refusal = state.refusal(seat, action)
                assert (error and error.code) == (refusal and refusal.code)
                assert (error and error.rule) == (refusal and refusal.rule)


@every_game
@given(data=st.data())
def test_what_is_taken_back_was_seen_by_its_owner_only(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    seen = set()
    state = some_moment(setting, seed)
    for n, (now, seat, _) in enumerate(random_play(state, random.Random(seed), 150)):
        seen.add(now.digest())
        if n % 5:
            continue
        drafts = []
        for action in some(rng, now.actions(seat), 4):
            twin = now.copy()
            twin.play(seat, action)
            others = [json.dumps(twin.view(v)) for v in viewers(now) if v != seat]
            after = twin.digest()
            if twin.retract(seat):
                assert twin.digest() in seen
                drafts.append(others)
            else:
                assert twin.digest() == after
        assert all(others == drafts[0] for others in drafts), "a draft shows in another's view"


@every_game
@given(data=st.data())
def test_retract_says_how_many_actions_it_takes_back(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    start = some_moment(setting, seed)
    state, line = start.copy(), list[tuple[int, int]]()
    for _ in range(80):
        if state.over:
            break
        seat = rng.choice(state.actors)
        line.append((seat, rng.choice(state.actions(seat))))
        state.play(*line[-1])
        taker = rng.randrange(setting.players)
        before = state.digest()
        trial = state.copy()
        count = trial.retract(taker)
        mine = [i for i, (mover, _) in enumerate(line) if mover == taker]
        if count > len(mine):
            continue  # a part of it was chosen before we came
        if count == 0:
            assert trial.digest() == before
            continue
        gone = mine[-count:]
        line = [move for i, move in enumerate(line) if i not in gone]
        state = start.copy()
        for move in line:
            state.play(*move)
        assert state.digest() == trial.digest()


def kinds_of(game_id: str) -> set[FactKind]:
    """Every kind of fact the game's modules declare."""
    package = importlib.import_module(f"fourwinds.games.{fw.game(game_id).folder.name}")
    out = set()
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        out |= {value for value in vars(module).values() if isinstance(value, FactKind)}
    return out


@every_game
@given(data=st.data())
def test_facts_are_of_declared_kinds_and_respect_their_audience(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    kinds = kinds_of(game_id)
    told: list[Fact] = []
    setting.rules().start(seed, told)
    state = some_moment(setting, seed)
    for now, seat, action in random_play(state, random.Random(seed), 200):
        twin, facts = now.copy(), list[Fact]()
        twin.play(seat, action, facts)
        told += facts
    assert told
    for fact in told:
        assert fact.kind in kinds
        assert fact.seat is None or 0 <= fact.seat < setting.players
        json.dumps(fact.json(), allow_nan=False)
        assert fact.json()["kind"] == fact.kind.name
        if fact.kind.audience == OWNER:
            assert fact.seat is not None
            assert [v for v in viewers(state) if fact.heard_by(v)] == [fact.seat]
        else:
            assert fact.kind.audience == ALL
            assert all(fact.heard_by(viewer) for viewer in viewers(state))


@every_game
@given(data=st.data())
def test_an_action_tells_the_same_in_every_possible_world_until_something_is_revealed(
    game_id: str, data: st.DataObject
) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    for state in moments(setting, seed):
        for seat in state.actors:
            world = state.rules.imagine(state.view(seat), seed)
            action = rng.choice(state.actions(seat))
            heard = []
            for twin in (state.copy(), world):
                facts: list[Fact] = []
                twin.play(seat, action, facts)
                mine = [fact for fact in facts if fact.heard_by(seat)]
                end = next((i for i, fact in enumerate(mine) if fact.reveals), len(mine))
                heard.append([fact.json() for fact in mine[:end]])
            assert heard[0] == heard[1]


@every_game
@given(data=st.data())
def test_listening_changes_nothing(game_id: str, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    quiet = setting.rules().start(seed=seed)
    loud = setting.rules().start(seed, [])
    cited: dict[str, int] = {}
    loud.record_to([], cited)
    rng = random.Random(seed)
    for now, seat, action in random_play(quiet, rng, 200):
        assert loud.digest() == now.digest()
        loud.play(seat, action)
    assert loud.digest() == quiet.digest()
    assert cited


@every_game
def test_views_carry_what_every_board_needs(game_id: str) -> None:
    for setting in settings(game_id):
        state = setting.rules().start(seed=3)
        for viewer in viewers(state):
            view = state.view(viewer)
            assert view["game"] == game_id
            assert view["seat"] == viewer
            assert view["players"] == setting.players
            assert view["actors"] == list(state.actors)
            assert (view["over"], view["winners"]) == (state.over, state.winners)
            assert (view["scores"], view["ranking"]) == (state.scores, state.ranking)
            assert view["step"] == state.step.name
