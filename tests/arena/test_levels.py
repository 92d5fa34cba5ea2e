"""What people read of the levels is what docs/strength.md says."""

from __future__ import annotations

from pathlib import Path

from bench import levels

from fourwinds.bots.levels import MEASURED, Measured

HEADS = "| bot | among | games | share of wins |\n|---|---|---|---|\n"
ALL = "admiral:500it,captain:500it,mate,apprentice,deckhand"


def document(path: Path, *tables: tuple[str, str, str]) -> Path:
    """Of tables by players, bots and rows."""
    text = ""
    for number, (players, bots, rows) in enumerate(tables, 1):
        command = f"fourwinds ladder regatta --players {players} --bots {bots} --games 8 --seed 1"
        text += f"### Table {number}. Regatta\n\n`{command}`\n\n{HEADS}{rows}\n\n"
    path.write_text(text)
    return path


def test_levels_are_told_the_shares_of_the_tables() -> None:
    for level, games in levels.shares_in(levels.DOCUMENT).items():
        for game, found in games.items():
            assert MEASURED[level][game] == found, f"run python -m bench.levels ({level}, {game})"


def test_the_line_of_most_games_counts(tmp_path: Path) -> None:
    rows = (
        "| admiral:500it | captain:500it | 8 | 40.0 % (20.0 to 60.0) |\n"
        "| admiral:500it | mate | 8 | 80.0 % (60.0 to 90.0) |"
    )
    again = "| admiral:500it | captain:500it | 200 | 35.0 % (30.0 to 40.0) |"
    timed = "| admiral:200ms | captain:200ms | 400 | 30.0 % (25.0 to 35.0) |"
    path = document(
        tmp_path / "strength.md",
        ("4", ALL, rows),
        ("4", "admiral:500it,captain:500it", again),
        ("4", "admiral:200ms,captain:200ms", timed),
        ("2", ALL, "| admiral:500it | captain:500it | 999 | 60.0 % (50.0 to 70.0) |"),
    )
    found = levels.shares_in(path)
    assert found["admiral"] == {"regatta": Measured(35.0, 200)}
    assert found["captain"] == {}


def test_a_game_without_a_ladder_of_all_levels_is_left_as_it_is(tmp_path: Path) -> None:
    rows = "| captain:500it | mate | 8 | 40.0 % (20.0 to 60.0) |"
    path = document(tmp_path / "strength.md", ("4", "captain:500it,mate", rows))
    assert not any(levels.shares_in(path).values())


def test_what_is_written_is_what_is_read() -> None:
    ways: dict[str, object] = {"Measured": Measured}
    exec(levels.written(MEASURED), ways)
    assert ways["MEASURED"] == MEASURED
