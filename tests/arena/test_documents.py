"""Tables in documents, and the commands that make and check them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from fourwinds import bots
from fourwinds.arena import ladder as ladders
from fourwinds.arena.documents import BadDocument, Table, differences, find_table, put_section
from fourwinds.arena.workers import Here
from fourwinds.cli import arena as commands
from fourwinds.core.errors import FourWindsError
from tests.arena.simple_bots import First, Timed

ROWS = (("captain", "mate", "400", "45.2 % (41.0 to 49.4)", "2.10 (2.00 to 2.20)"),)
HEADS = ("bot", "among", "games", "share of wins", "mean rank")


def table(rows: tuple[tuple[str, ...], ...] = ROWS) -> Table:
    return Table(
        "Santa Timea, 4 players", "fourwinds ladder santa-timea", ("A note.",), HEADS, rows
    )


def test_a_table_reads_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    path.write_text(f"# Strength\n\n{table().markdown(1)}\ntext\n\n{table().markdown(2)}\n")
    found = find_table(path, 2)
    assert (found.title, found.command) == (table().title, table().command)
    assert (found.heads, found.rows) == (HEADS, ROWS)
    with pytest.raises(BadDocument, match=r"one of its tables \(1, 2\), got 3"):
        find_table(path, 3)
    with pytest.raises(BadDocument, match="cannot be read"):
        find_table(tmp_path / "none.md", 1)
    path.write_text("### Table 1. Empty\n\nnothing\n")
    with pytest.raises(BadDocument, match="with its command and rows"):
        find_table(path, 1)


def test_intervals_that_do_not_meet_are_differences() -> None:
    now = (("captain", "mate", "40", "60.0 % (49.0 to 71.0)", "1.50 (1.10 to 1.90)"),)
    compared, apart = differences(table(), table(now))
    assert compared == 2
    assert [(one.head, one.now) for one in apart] == [("mean rank", "1.50 (1.10 to 1.90)")]
    other = (("mate", "mate", "40", "60.0 % (49.0 to 71.0)", "1.50 (1.10 to 1.90)"),)
    with pytest.raises(BadDocument, match="mate mate"):
        differences(table(), table(other))


def test_sections_are_replaced_in_place_and_tables_numbered_through(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "strength.md"
    put_section(path, "ladder a", "## A\n\n" + table().markdown(1))
    put_section(path, "ladder b", "## B\n\n" + table().markdown(1))
    put_section(path, "ladder a", "## A again\n\n" + table().markdown(1) + table().markdown(2))
    text = path.read_text()
    assert text.count("<!-- begin") == 2
    assert text.index("A again") < text.index("## B")
    assert [line[:12] for line in text.splitlines() if line.startswith("### ")] == [
        "### Table 1.",
        "### Table 2.",
        "### Table 3.",
    ]


def test_lineups_are_all_pairs_one_among_the_others() -> None:
    assert ladders.lineups(["c", "m", "d"], 3) == [
        ["c", "m", "m"],
        ["c", "d", "d"],
        ["m", "d", "d"],
    ]


def test_a_ladder_plays_our_bots_with_budgets_that_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "OURS", {"first": First, "timed": Timed})
    assert ladders.shipped() == ["timed:1000it", "first"]


app = typer.Typer(pretty_exceptions_enable=False)
app.command("arena")(commands.arena)
app.command("ladder")(commands.ladder)
app.command("reproduce")(commands.reproduce)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, known_bots: None) -> Any:
    """Calls a command in this process, in a folder of its own; its exit code and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "executor", lambda on, processes: Here())

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, list(words))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout

    return run


SMALL = ("--option", "rounds=1", "--seed", "4")


def test_arena_prints_its_standing(call: Any) -> None:
    code, out = call("arena", "santa-timea", "--bots", "greedy,deckhand", "-n", "4", *SMALL)
    assert code == 0
    assert "greedy" in out
    assert "4 games (2 deals, each from every seat)" in out
    (folder,) = Path("runs").iterdir()
    assert f"{folder}/report.html" in out
    code, out = call("arena", "santa-timea", "--bots", "greedy,deckhand", "-n", "8", *SMALL)
    assert list(Path("runs").iterdir()) == [folder]


