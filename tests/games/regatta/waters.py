"""Positions of Regatta for tests: boats in millimetres and degrees, hands by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import fourwinds as fw

BOATS = ("red", "green", "yellow", "blue")
FAR = [(-330, -60, 180), (330, -60, 180)]
SPARE = ("green1", "red1", "green2", "red2", "blue1", "blue2", "green4", "red4", "blue3", "blue4")


def rules(players: int = 2, course: str = "normal", components: Any = None) -> fw.Rules:
    return fw.game("regatta").rules(players, {"course": course}, components)


def boat(
    colour: str, x: float, y: float, heading: float = 0, stage: int = 0, becalmed: bool = False
) -> dict[str, Any]:
    return {
        "boat": colour,
        "x": round(x * 1000),
        "y": round(y * 1000),
        "heading": round(heading * 40) % 14400,
        "stage": stage,
        "becalmed": becalmed,
    }


def position(
    boats: Sequence[dict[str, Any]],
    hand: Sequence[str] = ("blue1", "red1", "red2", "green1", "green2"),
    course: str = "normal",
    **fields: Any,
) -> dict[str, Any]:
    """Seat 0 is to move with this hand; the other hands are filled with plain cards."""
    bound = rules(len(boats), course)
    left = Counter(dict(zip(bound.box.names, bound.box.counts, strict=True)))
    left.subtract(hand)
    left.subtract(fields.get("discards", []))
    hands = [list(hand)]
    for _ in boats[1:]:
        other: list[str] = []
        for card in SPARE:
            while left[card] > 0 and len(other) < 5:
                other.append(card)
                left[card] -= 1
        hands.append(other)
    return {
        "game": "regatta",
        "players": len(boats),
        "options": {"course": course},
        "first": 0,
        "turn": 0,
        "boats": list(boats),
        "hands": hands,
        **fields,
    }


def race(*args: Any, **fields: Any) -> fw.State:
    """The state of such a position."""
    return fw.game("regatta").from_position(position(*args, **fields))


def alone(
    x: float, y: float, heading: float = 0, stage: int = 0, hand: Sequence[str] = (), **fields: Any
) -> fw.State:
    """Seat 0 there with that hand, the other boat out of the way in a corner."""
    other = FAR[0] if x > 0 else FAR[1]
    boats = [boat("red", x, y, heading, stage), boat("green", *other)]
    return race(boats, hand or ("blue1", "red1", "red2", "green1", "green2"), **fields)


def spot(state: fw.State, seat: int = 0) -> tuple[float, float, float]:
    """A boat's bow in millimetres and its heading in degrees."""
    found = state.position()["boats"][seat]
    return found["x"] / 1000, found["y"] / 1000, found["heading"] / 40


def stage(state: fw.State, seat: int = 0) -> int:
    found: int = state.position()["boats"][seat]["stage"]
    return found


def why(state: fw.State, move: str, seat: int = 0) -> tuple[str, str | None]:
    """Code and rule of a refusal; the state must not change by trying."""
    before = state.digest()
    with pytest.raises(fw.IllegalAction) as refused:
        state.play(seat, move)
    assert state.digest() == before
    assert str(refused.value)
    return refused.value.code, refused.value.rule
