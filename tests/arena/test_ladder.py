"""Ladders in documents: tables that stand beside one another, and the plots drawn from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

from fourwinds.arena import ladder as ladders
from fourwinds.arena import ratings
from fourwinds.arena.documents import Table, find_table, put_section, tables_of_section
from fourwinds.arena.workers import Here
from fourwinds.cli import arena as commands

HEADS = ("bot", "among", "games", "share of wins", "fair", "mean rank", "score")
DOCUMENT = Path("docs/strength.md")


def table(players: int, bots: str, games: int = 4, share: str = "60.0 % (40.0 to 80.0)") -> Table:
    first, second, *_ = bots.split(",")
    return Table(
        f"Regatta, {players} players",
        f"fourwinds ladder regatta --players {players} --bots {bots} --games {games} --seed 1",
        ("Four Winds.", f"{ladders.RATED}: {first} 30.5 ± 2.1, {second} -2.0 ± 0.5."),
        HEADS,
        ((first, second, str(games), share, "25 %", "-", "-"),),
    )


def commands_in(path: Path) -> list[str]:
    return [one.command for one in tables_of_section(path, "ladder regatta")]


def test_tables_of_a_game_written_apart_stand_under_its_heading_in_order(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    put_section(path, "ladder high-tide", "## High Tide\n\n" + table(2, "x,y").markdown())
    four, pair, two = table(4, "c,m,d"), table(4, "c,m"), table(2, "c,m,d")
    for one in (pair, four, two):
        ladders.write("Regatta", one, path)
    assert commands_in(path) == [two.command, four.command, pair.command]
    text = path.read_text()
    assert text.count("## Regatta") == 1
    assert text.index("## High Tide") < text.index("## Regatta")
    assert find_table(path, 3) == four


def test_a_table_takes_the_place_of_that_of_the_same_bots(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    ladders.write("Regatta", table(4, "c,m,d"), path)
    ladders.write("Regatta", table(4, "c:5it,m,d"), path)
    more = table(4, "c,m,d", games=40)
    ladders.write("Regatta", more, path)
    assert commands_in(path) == [more.command, table(4, "c:5it,m,d").command]


def test_only_the_first_table_after_a_heading_is_read(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    ladders.write("Regatta", table(4, "c,m"), path)
    path.write_text(path.read_text() + "\n## Levels\n\n| level |\n|---|\n| mate |\n")
    assert find_table(path, 1) == table(4, "c,m")


def texts_of(path: Path) -> list[str]:
    return [element.text or "" for element in ElementTree.parse(path).iter() if element.text]


def test_plots_show_the_steps_and_the_ratings_of_every_number_of_players(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    for players in (4, 3):
        ladders.write("Regatta", table(players, "c,m,d"), path)
    ladders.write("Regatta", table(4, "c,d", share="99.0 % (98.0 to 99.5)"), path)
    wins, rated = (
        texts_of(tmp_path / f"strength/regatta-{name}.svg") for name in ("wins", "ratings")
    )
    assert [text for text in wins if "players" in text] == ["3 players", "4 players"]
    assert {"c among m", "60.0 %", "fair: 33.33 %", "fair: 25 %"} <= set(wins)
    assert "99.0 %" not in wins
    assert {"c", "30.5 ± 2.1", "m", "-2.0 ± 0.5"} <= set(rated)
    text = path.read_text()
    for name in ("wins", "ratings"):
        assert f"](strength/regatta-{name}.svg)" in text


def test_a_share_without_an_interval_is_drawn_too(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    ladders.write("Regatta", table(4, "c,m", share="25.0 %"), path)
    assert {"c among m", "25.0 %"} <= set(texts_of(tmp_path / "strength/regatta-wins.svg"))


def test_no_ratings_are_drawn_where_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    bare = table(4, "c,m")
    ladders.write("Regatta", Table(bare.title, bare.command, (), HEADS, bare.rows), path)
    assert "regatta-ratings" not in path.read_text()


app = typer.Typer(pretty_exceptions_enable=False)
app.command("ladder")(commands.ladder)
app.command("reproduce")(commands.reproduce)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, known_bots: None) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "executor", lambda on, processes: Here())
    return lambda *words: CliRunner().invoke(app, list(words), catch_exceptions=False)


SMALL = ("--option", "rounds=1", "--seed", "4", "-n", "6")


def test_a_ladder_goes_on_where_it_stopped_and_says_how_long_it_took(call: Any) -> None:
    words = ("ladder", "santa-timea", "--bots", "greedy,deckhand", *SMALL, "--out", "kept")
    call(*words, "-p", "2", "--write", str(DOCUMENT))
    kept = {path: path.stat().st_mtime_ns for path in Path("kept").rglob("games.jsonl")}
    call(*words, "-p", "2", "-p", "3", "--write", str(DOCUMENT))
    assert len(list(Path("kept").rglob("games.jsonl"))) == 2
    assert all(path.stat().st_mtime_ns == before for path, before in kept.items())
    found = tables_of_section(DOCUMENT, "ladder santa-timea")
    assert [one.asked("players") for one in found] == ["2", "3"]
    for one in found:
        assert one.notes[-1].startswith("Time: bots thought for 0.0 minutes")
        assert ratings.installed() == any(note.startswith(ladders.RATED) for note in one.notes)
    assert call("reproduce", str(DOCUMENT), "--table", "2", "--out", "again").exit_code == 0
    assert "all the same" in call("reproduce", str(DOCUMENT), "--table", "1", "--quick").stdout
