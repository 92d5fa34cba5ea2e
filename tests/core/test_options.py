"""Options are checked by name and by value."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadOptions
from fourwinds.core.options import Option, fill_in, schema

FLAG = Option("expert", False)
BAD_FLAGS: list[Any] = [0, 1, "on", None, [], 10**5000]
BAD_CHOICES: list[Any] = ["German", "", "dutch", 0, None, b"german", ["german"]]
BAD_NUMBERS: list[Any] = [0, 6, -1, 5.0, True, "5", None, 10**5000, float("nan")]
CHOICE = Option("edition", "german", choices=("german", "french"))
NUMBER = Option("rounds", 5, low=1, high=5, defaults={2: 3})
ALL = schema(FLAG, CHOICE, NUMBER)


def test_options_not_given_have_their_default_for_the_number_of_players() -> None:
    assert fill_in(ALL, None, 4) == {"expert": False, "edition": "german", "rounds": 5}
    assert fill_in(ALL, {}, 2) == {"expert": False, "edition": "german", "rounds": 3}
    assert fill_in(ALL, {"rounds": 4, "expert": True}, 2) == {
        "expert": True,
        "edition": "german",
        "rounds": 4,
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((FLAG, value) for value in BAD_FLAGS),
        *((CHOICE, value) for value in BAD_CHOICES),
        *((NUMBER, value) for value in BAD_NUMBERS),
    ],
    ids=lambda part: part.name if isinstance(part, Option) else type(part).__name__,
)
def test_a_value_an_option_cannot_have_is_refused_by_name(option: Option, value: Any) -> None:
    with pytest.raises(BadOptions, match=f"option {option.name}: expected") as raised:
        fill_in(ALL, {option.name: value}, 4)
    assert raised.value.details == {"option": option.name}
    assert len(str(raised.value)) < 120


def test_an_unknown_option_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(BadOptions, match=r"unknown option 'storm'.*expert, edition, rounds"):
        fill_in(ALL, {"storm": True}, 4)
    with pytest.raises(BadOptions, match="unknown option"):
        fill_in(ALL, {10**5000: True}, 4)  # type: ignore[dict-item]
    with pytest.raises(BadOptions, match="as a mapping, got list"):
        fill_in(ALL, ["expert"], 4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (FLAG, "on", True),
        (FLAG, " Yes ", True),
        (FLAG, "FALSE", False),
        (FLAG, "0", False),
        (CHOICE, "French", "french"),
        (NUMBER, " 3 ", 3),
    ],
)
def test_options_are_read_from_text(option: Option, text: str, value: object) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (FLAG, "maybe"),
        (FLAG, ""),
        (CHOICE, "dutch"),
        (NUMBER, "0"),
        (NUMBER, "-3"),
        (NUMBER, "--3"),
        (NUMBER, "3.0"),
        (NUMBER, "³"),
        (NUMBER, "9" * 999),
        (NUMBER, ""),
    ],
    ids=lambda part: part.name if isinstance(part, Option) else None,
)
def test_text_that_is_no_value_is_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOptions, match=f"option {option.name}: expected"):
        option.read(text)


def test_options_describe_themselves() -> None:
    assert FLAG.json(4) == {"kind": "flag", "default": False}
    assert CHOICE.json(4) == {
        "kind": "choice",
        "default": "german",
        "choices": ["german", "french"],
    }
    assert NUMBER.json(2) == {"kind": "number", "default": 3, "low": 1, "high": 5}


@pytest.mark.parametrize("game_id", fw.games())
@pytest.mark.parametrize(
    "players",
    [0, 1, -1, 99, 2.0, "4", True, 10**5000, [4]],
    ids=lambda p: str(p)[:9] if p != 10**5000 else "huge",
)
def test_a_number_of_players_the_game_does_not_have_is_refused(game_id: str, players: Any) -> None:
    with pytest.raises(BadOptions, match="players: expected") as raised:
        fw.game(game_id).rules(players=players)
    assert raised.value.details == {"option": "players"}
