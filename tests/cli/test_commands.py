"""The commands besides play: what they print, in every language, and how they fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import fourwinds as fw
from fourwinds.core import words
from fourwinds.laws import BrokenLaw, fuzzing, settings

Command = Callable[..., Result]
AsJson = Callable[..., Any]


def one_line(result: Result) -> str:
    """The error of a command: one line on stderr, nothing else."""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("fourwinds: ")
    return lines[0]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A whole short game."""
    rules = fw.game("santa-timea").rules(players=3, options={"rounds": 1})
    state = rules.start(seed=4)
    kept = fw.Record.begin(rules, seed=4, names=["Ann", "Ben", "Cleo"])
    while not state.over:
        seat = state.actors[0]
        action = state.actions(seat)[0]
        text = rules.text(state, seat, action)
        state.play(seat, action)
        kept.add(seat, text, state)
    path = tmp_path / "game.record"
    kept.save(path)
    return path


# The whole.


def test_without_a_command_the_help_is_shown(fourwinds: Command) -> None:
    shown = fourwinds().stdout
    for command in ("games", "rules", "play", "simulate", "record", "components", "fuzz", "doctor"):
        assert command in shown


def test_the_version_is_shown(fourwinds: Command) -> None:
    assert fourwinds("--version").stdout.strip() == f"fourwinds {fw.__version__}"


def test_an_unknown_command_is_bad_usage(fourwinds: Command) -> None:
    assert "sail" in one_line(fourwinds("sail", code=2))


def test_an_unknown_option_is_bad_usage(fourwinds: Command) -> None:
    assert "--sail" in one_line(fourwinds("games", "--sail", code=2))


@pytest.mark.parametrize(
    "command", [["rules"], ["play"], ["simulate"], ["fuzz"], ["components", "show"]]
)
def test_an_unknown_game_is_bad_usage_and_the_known_are_named(
    fourwinds: Command, command: list[str]
) -> None:
    assert "santa-timea" in one_line(fourwinds(*command, "chess", code=2))


def test_an_unknown_language_is_bad_usage(fourwinds: Command) -> None:
    assert "'en', 'fr', 'de'" in one_line(fourwinds("games", "--lang", "xx", code=2))


def test_the_language_comes_from_the_system(fourwinds: Command) -> None:
    assert "2 à 5 joueurs" in fourwinds("games", env={"LANG": "fr_FR.UTF-8"}).stdout
    assert "2 bis 5 Spieler" in fourwinds("games", env={"LC_ALL": "de_AT.UTF-8"}).stdout
    assert "2 to 5 players" in fourwinds("games", env={"LANG": "ja_JP.UTF-8"}).stdout


def test_importing_the_library_does_not_load_the_command_line() -> None:
    code = "import fourwinds, sys; print([m for m in ('typer', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_loading_the_command_line_does_not_load_rich() -> None:
    code = "import fourwinds.cli.app, sys; print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# games


def test_games_are_listed_with_players_and_options(fourwinds: Command, as_json: AsJson) -> None:
    shown = fourwinds("games").stdout
    listed = as_json("games")
    assert [game["id"] for game in listed] == fw.games()
    for game in listed:
        assert game["id"] in shown
        for option in game["options"]:
            assert f"{option}=" in shown
    first = next(game for game in listed if game["id"] == "santa-timea")
    assert first["players"] == {"least": 2, "most": 5, "usual": 4}
    assert first["options"]["expert"] == {"kind": "flag", "default": False}


# rules


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("game", fw.games())
def test_every_rule_is_shown_with_its_marks_by_name(
    fourwinds: Command, game: str, language: str
) -> None:
    shown = fourwinds("rules", game, "--lang", language).stdout
    spoken = words.words(language, game)
    for number in spoken.find("rules"):
        assert f"{number} " in shown
    assert "[ruling]" not in shown
    assert f"({spoken.line('marks/ruling')})" in shown
    assert " ".join(spoken.line("marks/ruling_help").split()) in " ".join(shown.split())


def test_a_section_shows_all_its_rules_and_no_others(fourwinds: Command) -> None:
    shown = fourwinds("rules", "santa-timea", "ST-5").stdout
    assert [n for n in ("ST-5.1", "ST-5.2", "ST-5.3") if f"{n} " in shown] == [
        "ST-5.1",
        "ST-5.2",
        "ST-5.3",
    ]
    assert "ST-4.1 " not in shown


def test_a_rule_may_be_named_without_its_prefix(fourwinds: Command) -> None:
    assert "ST-5.2 " in fourwinds("rules", "santa-timea", "5.2").stdout


def test_an_unknown_rule_is_bad_usage_and_near_ones_are_named(fourwinds: Command) -> None:
    assert "ST-5.3" in one_line(fourwinds("rules", "santa-timea", "ST-5.9", code=2))
    assert "ST-" in one_line(fourwinds("rules", "santa-timea", "banana", code=2))