def test_arena_prints_json_that_names_the_command(call: Any) -> None:
    words = ["arena", "santa-timea", "--bots", "greedy,talker", "-n", "8", *SMALL, "--limit", "9"]
    code, out = call(*words, "--sprt", "--delta", "0.2", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["command"] == (
        "fourwinds arena santa-timea --bots greedy,talker --games 8 --seed 4 --option rounds=1"
        " --limit 9.0 --sprt --delta 0.2 --alpha 0.05 --beta 0.05"
    )
    assert found["test"]["bot"] == "greedy"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("arena", "chess", "--bots", "first,first"), "unknown game"),
        (("arena", "santa-timea", "--bots", "first"), "expected 2 to 5 bots"),
        (("arena", "santa-timea", "--bots", "first,,first"), "separated by commas"),
        (("arena", "santa-timea", "--bots", "first,commodore"), "unknown bot 'commodore'"),
        (("arena", "santa-timea", "--bots", "first,first", "-o", "rounds"), "NAME=VALUE"),
        (("arena", "santa-timea", "--bots", "first,deckhand", "--sprt", "--delta", "2"), "delta"),
        (("arena", "santa-timea", "--bots", "first,first", "--sprt"), "sprt: expected another"),
        (("ladder", "santa-timea", "--bots", "first"), "at least two"),
        (("ladder", "santa-timea", "--players", "9", "--bots", "first,deckhand"), "2 to 5 bots"),
        (("reproduce", "none.md", "--table", "1"), "cannot be read"),
    ],
)
def test_errors_are_clear(call: Any, words: tuple[str, ...], said: str) -> None:
    with pytest.raises(FourWindsError, match=said):
        call(*words)
    assert not Path("runs").exists()


def test_a_ladder_is_written_and_reproduced(call: Any) -> None:
    words = ("--bots", "greedy,deckhand", "-p", "2", "-p", "3", "-n", "12", *SMALL)
    code, out = call("ladder", "santa-timea", *words, "--write", "docs/strength.md")
    assert code == 0
    text = Path("docs/strength.md").read_text()
    assert out.strip() in text
    assert "### Table 2. Santa Timea, 3 players" in text
    assert "12 games a line" in text
    assert "fourwinds ladder santa-timea --players 3 --bots greedy,deckhand --games 12" in text
    code, out = call("reproduce", "docs/strength.md", "--table", "2", "--out", "again")
    assert code == 0
    assert "3 intervals compared with the document: all the same" in out
    Path("docs/strength.md").write_text(text.replace("(1.", "(7.").replace("to 1.", "to 8."))
    code, out = call("reproduce", "docs/strength.md", "--table", "1", "--quick", "--out", "again")
    assert code == 1
    assert "differs: greedy deckhand, mean rank" in out


def test_balance_is_written_and_reproduced(call: Any) -> None:
    words = ("--bots", "greedy,deckhand", "-n", "40", *SMALL, "--write", "docs/balance.md")
    code, _ = call("arena", "santa-timea", *words)
    assert code == 0
    text = Path("docs/balance.md").read_text()
    for picture in ("seats", "length", "scores", "card-played-card"):
        name = f"balance/santa-timea-2/balance-{picture}.svg"
        assert name in text
        assert (Path("docs") / name).exists()
    code, out = call("reproduce", "docs/balance.md", "--table", "1", "--quick", "--out", "again")
    assert code == 0, out
    assert "6 intervals compared" in out


def test_a_command_that_is_not_ours_is_not_run(call: Any) -> None:
    for command in ("fourwinds play santa-timea", "rm -rf /"):
        bad = Table("Bad", command, (), HEADS, ROWS)
        Path("bad.md").write_text(bad.markdown())
        with pytest.raises(BadDocument):
            call("reproduce", "bad.md", "--table", "1")
