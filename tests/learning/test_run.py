"""The engine of lessons: reading, conditions, compound moves, questions, bots."""

from __future__ import annotations

from typing import Any

import pytest

from fourwinds.core.words import words
from fourwinds.learning import things
from fourwinds.learning.checking import faults, word_count
from fourwinds.learning.exchange import Act, Choose, Next
from fourwinds.learning.lesson import BadAnswer, BadLesson, Lesson
from fourwinds.learning.paths import find, put
from fourwinds.learning.reading import made
from fourwinds.learning.run import LessonRun

WORDS = {"en": "Well.", "fr": "Bien.", "de": "Gut."}
END = {"kind": "end", **WORDS, "players": 3}
HANDS = [["N2", "N12", "S13"], ["N9", "S6", "W4"], ["N4", "N11", "W6"]]
WAREHOUSES = ("warehouse", "warehouse:1")


def lesson(*steps: dict[str, Any], game: str = "santa-timea", **more: Any) -> Lesson:
    start = {
        "players": 3,
        "seed": 1,
        "drop": ["turn"],
        "set": {"hands": HANDS, "leader": 1, "row": ["N2", "E2", "S3"], "pile": []},
    }
    data = {"order": 1, "title": WORDS, "about": WORDS, "start": start, "step": [*steps, END]}
    return made(game, "test", {**data, **more})


def step(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **WORDS, **fields}


def asks(**fields: Any) -> Lesson:
    """Two have laid a card, then the learner is asked."""
    others = {"kind": "others", "moves": ["N9", "N4"]}
    return lesson(others, step("move", **fields))


def verdict(run: LessonRun) -> str:
    assert run.verdict is not None
    return run.verdict.kind


def test_what_the_others_do_without_a_word_is_told_with_the_next_step() -> None:
    run = LessonRun(asks(accept=["N12"]))
    assert [each.facts[0]["card"] for each in run.played] == ["N9", "N4"]
    assert (run.number, run.count, run.step.kind) == (1, 2, "move")


def test_a_move_is_accepted_by_its_notation() -> None:
    found = asks(accept=["N12"], right=WORDS)
    run = LessonRun(found, "de", [Act("n12")])
    assert (verdict(run), run.over) == ("right", True)
    assert run.verdict is not None
    assert run.verdict.text == "Gut."


@pytest.mark.parametrize(
    ("accept", "right"),
    [
        ("any", {"N2", "N12", "S13"}),
        ({"preview": "takes", "not": 0}, {"N12"}),
        ({"preview": "takes", "is": 0}, {"N2", "S13"}),
        ({"after": "taken.0", "has": "N2"}, {"N2", "S13"}),
        ({"after": "counts.0", "most": 2}, {"N2", "N12", "S13"}),
        ({"after": "counts.0", "least": 3}, set()),
        ({"action": "card", "is": "S13"}, {"S13"}),
    ],
)
def test_a_condition_says_which_moves_are_right(accept: Any, right: set[str]) -> None:
    found = asks(accept=accept)
    taken = {card for card in HANDS[0] if verdict(LessonRun(found, "en", [Act(card)])) == "right"}
    assert taken == right


def test_a_wrong_move_changes_nothing_and_help_comes_after_two() -> None:
    found = asks(accept=["N12"], wrong=[{"moves": ["N2"], **WORDS}])
    once = LessonRun(found, "fr", [Act("N2")])
    assert (verdict(once), once.verdict and once.verdict.text) == ("wrong", "Bien.")
    assert once.state.digest() == LessonRun(found).state.digest()
    assert once.solution() is None
    other = LessonRun(found, "en", [Act("S13"), Act("N2")])
    assert other.verdict is not None
    assert other.verdict.text == "Well."
    solution = other.solution()
    assert solution is not None
    assert solution.words == "lay North 12"


def test_what_the_rules_forbid_is_refused_with_their_own_words() -> None:
    run = LessonRun(asks(accept=["N12"]), "en", [Act("W14")])
    assert run.verdict is not None
    assert (verdict(run), run.verdict.rule) == ("illegal", "ST-3.1")
    assert run.verdict.text == "Not in your hand: West 14. (ST-3.1)"
    assert verdict(LessonRun(asks(accept=["N12"]), "en", [Act("what")])) == "illegal"
    assert verdict(LessonRun(asks(accept=["N12"]), "en", [Act(10**6)])) == "illegal"


DEALT = ["take apple silk", "take apple apple", "reveal storage", "reveal shipment", "take 1"]