def test_rules_as_json_name_their_marks(as_json: AsJson) -> None:
    found = as_json("rules", "santa-timea", "2.2")
    assert [rule["number"] for rule in found] == ["ST-2", "ST-2.2"]
    assert found[1]["marks"] == ["ruling"]
    assert "[" not in found[1]["text"]


# simulate


def test_simulate_shows_every_seat(fourwinds: Command) -> None:
    shown = fourwinds("simulate", "santa-timea", "--games", "20", "--lang", "de").stdout
    assert "Punkte im Mittel" in shown
    assert "20 Partien" in shown


def test_simulate_as_json_agrees_with_the_library(as_json: AsJson) -> None:
    found = as_json("simulate", "santa-timea", "-p", "3", "-n", "10", "--seed", "3", "-o", "expert")
    expected = fw.simulate("santa-timea", players=3, games=10, seed=3, options={"expert": True})
    assert found["decisions"] == expected.decisions
    assert found["options"]["expert"] is True
    means = [sum(row[seat] for row in expected.scores) / 10 for seat in range(3)]
    assert [seat["mean"] for seat in found["seats"]] == means
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(1)


def test_simulate_seats_bots_by_name_or_file(as_json: AsJson, tmp_path: Path) -> None:
    file = tmp_path / "Mine.py"
    file.write_text(
        "class Last:\n"
        "    def choose(self, view, actions, deadline):\n"
        "        return actions[-1]\n\n"
        "def make(argument, seed):\n"
        "    return Last()\n"
    )
    few = ("simulate", "santa-timea", "-p", "2", "-n", "3", "-o", "rounds=1", "--bots")
    found = as_json(*few, f"mate, {file}:make")
    assert found["bots"] == ["mate", f"{file}:make"]
    assert found["seats"][0]["wins"] + found["seats"][1]["wins"] == pytest.approx(1)
    assert as_json(*few, "mate")["bots"] == ["mate", "mate"]


