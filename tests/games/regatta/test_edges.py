"""Regatta at its edges: notation, views, beliefs, previews, component files, texts, drawing."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import BadComponents, BadPosition, BadView, Refusal
from fourwinds.core.facts import FactKind
from fourwinds.core.words import Words
from fourwinds.games.regatta import refusals
from fourwinds.games.regatta import state as tables
from fourwinds.games.regatta.actions import ACTION_COUNT
from fourwinds.games.regatta.course import GATE_NAMES
from tests.games.regatta.sailor import Sailor
from tests.games.regatta.waters import alone, boat, position, race, rules, spot, why
from tests.sample import sample

LANGUAGES = ("en", "fr", "de")


def texts(language: str) -> dict[str, Any]:
    path = fw.game("regatta").folder / "texts" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def sailed(seed: int, players: int, course: str) -> list[fw.State]:
    """A race of competent boats, as far as it was asked for: the state after each decision."""
    return [rules(players, course).start(seed)]


def sailing(seed: int, decisions: int, players: int = 4, course: str = "normal") -> fw.State:
    states = sailed(seed, players, course)
    sailor = Sailor(states[0].rules)
    while len(states) <= decisions and not states[-1].over:
        state = states[-1].copy()
        seat = state.actors[0]
        state.play(seat, sailor.choose(state.view(seat), state.actions(seat)))
        states.append(state)
    return states[min(decisions, len(states) - 1)].copy()


# Notation.


def test_every_action_has_a_text_that_reads_back() -> None:
    state = sailing(1, 30)
    for action in range(ACTION_COUNT):
        text = state.rules.text(state, 0, action)
        assert state.rules.parse(state, 0, text) == action
        assert state.rules.parse(state, 0, f"  {text.upper()} ") == action
        assert state.rules.describe(state, 0, action)["text"] == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "red2", "red2 ab", "turn", "turn x", "turn +", "turn ++15", "start 9", "start x"),
        *(
            "sun",
            "boat pink",
            "swap",
            "swap red99",
            "end now",
            "#5 a",
            "#99 a",
            "red2 é",
            "x" * 300,
        ),
    ],
)
def test_what_is_no_action_is_refused_and_changes_nothing(text: str) -> None:
    code, rule = why(alone(0, 100, 0, 1), text)
    assert code == "unreadable"
    assert rule is None


@pytest.mark.rule("RG-5.1")
def test_compound_moves_are_played_in_one_line() -> None:
    state = alone(0, 100, 0, 1, ("red1", "red2", "blue1", "green1", "green2"))
    actions = state.rules.parse_move(state, 0, "swap red2 blue1")
    assert [state.rules.text(state, 0, action) for action in actions] == [
        "swap red2",
        "swap blue1",
        "end",
    ]
    start = rules(2).start(1)
    assert len(start.rules.parse_move(start, start.actors[0], "boat red start 3")) == 2
    with pytest.raises(fw.IllegalAction):
        state.rules.parse_move(state, 0, "swap red2 red2")
    assert state.rules.parse_move(state, 0, "turn +45") == [state.rules.parse(state, 0, "turn +45")]


# Views and beliefs.


def test_a_view_shows_the_own_hand_and_only_counts_of_the_others() -> None:
    state = sailing(3, 60)
    hands = state.position()["hands"]
    for seat in range(4):
        view = state.view(seat)
        assert view["hand"] == hands[seat]
        assert view["counts"] == [len(hand) for hand in hands]
    assert state.view(None)["hand"] is None
    json.dumps(state.view(0))


def test_a_swap_that_is_not_ended_is_seen_by_nobody_else() -> None:
    state = alone(0, 100, 0, 1)
    before = [state.view(seat) for seat in (1, None)]
    state.play(0, "swap red1")
    assert [state.view(seat) for seat in (1, None)] == before
    assert state.view(0)["draft"] == ["red1"]


def test_imagined_worlds_look_the_same_and_offer_the_same() -> None:
    for decisions in (0, 3, 8, 25, 61, 90, 140):
        state = sailing(5, decisions)
        for seat in (0, 1, 2, 3, None):
            view = json.loads(json.dumps(state.view(seat)))
            world = state.rules.imagine(view, 9)
            assert world.view(seat) == state.view(seat)
            if seat is not None:
                assert world.actions(seat) == state.actions(seat)
            assert world.position()["chance"] != state.position()["chance"]


def test_beliefs_deal_every_unseen_card_equally_often() -> None:
    state = alone(0, 100, 0, 1)
    belief = state.rules.belief(state.view(0))
    chance = stream_of_seed(1, "imagine")
    held, top = Counter[str](), Counter[str]()
    for _ in range(3000):
        data = belief.sample(chance).position()
        held.update(data["hands"][1])
        top[data["pile"][0]] += 1
    unseen = Counter(dict(zip(state.rules.box.names, state.rules.box.counts, strict=True)))
    unseen.subtract(state.view(0)["hand"])
    for card, count in unseen.items():
        assert held[card] == pytest.approx(3000 * 5 * count / 50, abs=110)
        assert top[card] == pytest.approx(3000 * count / 50, abs=60)


def test_a_damaged_view_is_refused() -> None:
    state = sailing(5, 30)
    view = state.view(0)
    for change in ({"pile": 3}, {"hand": ["joker"] * 5}, {"counts": [5] * 3}, {"boats": None}):
        with pytest.raises(BadView):
            state.rules.belief({**view, **change})


# Positions.


@pytest.mark.parametrize("decisions", [0, 1, 5, 8, 20, 47, 80])
def test_positions_read_back_and_play_on_the_same(decisions: int) -> None:
    state = sailing(6, decisions, course="long")
    other = state.rules.position(json.loads(json.dumps(state.position())))
    assert other.digest() == state.digest()
    chance = random.Random(1)
    for _ in range(20):
        seat = state.actors[0]
        assert other.actions(seat) == state.actions(seat)
        action = chance.choice(state.actions(seat))
        state.play(seat, action)
        other.play(seat, action)
    assert other.digest() == state.digest()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 2),
        ("first", -1),
        ("boats", [None, None]),
        ("boats", [boat("red", 0, 100), boat("red", 300, 100)]),
        ("boats", [boat("red", 0, 100), boat("green", 5, 100)]),
        ("boats", [boat("red", 0, 100), boat("green", 355, 100)]),
        ("boats", [boat("red", 0, 100), boat("green", -150, 310)]),
        ("boats", [boat("red", 0, 100, stage=6), boat("green", 300, 100)]),
        ("boats", [boat("red", 0, 100, becalmed=True), boat("green", 300, 100)]),
        ("hands", [["blue1"] * 5, ["blue1"] * 5]),
        ("hands", [["blue1"] * 4, ["red1"] * 3]),
        ("pile", ["blue1"]),
        ("draft", ["sun"]),
        ("step", "dreaming"),
        ("step", "finishing"),
        ("helm", True),
        ("played", 1),
        ("chance", "x"),
        ("colour", "pink"),
    ],
)
def test_positions_that_cannot_be_are_refused(field: str, value: object) -> None:
    good = position([boat("red", 0, 100), boat("green", 300, 100)])
    fw.game("regatta").from_position(good)
    with pytest.raises(BadPosition):
        fw.game("regatta").from_position({**good, field: value})


# Previews.


@pytest.mark.rule("RG-4.2")
def test_a_preview_shows_the_path_the_end_and_the_contact() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 20, 170, 90, 1)]
    state = race(boats)
    view = state.view(0)
    seen = state.rules.preview(view, state.rules.parse(state, 0, "blue1 a"))
    assert not seen["legal"]
    assert seen["rule"] == "RG-4.2"
    way = seen["way"]
    assert way["contact"]["point"] == pytest.approx([0, 164_400], abs=300)
    assert way["contact"]["boat"] == "green"
    assert len(way["contact"]["outline"]) == 5
    assert way["path"][0] == (0, 100_000, 0)
    assert way["path"][-1] == way["end"]
    turned = state.rules.preview(view, state.rules.parse(state, 0, "turn +90"))
    assert turned["way"]["end"] == (20_000, 80_000, 3600)
    json.dumps(seen)


@pytest.mark.rule("RG-4.4")
def test_a_preview_of_a_forced_stop_ends_where_the_boat_stops() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    state = race(boats, ("blue1", "blue1", "blue1", "sun", "sun"))
    seen = state.rules.preview(state.view(0), state.rules.parse(state, 0, "blue1 a"))
    state.play(0, "blue1 a")
    assert seen["legal"]
    assert tuple(v / 1000 for v in seen["way"]["end"][:2]) == spot(state)[:2]


def test_candidates_say_why_not() -> None:
    state = alone(-250, 300, 270, 1, ("blue1", "red3", "green3", "red2", "blue3"))
    found = {state.rules.text(state, 0, action): error for action, error in state.candidates(0)}
    assert found["red3 a"] is None
    error = found["blue1 a"]
    assert error is not None
    assert error.rule == "RG-2.3"
    assert len(error.details["pose"]) == 3


# Component files.


def changed(**changes: Any) -> dict[str, Any]:
    data = copy.deepcopy(rules().components.data)
    data.update(changes)
    return data


@pytest.mark.rule("RG-1.3")
def test_a_course_of_ones_own_is_laid_out_in_the_component_file() -> None:
    data = changed()
    data["course"]["custom"]["red"] = [-200, 300]
    data["course"]["custom"]["obstacles"] = []
    state = rules(2, "custom", data).start(1)
    assert state.view(None)["course"]["red"] == (-200_000, 300_000, 8000)
    assert state.view(None)["course"]["obstacles"] == []
    state.play(state.actors[0], "boat red")
    state.play(state.actors[0], "start 1")


@pytest.mark.rule("RG-1.2")
@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("course.custom.red", [-370, 260], "room"),
        ("course.custom.red", [-75, 5], "length between"),
        ("course.custom.red", [130, 260], "red to the left"),
        ("course.custom.line", [[-80, 0], [80, 20]], "west to east"),
        ("course.custom.water", [-380, -170, 360], "west, south"),
        ("course.custom.start", {"behind": 12, "places": [0]}, "four"),
        ("course.custom.start", {"behind": 4, "places": [-70, -18, 18, 54]}, "beside a buoy"),
        ("course.custom.obstacles", [[0, 0]], "radius"),
        ("sizes.outline", [[0, 5], [15, 2], [40, 0]], "convex"),
        ("sizes.card", [87], "two numbers"),
        ("card.0.arrows", ["nowhere"], "unknown arrow"),
        ("card.0.count", 9, "cards"),
        ("card.0.name", "green1", "name of its own"),
        ("card.0.symbol", "anchor", "symbol"),
        ("arrow.0.end", [0, 60], "end within"),
        ("arrow.0.path", [["back", 30]], "ahead"),
    ],
)
def test_a_component_file_that_does_not_add_up_is_refused(
    path: str, value: object, expected: str
) -> None:
    data = changed()
    *way, last = path.split(".")
    place: Any = data
    for part in way:
        place = place[int(part)] if part.isdigit() else place[part]
    place[last] = value
    with pytest.raises(BadComponents, match=expected):
        rules(2, "custom", data)


def test_most_of_the_box_is_marked_as_reconstructed() -> None:
    marks = rules().components.marks()
    assert marks["reported"] >= 4
    assert marks["reconstructed"] > 50


# Texts and drawing.


def keys(table: Any, prefix: str = "") -> set[str]:
    if not isinstance(table, dict) or set(table) == {"one", "other"}:
        return {prefix}
    return set().union(*(keys(value, f"{prefix}/{name}") for name, value in table.items()))


def places(table: Any) -> dict[str, list[str]]:
    if isinstance(table, dict):
        return {f"{k}/{n}": v for k, t in table.items() for n, v in places(t).items()}
    return {"": sorted(set(re.findall(r"\{\w+\}", str(table))))}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_all_languages_have_the_same_texts_with_the_same_places(language: str) -> None:
    assert keys(texts(language)) == keys(texts("en"))
    english, other = places(texts("en")), places(texts(language))
    differing = [key for key in english if set(english[key]) - {"{n}"} != set(other[key]) - {"{n}"}]
    assert not differing


def test_every_refusal_fact_step_and_action_has_a_text() -> None:
    english = texts("en")
    declared = [*vars(refusals).values(), *refusals.TOUCHES.values()]
    declared += refusals.TURN_TOUCHES.values()
    codes = {refusal.code for refusal in declared if isinstance(refusal, Refusal)}
    assert codes == set(english["refusal"])
    kinds = {kind.name for kind in vars(tables).values() if isinstance(kind, FactKind)}
    assert kinds == set(english["facts"])
    assert {step.name for step in fw.game("regatta").steps} == set(english["steps"])
    assert set(GATE_NAMES) <= set(english["names"])
    assert set(english["table"]["gates"]) == set(GATE_NAMES)
    state = sailing(1, 0)
    described = {state.rules.describe(state, 0, a)["kind"] for a in range(ACTION_COUNT)}
    assert described | {"swap-cards"} == set(english["actions"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("course", ["short", "normal", "long", "custom"])
def test_the_water_is_drawn_within_a_hundred_columns(language: str, course: str) -> None:
    words = Words(language, (fw.game("regatta").folder,))
    for decisions in (0, 4, 8, 40, 90):
        state = sailing(2, decisions, course=course)
        for seat in (0, 3, None):
            drawn = state.rules.game.draw(
                state.view(seat), words, ["Ann", "Ben", "[red]Cleo", "Dora"]
            )
            plain = re.sub(r"\[/?[a-z_ ]+\]", "", drawn)
            assert max(len(line) for line in plain.splitlines()) <= 100
            assert "{" not in plain
            assert "table/" not in plain
            assert plain.count("R") >= 1
            assert plain.count("o") >= 2


def test_facts_and_actions_read_well_in_every_language() -> None:
    names = ["Ann", "Ben", "Cleo", "Dora"]
    spoken = [Words(language, (fw.game("regatta").folder,)) for language in LANGUAGES]
    bound = rules(4)
    told: list[Any] = []
    state, sailor = bound.start(11, told), Sailor(bound)
    for _ in range(60):
        seat = state.actors[0]
        actions = state.actions(seat)
        for action, words in itertools.product(actions, spoken):
            line = words.action(bound.describe(state, seat, action), names)
            assert "{" not in line
            assert "actions/" not in line
        state.play(seat, sailor.choose(state.view(seat), actions), told)
    for fact, words in itertools.product(told, spoken):
        line = words.fact(fact.json(), names)
        assert "{" not in line
        assert "facts/" not in line


# Laws of the table.


def test_random_races_end() -> None:
    """Random boats make ten thousand decisions; interpreted rules play only the first of them."""
    most = sample(fw.game("regatta").most_decisions, 300)
    simulation = fw.simulate("regatta", players=4, games=3, seed=4, max_decisions=most)
    assert simulation.unfinished == sample(0, 3)
    assert simulation.decisions <= 3 * most
    assert all(max(scores) == 6 for scores in simulation.scores)
