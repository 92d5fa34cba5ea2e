"""Bad input never crashes and never changes anything."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.errors import BadOptions, BadPosition, BadView, FourWindsError
from tests.games.santa_timea.table import GAME, lay, play, position

GOOD = position(["N3 P", "N9 E5", "S7 S8"], "N2 E1 S1", pile=["W1", "W2"])


def say(error: FourWindsError) -> None:
    """An error must also be able to say what is wrong."""
    assert str(error)


def refused(state: fw.State, seat: Any, action: Any) -> tuple[str, str | None]:
    """The refusal's code and rule; the state must stay as it was."""
    before = state.digest()
    with pytest.raises(fw.IllegalAction) as raised:
        state.play(seat, action)
    refusal = state.refusal(seat, action)
    assert refusal is not None
    assert refusal.code == raised.value.code
    assert state.digest() == before
    return raised.value.code, raised.value.rule


@pytest.mark.rule("ST-3.1")
@pytest.mark.rule("ST-5.2")
@pytest.mark.rule("ST-7.1")
def test_what_the_rules_forbid_is_refused_by_number() -> None:
    state = GAME.from_position(GOOD)
    assert refused(state, 1, "N9") == ("not-your-turn", "ST-3.1")
    assert refused(state, 0, "N9") == ("not-in-hand", "ST-3.1")
    assert refused(state, 0, "P") == ("pirate-led", "ST-5.2")
    assert refused(state, 0, "keep N") == ("wrong-step", "ST-8.4")
    play(state, "N3 N9 S7 E5 S8 P".split())
    assert state.over
    for seat in range(3):
        assert refused(state, seat, "N3") == ("match-over", "ST-7.1")


@pytest.mark.parametrize(
    "card", ["N0", "N15", "Q1", "n", "13", "NN", "N 1", "N1 N2", "PP", "pirate", "keep", "keep Q"]
)
def test_unknown_cards_are_no_actions(card: str) -> None:
    state = GAME.from_position(GOOD)
    assert refused(state, 0, card) == ("unreadable", None)


@pytest.mark.parametrize("action", [65, 2**31, 2**63, 10**100, -1, -(2**64), 1.0, 1e300, [1], None])
def test_numbers_that_are_no_actions(action: Any) -> None:
    state = GAME.from_position(GOOD)
    assert refused(state, 0, action) == ("unknown-action", None)


@pytest.mark.parametrize("seat", [3, 5, -1, 2**64, 0.0, "0", None, True, [0]])
def test_seats_that_are_none(seat: Any) -> None:
    state = GAME.from_position(GOOD)
    assert refused(state, seat, "N3") == ("no-such-seat", None)