def test_simulate_says_what_is_left_unfinished(fourwinds: Command, as_json: AsJson) -> None:
    few = ("simulate", "santa-timea", "--games", "3", "--max-decisions", "5")
    assert as_json(*few)["unfinished"] == 3
    assert "3 games were left unfinished" in fourwinds(*few).stdout


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--players", "9"), "2 to 5"),
        (("--option", "expert=perhaps"), "on or off"),
        (("--option", "storm=on"), "edition, expert, rounds"),
        (("--option", "rounds"), "rounds=VALUE"),
        (("--option", "rounds=7"), "from 1 to 5"),
        (("--games", "0"), "--games"),
        (("--components", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_simulate_refuses_what_makes_no_sense(
    fourwinds: Command, given: tuple[str, ...], told: str
) -> None:
    assert told in one_line(fourwinds("simulate", "santa-timea", *given, code=2))


# record


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_record_is_shown_in_sentences(fourwinds: Command, record: Path, language: str) -> None:
    shown = fourwinds("record", "show", str(record), "--lang", language).stdout
    spoken = words.words(language, "santa-timea")
    began = spoken.line("facts/card-played", seat="Ann", card="", value="").partition(" ")[0]
    assert f"{began} " in shown
    assert "facts/" not in shown
    assert "{" not in shown


def test_a_record_as_json_holds_moves_and_facts(as_json: AsJson, record: Path) -> None:
    found = as_json("record", "show", str(record))
    assert found["names"] == ["Ann", "Ben", "Cleo"]
    assert len(found["moves"]) == 36
    assert found["moves"][0]["facts"][0]["kind"] == "card-played"
    assert found["start"][0]["kind"] == "round-began"


def test_a_good_record_is_verified(fourwinds: Command, as_json: AsJson, record: Path) -> None:
    assert "good, 36 moves" in fourwinds("record", "verify", str(record)).stdout
    assert as_json("record", "verify", str(record)) == [
        {"file": str(record), "ok": True, "moves": 36}
    ]


def test_a_damaged_record_is_found_with_its_line(
    fourwinds: Command, as_json: AsJson, record: Path
) -> None:
    lines = record.read_text().splitlines()
    broken = next(n for n, line in enumerate(lines) if line.startswith("5 "))
    lines[broken] = "5 0 N99"
    record.write_text("\n".join(lines))
    assert f"line {broken + 1}" in fourwinds("record", "verify", str(record), code=1).stdout
    assert as_json("record", "verify", str(record), code=1)[0]["line"] == broken + 1


def test_a_file_that_is_no_record_is_a_problem_in_one_line(
    fourwinds: Command, tmp_path: Path
) -> None:
    path = tmp_path / "other"
    path.write_text("hello")
    assert "line 1" in one_line(fourwinds("record", "show", str(path), code=1))
    assert "line 1" in fourwinds("record", "verify", str(path), code=1).stdout


def test_what_a_terminal_would_obey_is_never_printed(
    fourwinds: Command, record: Path, tmp_path: Path
) -> None:
    text = record.read_text().replace("Ann", "\x1b[31mAnn[bold]")
    record.write_text(text)
    broken = tmp_path / "broken.record"
    broken.write_text(text.replace("\n5 ", "\n5 0 \x1b[2J"))
    for words_given, code in (
        (("show", str(record)), 0),
        (("show", str(broken)), 1),
        (("verify", str(broken)), 1),
        (("diff", str(record), str(broken)), 1),
    ):
        assert "\x1b" not in fourwinds("record", *words_given, code=code).output
    assert "31mAnn" in fourwinds("play", "--load", str(record), typed="\n").stdout


def test_a_record_that_is_not_there_is_bad_usage(fourwinds: Command) -> None:
    assert "nowhere" in one_line(fourwinds("record", "verify", "nowhere", code=2))


def test_the_first_difference_of_two_records_is_found(
    fourwinds: Command, as_json: AsJson, record: Path, tmp_path: Path
) -> None:
    other = fw.Record.load(record)
    other.moves[6].text = "P"
    path = tmp_path / "other.record"
    other.save(path)
    assert "move 7" in fourwinds("record", "diff", str(record), str(path), code=1).stdout
    assert as_json("record", "diff", str(record), str(path), code=1)["where"] == "move 7"
    assert fourwinds("record", "diff", str(record), str(record)).stdout.strip() == (
        "The records are the same."
    )


def test_records_that_differ_in_the_header_or_length_differ(
    as_json: AsJson, record: Path, tmp_path: Path
) -> None:
    path = tmp_path / "other.record"
    other = fw.Record.load(record)
    other.seed = 5
    other.save(path)
    assert as_json("record", "diff", str(record), str(path), code=1)["where"] == "seed"
    other = fw.Record.load(record)
    other.shorten(10)
    other.save(path)
    found = as_json("record", "diff", str(record), str(path), code=1)
    assert (found["where"], found["second"]) == ("move 11", None)


# components


@pytest.mark.parametrize("game", fw.games())
def test_components_are_shown_with_their_marks(
    fourwinds: Command, as_json: AsJson, game: str
) -> None:
    marks = as_json("components", "show", game)["marks"]
    shown = fourwinds("components", "show", game).stdout
    assert marks == dict(fw.game(game).own_components.marks())
    for mark, count in marks.items():
        assert f"{count} {mark}" in shown


@pytest.mark.parametrize("game", fw.games())
def test_an_exported_file_checks_and_differs_in_nothing(
    fourwinds: Command, as_json: AsJson, game: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    fourwinds("components", "export", game, str(path))
    found = as_json("components", "check", game, str(path))
    assert found["ok"]
    assert found["warnings"] == []
    assert found["differences"] == []


def test_what_is_unusual_is_pointed_out_and_can_be_played_with(
    fourwinds: Command, as_json: AsJson, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    fourwinds("components", "export", "vor-dem-wind", str(path))
    path.write_text(path.read_text().replace("points = 18", "points = 21"))
    found = as_json("components", "check", "vor-dem-wind", str(path))
    assert found["ok"]
    assert "12 to 20, not 21 (VW-1.2)" in found["warnings"][0]
    shown = fourwinds("components", "check", "vor-dem-wind", str(path)).stdout
    assert "Unusual, but it can be played with: ship[" in shown


def test_export_does_not_overwrite_unless_it_must(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    assert "--force" in one_line(
        fourwinds("components", "export", "santa-timea", str(path), code=2)
    )
    assert path.read_text() == "precious"
    fourwinds("components", "export", "santa-timea", str(path), "--force")
    assert 'game = "santa-timea"' in path.read_text()


def test_a_changed_file_is_checked_for_all_numbers_of_players(
    fourwinds: Command, as_json: AsJson, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    fourwinds("components", "export", "santa-timea", str(path))
    path.write_text(path.read_text().replace("count = 4", "count = 2"))
    found = as_json("components", "check", "santa-timea", str(path), code=1)
    assert [players for players, messages in found["problems"].items() if messages] == ["5"]
    assert found["differences"] == [{"where": "pirates.count", "shipped": 4, "file": 2}]
    shown = fourwinds("components", "check", "santa-timea", str(path), code=1).stdout
    assert "4 players: good" in shown
    assert "expected at least 60 cards" in shown
    assert "pirates.count: 4 -> 2" in shown


def test_what_is_wrong_for_everybody_is_said_once(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    fourwinds("components", "export", "santa-timea", str(path))
    path.write_text(path.read_text().replace("count = 4", "count = 40"))
    shown = fourwinds("components", "check", "santa-timea", str(path), code=1).stdout
    assert shown.count("pirates.count: expected a whole number from 0 to 4, got 40") == 1
    assert "mine.toml, line " in shown
    path.write_text(path.read_text().replace("count = 40", "cuont = 4"))
    said = one_line(fourwinds("components", "check", "santa-timea", str(path), code=1))
    assert said.endswith("pirates.cuont: did you mean count?")


def test_a_file_that_is_not_toml_is_a_problem_in_one_line(
    fourwinds: Command, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("= [")
    assert "TOML" in one_line(fourwinds("components", "check", "santa-timea", str(path), code=1))


# fuzz


@pytest.mark.parametrize("game", fw.games())
def test_fuzzing_finds_nothing_and_counts_rules(as_json: AsJson, game: str) -> None:
    (found,) = as_json("fuzz", game, "--games", "60", "--max-decisions", "400")
    assert found["failures"] == []
    assert found["games"] == 60
    assert found["watched"] == 3
    assert sum(rule["applied"] for rule in found["rules"].values()) > 0


@pytest.mark.parametrize("game", fw.games())
def test_fuzzing_sits_mates_among_random_players(as_json: AsJson, game: str) -> None:
    words = ("fuzz", game, "--games", "4", "--max-decisions", "60")
    (found,) = as_json(*words, "--mix", "2")
    assert (found["games"], found["watched"], found["mixed"]) == (4, 2, 2)
    assert found["failures"] == []
    (found,) = as_json(*words, "--mix", "0")
    assert (found["watched"], found["mixed"]) == (1, 0)


def test_a_mixed_game_is_played_by_who_was_sat_down() -> None:
    asked: list[int] = []

    def seater(rules: fw.Rules, seat: int, seed: int) -> fuzzing.Player:
        def choose(view: dict[str, Any], actions: list[int]) -> int:
            assert view["seat"] == seat
            asked.append(seat)
            return actions[0]

        return choose

    found = fuzzing.fuzz("santa-timea", 1, seater=seater)
    assert found.mixed == 1
    assert asked
    assert len(asked) <= found.decisions


def test_fuzzing_leaves_long_games_unfinished(as_json: AsJson) -> None:
    (found,) = as_json("fuzz", "santa-timea", "--games", "21", "--max-decisions", "10")
    assert (found["unfinished"], found["failures"]) == (21, [])


def test_fuzzing_shows_a_table_of_rules(fourwinds: Command) -> None:
    shown = fourwinds("fuzz", "santa-timea", "--games", "40", "--lang", "fr").stdout
    assert "ST-3.1" in shown
    assert "40 parties" in shown


def test_a_broken_law_is_told_with_how_to_see_it_again(
    fourwinds: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise BrokenLaw("water flows uphill")

    monkeypatch.setattr(fuzzing, "check", broken)
    shown = fourwinds("fuzz", "santa-timea", "--games", "21", "--seed", "7", code=1).stdout
    assert "water flows uphill" in shown
    assert "fourwinds fuzz santa-timea --seed 20 --games 1" in shown


def test_a_game_of_a_long_run_is_played_again_by_its_own_seed() -> None:
    long = fuzzing.fuzz("santa-timea", 41, seed=100)
    alone = [fuzzing.fuzz("santa-timea", 1, seed=seed) for seed in range(100, 141)]
    assert sum(result.decisions for result in alone) == long.decisions
    applied = sum((result.applied for result in alone), start=type(long.applied)())
    assert applied == long.applied


def test_fuzzing_covers_all_settings() -> None:
    tried = settings("santa-timea")
    assert len(tried) == 4 * 2 * 2 * 5
    assert len({str(setting) for setting in tried}) == len(tried)


# doctor


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_doctor_finds_all_well(fourwinds: Command, language: str) -> None:
    shown = fourwinds("doctor", "--lang", language).stdout
    assert fw.__version__ in shown
    assert "doctor/" not in shown


def test_doctor_says_whether_rules_are_compiled(fourwinds: Command, as_json: AsJson) -> None:
    found = {part["name"]: part for part in as_json("doctor")["findings"]}
    from fourwinds.core import state

    compiled = not str(state.__file__).endswith(".py")
    assert found["rules"]["detail"].startswith("compiled" if compiled else "interpreted")
    line = fourwinds("doctor", "--line").stdout
    assert line.count("\n") == 1
    assert ("rules compiled" if compiled else "rules interpreted") in line


def test_doctor_exits_with_1_where_a_text_is_missing(
    fourwinds: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourwinds.cli.doctor.gaps", lambda folder: ["fr: play/help"])
    shown = fourwinds("doctor", "--line", code=1).stdout
    assert "play/help" in shown


def test_errors_of_analyse_name_the_file(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "broken.record"
    path.write_text("nothing of the kind")
    assert "broken.record: line 1: expected" in one_line(fourwinds("analyse", str(path), code=1))