def compound(accept: Any, **more: Any) -> Lesson:
    """Vor dem Wind asks the learner to store goods: a move of several parts."""
    data = {"order": 1, "title": WORDS, "about": WORDS}
    start = {"players": 2, "seed": 3, "moves": [*DEALT, "take 2"]}
    steps = [step("move", accept=accept, **more), {**END, "players": 2}]
    return made("vor-dem-wind", "test", {**data, "start": start, "step": steps})


def test_a_compound_move_may_be_given_whole_or_in_parts_of_any_order() -> None:
    found = compound(["store apple silk"])
    assert faults(found) == []
    for parts in (["store apple silk"], ["store silk", "store apple", "done"]):
        run = LessonRun(found, "en", [Act(part) for part in parts])
        assert (verdict(run), run.over) == ("right", True)
    part = LessonRun(found, "en", [Act("store silk")])
    assert verdict(part) == "more"
    asked = part.asked()
    assert asked is not None
    assert asked["retractable"]


def test_a_compound_move_that_goes_wrong_begins_anew() -> None:
    found = compound(["store apple silk"], wrong=[{"moves": ["store apple done"], **WORDS}])
    wrong = LessonRun(found, "fr", [Act("store apple"), Act("done")])
    assert wrong.verdict is not None
    assert (verdict(wrong), wrong.verdict.text) == ("wrong", "Bien.")
    assert wrong.state.digest() == LessonRun(found).state.digest()
    other = LessonRun(found, "en", [Act("store silk"), Act("done")])
    assert verdict(other) == "wrong"
    assert verdict(LessonRun(found, "en", [Act("pass")])) == "wrong"


def test_a_condition_judges_whole_moves() -> None:
    found = compound({"action": "kind", "is": "store"})
    assert verdict(LessonRun(found, "en", [Act("store silk")])) == "more"
    assert verdict(LessonRun(found, "en", [Act("store silk"), Act("done")])) == "right"
    assert verdict(LessonRun(found, "en", [Act("pass")])) == "wrong"


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ({"play": ["N9", "N4", "N12"], "fact": "wind-taken.seat"}, 2),
        ({"play": ["N9", "N4", "N12"], "view": "leader"}, 0),
        ({"play": ["N9"], "fact": "wind-taken.seat"}, None),
    ],
)
def test_answers_are_computed_by_the_rules(fact: dict[str, Any], answer: int | None) -> None:
    found = lesson(step("question", options="players or nobody", answer=fact))
    run = LessonRun(found)
    values = [option.value for option in run.options()]
    assert values == [0, 1, 2, None]
    assert [option.label for option in run.options()] == ["You", "Nora", "Emil", "Nobody"]
    for place, value in enumerate(values):
        kind = verdict(LessonRun(found, "en", [Choose(place)]))
        assert kind == ("right" if value == answer else "wrong")
    twice = LessonRun(found, "en", [Choose((values.index(answer) + 1) % 4)] * 2)
    solution = twice.solution()
    assert solution is not None
    assert solution.option == values.index(answer)


def test_options_may_be_cards_and_numbers() -> None:
    found = lesson(step("question", options=["N2", "E2"], answer={"view": "row.0"}))
    assert [option.label for option in LessonRun(found, "de").options()] == ["Nord 2", "Ost 2"]
    assert verdict(LessonRun(found, "en", [Choose(0)])) == "right"
    numbers = lesson(step("question", options=[1, 3], answer={"view": "counts.0"}))
    assert [option.label for option in LessonRun(numbers).options()] == ["1", "3"]


def test_a_bot_moves_until_the_learner_is_asked_and_always_the_same() -> None:
    found = lesson(step("others", bot="mate", seed=4), step("move", accept="any"))
    runs = [LessonRun(found, "en", [Next()]) for _ in range(2)]
    assert runs[0].state.digest() == runs[1].state.digest()
    assert runs[0].state.actors == (0,)
    assert runs[0].step.kind == "move"


def test_texts_name_players_and_cards() -> None:
    text = {"en": "{1} has {N13}.", "fr": "{1} a {N13}.", "de": "{1} hat {N13}."}
    found = lesson({"kind": "say", **text})
    assert LessonRun(found, "de", name="Ann").text == "Nora hat Nord 13."


