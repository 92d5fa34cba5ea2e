"""Writes docs/actions.md: python docs/actions.py

What the page says comes from the games' tables of actions; tests/core/test_actions.py sees to it
that the page was written since they last changed.
"""

from __future__ import annotations

from pathlib import Path

import fourwinds as fw

PAGE = Path(__file__).parent / "actions.md"

TOP = """\
# Actions

This page is for people who write programs that play: every action of every game.

An action is a number inside and words at every edge. `python docs/actions.py` writes this page from
each game's table of actions (`games/<game>/actions.py`); `rules.action_names` has every action of a
game in notation, with the names of its components, `rules.describe` its kind and arguments as JSON.
Within a kind the last argument counts fastest. The rule is the one that a refusal names where the
action is tried in another step.
"""


def main() -> None:
    PAGE.write_text(page())


def page() -> str:
    return "\n".join([TOP, *(table(game) for game in fw.games())])


def table(game: str) -> str:
    found = fw.game(game)
    rows = [["numbers", "kind", "notation", "arguments", "rule"], ["---"] * 5]
    rows += found.actions.rows()
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return "\n".join([f"## {found.title}: {found.actions.count} actions\n", *lines, ""])


if __name__ == "__main__":
    main()
