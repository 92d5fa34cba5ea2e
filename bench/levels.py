"""What shares of matches the levels win, from docs/strength.md into src/fourwinds/bots/levels.py.

    python -m bench.levels   # the last step of `make strength`; compile anew after it

A game's shares are taken from its tables of four players once a ladder of all levels stands there.
Of several lines of the same two levels, that of most games counts. Where the document has nothing,
what was measured before stays.
"""

from __future__ import annotations

import re
from pathlib import Path

from fourwinds.arena.documents import find_table, interval, table_numbers
from fourwinds.bots.levels import BELOW, MEASURED, Measured

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "strength.md"
LEVELS = ROOT / "src" / "fourwinds" / "bots" / "levels.py"
PLAYERS = "4"
_LEVEL = re.compile(r"(\w+)(?::\d+it)?")
_WRITTEN = re.compile(r"^MEASURED: .*?^}\n", re.DOTALL | re.MULTILINE)

Shares = dict[str, dict[str, Measured]]


def level_of(bot: str) -> str:
    """The level of a bot's name; nothing for one with a time or a file of its own."""
    found = _LEVEL.fullmatch(bot)
    return found[1] if found else ""


def shares_in(document: Path) -> Shares:
    """What the tables of a document say of each level among the one below, by game."""
    tables = [find_table(document, number) for number in table_numbers(document)]
    tables = [one for one in tables if one.asked("players") == PLAYERS]
    whole = {
        one.arguments[1]
        for one in tables
        if {level_of(bot) for bot in one.asked("bots").split(",")} >= BELOW.keys()
    }
    found: Shares = {level: {} for level in BELOW}
    for one in tables:
        game = one.arguments[1]
        for row in one.rows if game in whole else ():
            cells = dict(zip(one.heads, row, strict=True))
            level, share = level_of(cells.get("bot", "")), interval(cells.get("share of wins", ""))
            if share is None or BELOW.get(level) != level_of(cells["among"]):
                continue
            measured = Measured(share[0], int(cells["games"]))
            known = found[level].setdefault(game, measured)
            if measured.games > known.games:
                found[level][game] = measured
    return found


def written(measured: Shares) -> str:
    """The shares as they stand in the module."""
    lines = ["MEASURED: dict[str, dict[str, Measured]] = {"]
    for level in BELOW:
        lines.append(f'    "{level}": {{')
        for game, one in sorted(measured.get(level, {}).items()):
            lines.append(f'        "{game}": Measured({one.share}, {one.games}),')
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


def main() -> None:
    shares = shares_in(DOCUMENT)
    merged = {level: {**MEASURED.get(level, {}), **shares[level]} for level in BELOW}
    before = LEVELS.read_text(encoding="utf-8")
    after = _WRITTEN.sub(lambda _: written(merged), before, count=1)
    if after != before:
        LEVELS.write_text(after, encoding="utf-8")
    print(f"{LEVELS.relative_to(ROOT)}: {'as it was' if after == before else 'written'}")


if __name__ == "__main__":
    main()