@pytest.mark.parametrize("answer", [Act("N12"), Choose(0)])
def test_an_answer_must_fit_the_step(answer: Act | Choose) -> None:
    with pytest.raises(BadAnswer):
        LessonRun(lesson(step("say")), "en", [answer])
    with pytest.raises(BadAnswer):
        LessonRun(lesson(step("say")), "en", [Next(), Next()])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"kind": "sing", **WORDS}, "kind"),
        ({"kind": "say", "en": "Only English."}, "words in fr, de"),
        ({"kind": "say", **WORDS, "pointt": ["hand"]}, "unknown: pointt"),
        ({"kind": "move", **WORDS}, "accept"),
        ({"kind": "move", **WORDS, "accept": {"after": "x"}}, "one test"),
        ({"kind": "others", **WORDS}, "moves or a bot"),
        ({"kind": "question", **WORDS, "options": "cards", "answer": {"view": "x"}}, "players"),
        ({"kind": "question", **WORDS, "options": [1], "answer": {}}, "one of view"),
    ],
)
def test_what_is_not_understood_is_an_error(data: dict[str, Any], message: str) -> None:
    with pytest.raises(BadLesson, match=message):
        lesson(data)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([step("say", point=["sail"])], "sail: expected one of"),
        ([step("say", point=["card:N3"])], "card:N3: expected one of"),
        ([step("say", point=["hand:1"])], "expected hand"),
        ([step("say", point=["card"])], "expected card:"),
        ([step("say", teaches=["ST-9.9"])], "no such rule: ST-9.9"),
        ([{"kind": "say", **WORDS, "fr": "un " * 26}], "26 words"),
        ([step("others", moves=["N1"])], "Not in your hand"),
        ([step("move", accept=["N12"])], "nothing is asked"),
        ([step("question", options=[7], answer={"view": "counts.0"})], "once among the options"),
        ([step("question", options=[7], answer={"function": "x"})], "lesson_questions"),
    ],
)
def test_faults_of_a_lesson_are_found(steps: list[dict[str, Any]], message: str) -> None:
    assert message in " ".join(faults(lesson(*steps)))


def test_a_start_that_cannot_be_is_refused_by_the_rules() -> None:
    bad = lesson(start={"players": 3, "seed": 1, "drop": ["turn"], "set": {"hands": [["N1"]]}})
    assert "hands" in " ".join(faults(bad))
    nowhere = lesson(start={"players": 3, "seed": 1, "set": {"sails": 1}})
    assert "nothing in the position at sails" in " ".join(faults(nowhere))


def test_paths_lead_into_lists_and_tables() -> None:
    data: dict[str, Any] = {"hands": [["N1", "N2"], ["E1"]], "ports": {"a": 1, "b": 2}}
    assert find(data, "hands.*.0") == ["N1", "E1"]
    assert find(data, "ports.#") == ["a", "b"]
    assert find(data, "hands.#") == [0, 1]
    assert find(data, "hands.7") == []
    assert put(data, "hands.1.0", "W1")
    assert not put(data, "hands.1.5", "W1")
    assert data["hands"][1] == ["W1"]


def test_words_are_counted_without_signs() -> None:
    assert word_count("Qui prend ce vent ? – {1}") == 5


def test_things_are_called_by_name() -> None:
    run = LessonRun(lesson(step("say")), "fr")
    assert things.label("card:N12", run.own, "santa-timea", run.names) == "la carte Nord 12"
    assert things.label("player:1", run.own, "santa-timea", run.names) == "Nora"


def test_a_thing_alone_is_called_without_the_colon_of_its_name() -> None:
    run = LessonRun(lesson(step("say"), game="vor-dem-wind", start={"players": 3, "seed": 1}), "fr")
    called = [things.label(thing, run.own, "vor-dem-wind", run.names) for thing in WAREHOUSES]
    assert called == ["l'entrepôt", "l'entrepôt : Nora"]


def test_null_lays_nothing_out() -> None:
    changes = {"hands.0": ["apple"], "bidding": "null", "front": ["null"] * 3}
    start = {"players": 3, "seed": 1, "set": changes}
    run = LessonRun(lesson(step("say"), game="vor-dem-wind", start=start))
    assert run.view()["front"] == [None] * 3


def test_a_card_with_its_ports_is_called_as_its_kind() -> None:
    own = words("en", "winds-of-plunder")
    called = things.label("card:weapons Jamaica Trinidad", own, "winds-of-plunder", ["Ann"])
    assert called == "the card Buy Weapons"
    assert things.label("port:Puerto Rico", own, "winds-of-plunder", ["Ann"]) == "Puerto Rico"
