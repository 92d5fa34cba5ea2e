"""Writes docs/taught.md: python docs/taught.py

What the page says comes from the lessons; tests/learning/test_taught.py sees to it that the page
was written since they last changed.
"""

from __future__ import annotations

from pathlib import Path

import fourwinds as fw
from fourwinds.learning.reading import lessons
from fourwinds.learning.taught import beyond, not_yet, rules_of, taught

PAGE = Path(__file__).parent / "taught.md"
TOP = """\
# Rules that lessons teach

This page is for people who write lessons.
Which lesson teaches which numbered rule (`fourwinds rules GAME` prints them), which rules need no
lesson and why, and which are not taught yet. `python docs/taught.py` writes this page.
"""


def page() -> str:
    return "\n".join([TOP, *(_game(game) for game in fw.games())])


def _game(game: str) -> str:
    where, left_out, missing = taught(game), beyond(game), not_yet(game)
    count = len(rules_of(game)) - len(left_out)
    lines = [f"## {fw.game(game).title}", ""]
    if not lessons(game):
        return "\n".join([*lines, "No lessons yet.", ""])
    listed = ", ".join(f"{each.id} ({each.title['en']})" for each in lessons(game))
    lines += [f"Lessons: {listed}.", ""]
    lines += [f"{count - len(missing)} of {count} rules are taught."]
    if missing:
        lines += ["", f"Not yet: {', '.join(missing)}."]
    lines += ["", "| rule | taught in |", "|---|---|"]
    for rule in rules_of(game):
        if rule in where:
            lines.append(f"| {rule} | {', '.join(where[rule])} |")
        elif rule in left_out:
            lines.append(f"| {rule} | needs no lesson: {left_out[rule]} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