def test_whole_numbers_of_other_types_are_seats_and_actions() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    state = GAME.from_position(GOOD | {"leader": 2})
    card = state.actions(2)[0]
    state.play(Two(), card)
    assert state.actors == (0,)
    state.play(0, Two())  # action 2 is the North 3
    assert state.view(None)["trick"][-1]["card"] == "N3"


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "another game": ({"game": "regatta"}, "game"),
    "no game": ({"game": None}, "game"),
    "other players": ({"players": 4}, "hands"),
    "round 0": ({"round": 0}, "round"),
    "round 2 of 1": ({"round": 2}, "round"),
    "round 1.0": ({"round": 1.0}, "round"),
    "round true": ({"round": True}, "round"),
    "huge round": ({"round": 10**30}, "round"),
    "first 3": ({"first": 3}, "first"),
    "leader -1": ({"leader": -1}, "leader"),
    "leader none": ({"leader": None}, "leader"),
    "hands none": ({"hands": None}, "hands"),
    "hands text": ({"hands": "NNN"}, "hands"),
    "hands numbers": ({"hands": [1, 2, 3]}, "hands"),
    "two hands": ({"hands": [["N3"], ["N9"]]}, "hands"),
    "unknown card": ({"hands": [["N3"], ["N15"], ["S7"]]}, "unknown card 'N15'"),
    "card number": ({"hands": [["N3"], [9], ["S7"]]}, "unknown card"),
    "card list": ({"hands": [["N3"], [["N9"]], ["S7"]]}, "unknown card"),
    "huge card": ({"hands": [["N3"], ["N" * 10**6], ["S7"]]}, "unknown card"),
    "card twice": ({"hands": [["N3", "P"], ["N3", "E5"], ["S7", "S8"]]}, "N3 at most 1"),
    "five pirates": ({"hands": [["P", "P"], ["P", "P"], ["P", "S8"]]}, "P at most 4"),
    "unequal hands": ({"hands": [["N3"], ["N9", "E5"], ["S7", "S8"]]}, "equally long"),
    "long hands": (
        {"hands": [[f"{d}{v}" for v in range(1, 14)] for d in "NES"]},
        "at most 12 cards",
    ),
    "endless hand": ({"hands": [["N3"] * 101, ["N9"], ["S7"]]}, "hands"),
    "61 cards": (
        {
            "hands": [[f"{d}{v}" for v in range(1, 13)] for d in "NES"],
            "played": [
                {"seat": i % 3, "card": c}
                for i, c in enumerate(
                    [f"W{v}" for v in range(1, 15)]
                    + ["N13", "N14", "E13", "E14", "S13", "S14", *["P"] * 5]
                )
            ],
        },
        "at most 60 steering cards",
    ),
    "card in hand and trick": (
        {"trick": [{"seat": 0, "card": "N9"}], "hands": [["N3"], ["N9", "E5"], ["S7", "S8"]]},
        "N9 at most 1",
    ),
    "trick of a wrong seat": (
        {"trick": [{"seat": 1, "card": "W9"}], "hands": [["N3", "P"], ["E5"], ["S7", "S8"]]},
        "expected seat 0",
    ),
    "pirate led wrongly": (
        {"trick": [{"seat": 0, "card": "P"}], "hands": [["N3"], ["N9", "E5"], ["S7", "S8"]]},
        "ST-5.2",
    ),
    "whole trick": (
        {
            "trick": [{"seat": s, "card": c} for s, c in enumerate(["W1", "W2", "W3"])],
            "hands": [["N3"], ["N9"], ["S7"]],
        },
        "trick: expected fewer than 3",
    ),
    "trick no list": ({"trick": {"seat": 0}}, "trick"),
    "trick of texts": ({"trick": ["N9"]}, r"trick\[0\]"),
    "trick without card": ({"trick": [{"seat": 0}]}, r"trick\[0\].card"),
    "trick with seat 9": ({"trick": [{"seat": 9, "card": "W1"}]}, r"trick\[0\].seat"),
    "half a trick played": ({"played": [{"seat": 0, "card": "W1"}]}, "whole tricks"),
    "played out of order": (
        {"played": [{"seat": s, "card": c} for s, c in ((0, "W1"), (2, "W2"), (1, "W3"))]},
        r"played\[1\]: expected seat 1",
    ),
    "no row": ({"row": []}, "row"),
    "short row": ({"row": ["N2", "E1"]}, "row: expected 3 winds"),
    "long row": ({"row": ["N2", "E1", "S1", "W1"]}, "row: expected at most 3"),
    "unknown wind": ({"row": ["N2", "E1", "S4"]}, "unknown card 'S4'"),
    "third wind of a kind": ({"row": ["N2", "N2", "N2"]}, "wind N2 at most 2"),
    "21 winds": ({"pile": [f"{d}{n}" for d in "NESW" for n in (1, 1, 2, 2, 3)]}, "at most"),
    "too few winds": ({"row": ["N2"], "pile": []}, "a wind for each of 2 tricks"),
    "forecast of the basic game": ({"forecast": ["W3"]}, "forecast"),
    "taken none": ({"taken": None}, "taken"),
    "taken of two": ({"taken": [[], []]}, "taken"),
    "aside number": ({"aside": 7}, "aside"),
    "scores short": ({"scores": [0, 0]}, "scores"),
    "scores halves": ({"scores": [0, 0.5, 0]}, "scores"),
    "scores huge": ({"scores": [0, 10**30, 0]}, "scores"),
    "scores nan": ({"scores": [0, float("nan"), 0]}, "scores"),
    "rounds won": ({"rounds_won": [0, -1, 0]}, "rounds_won"),
    "history long": ({"history": [[0, 0, 0], [0, 0, 0]]}, "history"),
    "history ragged": ({"history": [[0, 0]]}, "history"),
    "chance short": ({"chance": "00.0"}, "chance"),
    "chance words": ({"chance": "z" * 64 + ".0"}, "chance|position"),
    "chance huge": ({"chance": "0" * 64 + "." + "9" * 50}, "chance"),
    "chance none": ({"chance": None}, "chance"),
    "unknown field": ({"storm": True}, "unknown field 'storm'"),
    "over too early": ({"over": True}, "over"),
}


