"""What a learner answers, and what he is told to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourwinds.learning.lesson import Scalar


@dataclass(frozen=True)
class Next:
    pass


@dataclass(frozen=True)
class Act:
    action: int | str


@dataclass(frozen=True)
class Choose:
    option: int


Answer = Next | Act | Choose


@dataclass(frozen=True)
class Verdict:
    """What is said to the last answer. `kind` is right, wrong, illegal, or more: a move that was
    begun goes on."""

    kind: str
    text: str
    rule: str | None = None


@dataclass(frozen=True)
class Played:
    """What the learner heard of one action, and what he saw after it."""

    facts: list[dict[str, Any]]
    view: dict[str, Any]


@dataclass(frozen=True)
class Option:
    value: Scalar
    label: str


@dataclass(frozen=True)
class Solution:
    """What to do: actions, or the place of an option; and the same in words."""

    actions: list[int]
    option: int | None
    words: str
