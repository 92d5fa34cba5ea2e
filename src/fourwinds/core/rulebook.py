"""The rulebook: the numbered rules of a game as its texts hold them, in order.

A rule's text may hold marks such as [ruling] or [reconstructed]; core/texts says what each means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fourwinds.core.words import Words

_MARKS = "ruling|change|edition|printed|reported|reconstructed"
MARK = re.compile(rf"\[({_MARKS})\]")
# A mark may say something itself: [ruling: only one that somebody named].
_SAYING = re.compile(rf"\[({_MARKS})\s?: ([^\]]+)\]")
# Not those that hold a word and a colon together, as in French.
_SPACES = re.compile(r"[ \n]+")


@dataclass(frozen=True)
class Rule:
    """One rule without its marks, and these beside it."""

    number: str
    text: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    number: str
    title: str
    rules: tuple[Rule, ...]


def texts(words: Words) -> dict[str, str]:
    """All rules and headings by number, in order, with their marks."""
    found = words.find("rules")
    return dict(found) if isinstance(found, dict) else {}


def section_of(number: str) -> str:
    return number.partition(".")[0]


def rule(number: str, text: str) -> Rule:
    whole = _SAYING.sub(r"(\2) [\1]", text)
    plain = _SPACES.sub(" ", MARK.sub("", whole)).strip().replace(" .", ".")
    return Rule(number, plain, tuple(MARK.findall(whole)))


def sections(words: Words) -> list[Section]:
    known = texts(words)
    return [
        Section(
            number,
            title,
            tuple(
                rule(each, text)
                for each, text in known.items()
                if each != number and section_of(each) == number
            ),
        )
        for number, title in known.items()
        if section_of(number) == number
    ]
