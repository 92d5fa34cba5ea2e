"""Which numbered rules are taught where, and which rules of the usual game are not taught yet."""

from __future__ import annotations

from fourwinds.core.rulebook import section_of
from fourwinds.core.rulebook import texts as rule_texts
from fourwinds.core.words import words
from fourwinds.learning.reading import lessons
from fourwinds.learning.things import teaching


def rules_of(game: str) -> list[str]:
    """The numbers of all rules, without headings."""
    return [number for number in rule_texts(words("en", game)) if section_of(number) != number]


def taught(game: str) -> dict[str, list[str]]:
    """The lessons that teach each rule."""
    out: dict[str, list[str]] = {}
    for lesson in lessons(game):
        for step in lesson.steps:
            for rule in step.teaches:
                where = out.setdefault(rule, [])
                if lesson.id not in where:
                    where.append(lesson.id)
    return out


def beyond(game: str) -> dict[str, str]:
    """Rules that no lesson has to teach, with the reason: by number, or a whole section."""
    reasons: dict[str, str] = teaching(game).get("beyond", {})
    out = {}
    for number in rules_of(game):
        reason = reasons.get(number, reasons.get(section_of(number)))
        if reason is not None:
            out[number] = reason
    return out


def not_yet(game: str) -> list[str]:
    """Rules of the usual game that no lesson teaches."""
    where, left_out = taught(game), beyond(game)
    return [rule for rule in rules_of(game) if rule not in where and rule not in left_out]