@pytest.mark.parametrize(("change", "expected"), BROKEN.values(), ids=BROKEN)
def test_a_position_that_cannot_lie_on_a_table_is_refused(
    change: dict[str, Any], expected: str
) -> None:
    data = copy.deepcopy(GOOD) | change
    with pytest.raises(BadPosition, match=expected) as raised:
        GAME.from_position(data)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("name", "game round first leader hands row trick taken scores".split())
def test_a_position_without_a_needed_field_is_refused(name: str) -> None:
    data = copy.deepcopy(GOOD)
    del data[name]
    with pytest.raises(BadPosition, match=name):
        GAME.from_position(data)


@pytest.mark.parametrize("data", [None, 7, "position", [], [GOOD], b"{}"])
def test_what_is_no_mapping_is_no_position(data: Any) -> None:
    with pytest.raises(BadPosition, match="as a mapping"):
        GAME.from_position(data)


@pytest.mark.parametrize(
    "change", [{"players": 9}, {"players": "3"}, {"options": {"storm": 1}}, {"options": 7}]
)
def test_a_position_of_no_setting_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.from_position(GOOD | change)


def test_a_position_of_another_setting_is_refused() -> None:
    with pytest.raises(BadPosition, match="options"):
        GAME.rules(3).position(GOOD)
    with pytest.raises(BadPosition, match="players"):
        GAME.rules(4, {"rounds": 1}).position(GOOD)


def test_choices_that_were_never_asked_cannot_have_been_made() -> None:
    """ST-8.4: a position may not claim that a set was kept that its owner was not asked about."""
    taken = [["N1", "N1", "N2", "N3"], ["E1", "E2", "E3"]]
    base = position(["", ""], "S1", pile=[], taken=taken, options={"expert": True})
    for change in (
        {"kept": ["", "E"]},  # not asked: there is no second 1 or 2
        {"kept": ["N", ""]},  # asked only now
        {"kept": ["S", ""]},
        {"kept": ["X", ""]},
        {"kept": [7, None]},
        {"kept": [""]},
        {"kept": "N"},
        {"asked": 8},
        {"asked": -1},
        {"asked": "0"},
    ):
        with pytest.raises(BadPosition):
            GAME.from_position(base | change)
    assert GAME.from_position(base | {"asked": 0, "kept": ["", ""]}).actors == (0,)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    name=st.sampled_from([*sorted(GOOD), "played", "aside", "kept", "asked", "over"]), value=JSON
)
def test_whatever_stands_in_a_field_the_position_is_taken_or_refused(name: str, value: Any) -> None:
    data = copy.deepcopy(GOOD) | {name: value}
    try:
        state = GAME.from_position(data)
    except FourWindsError as error:
        say(error)
    else:
        assert GAME.from_position(state.position()).digest() == state.digest()


@given(name=st.sampled_from(sorted(GAME.start(players=3, seed=1).view(0))), value=JSON)
def test_whatever_stands_in_a_view_it_is_imagined_or_refused(name: str, value: Any) -> None:
    view = GAME.from_position(GOOD).view(0) | {name: value}
    rules = GAME.rules(3, {"rounds": 1})
    try:
        rules.imagine(view, 1)
    except FourWindsError as error:
        say(error)


@pytest.mark.parametrize("view", [{}, None, [], {"game": "regatta"}, {"game": "santa-timea"}])
def test_what_is_no_view_is_refused(view: Any) -> None:
    with pytest.raises(BadView):
        GAME.rules(3).belief(view)


@given(action=st.integers() | JSON)
def test_whatever_is_previewed_is_shown_or_refused(action: Any) -> None:
    view = GAME.from_position(GOOD).view(0)
    rules = GAME.rules(3, {"rounds": 1})
    try:
        json.dumps(rules.preview(view, action))
    except FourWindsError as error:
        say(error)


def test_a_spectator_previews_nothing() -> None:
    state = lay(
        ["N5", "P"], "N2", pile=[], taken=[["S1", "S1", "S2", "S3"], []], options={"expert": True}
    )
    with pytest.raises(FourWindsError):
        state.rules.preview(state.view(None), state.rules.parse(state, 0, "keep S"))
