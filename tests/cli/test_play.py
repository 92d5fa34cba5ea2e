"""Playing in the terminal: whole games, commands, and what stays hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import fourwinds as fw
from fourwinds.bots import make
from fourwinds.bots.captain import Captain
from fourwinds.cli import terminal
from fourwinds.cli.session import USUAL_BOT, Session
from fourwinds.core import words

Command = Callable[..., Result]
FIRST = "1\n" * 600
SHORT = ("--seed", "5", "--option", "rounds=1")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_whole_game_is_played_against_bots(fourwinds: Command, language: str) -> None:
    typed = "1\n" * 12 + "\n\n"
    shown = fourwinds("play", "santa-timea", *SHORT, "--lang", language, typed=typed).stdout
    spoken = words.words(language, "santa-timea")
    assert spoken.line("table/over") in shown
    for mark in ("facts/", "actions/", "table/", "steps/", "play/", "{"):
        assert mark not in shown


@pytest.mark.parametrize("game", fw.games())
def test_every_game_can_be_played_by_numbers(fourwinds: Command, game: str) -> None:
    shown = fourwinds("play", game, "--seed", "1", typed="1\n" * 30).stdout
    for mark in ("facts/", "actions/", "table/", "steps/", "play/"):
        assert mark not in shown


@pytest.mark.parametrize("game", fw.games())
def test_every_game_can_be_played_by_several_people(fourwinds: Command, game: str) -> None:
    players = fw.game(game).usual_players
    seats = ",".join(["me"] * players)
    shown = fourwinds("play", game, "--seats", seats, "--seed", "1", typed="1\n" * 30).stdout
    assert "Player 2" in shown


def test_the_input_may_end_at_any_time(fourwinds: Command) -> None:
    assert "Good-bye." in fourwinds("play", "santa-timea", typed="").stdout


def test_without_a_game_the_player_is_asked(fourwinds: Command) -> None:
    number = fw.games().index("santa-timea") + 1
    shown = fourwinds("play", typed=lines("99", str(number), "quit")).stdout
    assert "Which game?" in shown
    assert "Lay one steering card." in shown


def test_moves_may_be_given_in_notation_in_any_case(fourwinds: Command) -> None:
    shown = fourwinds("play", "santa-timea", *SHORT, typed=lines("n1")).stdout
    assert "Player 1 laid North 1, worth ½." in shown


def test_a_forbidden_move_is_refused_with_its_rule(fourwinds: Command) -> None:
    shown = fourwinds("play", "santa-timea", *SHORT, typed=lines("N3", "why N3", "why N1")).stdout
    assert "Not in your hand: North 3. (ST-3.1)" in shown
    assert "ST-3.1  The leader lays one steering card" in shown
    assert "Yes, N1 is allowed." in shown


def test_what_cannot_be_read_is_answered_with_a_hint(fourwinds: Command) -> None:
    shown = fourwinds("play", "santa-timea", *SHORT, typed=lines("[bold]x", "99", "why")).stdout
    assert "“[bold]x” is no move of this game." in shown
    assert "Choose a number from 1 to 12" in shown
    assert "why MOVE" in shown


def test_help_moves_table_log_and_rules_are_there(fourwinds: Command) -> None:
    typed = lines("help", "moves", "table", "log", "rules 5.2", "rules 99")
    shown = fourwinds("play", "santa-timea", *SHORT, typed=typed).stdout
    assert "go on with a saved game" in shown
    assert shown.count("Round 1 of 1, trick 1 of 12") == 2
    assert shown.count("Round 1 begins") == 2
    assert "ST-5.2  A pirate may be led" in shown
    assert "There is no rule 99" in shown


@pytest.mark.parametrize(("language", "word"), [("en", "hint"), ("fr", "conseil"), ("de", "tipp")])
@pytest.mark.parametrize("game", fw.games())
def test_a_hint_shows_moves_with_their_chances(
    fourwinds: Command, game: str, language: str, word: str
) -> None:
    shown = fourwinds("play", game, "--seed", "5", "--lang", language, typed=lines(word)).stdout
    spoken = words.words(language, game, Path(terminal.__file__).parent)
    assert spoken.line("play/hint-chance") in shown
    assert re.search(r"\d+ % +\(\d+-\d+\)", shown)
    note = spoken.line("play/hint-note", n=2, tries="200")
    assert " ".join(note.split()) in " ".join(shown.split())
    assert "play/" not in shown


def test_a_hint_rests_on_what_the_seat_sees_and_changes_nothing() -> None:
    rules = fw.game("santa-timea").rules(3)
    session = Session.begin(rules, 3, ["me", "me", "me"], ["Ann", "Ben", "Cleo"])
    seat = session.state.actors[0]
    before = session.state.digest()
    found = session.hint(seat, "200it")
    assert session.state.digest() == before
    assert sorted(one.action for one in found) == session.state.actions(seat)
    session.state = rules.imagine(session.state.view(seat), 9)
    assert session.state.digest() != before
    assert session.hint(seat, "200it") == found


def test_a_bot_without_a_name_is_a_captain() -> None:
    assert type(make(USUAL_BOT, 0)) is Captain


def test_commands_may_be_given_in_the_players_language(fourwinds: Command) -> None:
    typed = lines("N1", "annuler", "undo", "pourquoi N3", "quitter", "")
    shown = fourwinds("play", "santa-timea", *SHORT, "--lang", "fr", typed=typed).stdout
    assert "C\u2019est annulé." in shown
    assert "Il n\u2019y a rien à annuler." in shown
    assert "Pas dans votre main\u00a0: Nord 3. (ST-3.1)" in shown
    assert "Au revoir." in shown


def test_undo_takes_back_the_own_move_and_what_followed(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "game"
    typed = lines("N1", "N5", "undo", "undo", f"save {path}", "quit")
    shown = fourwinds("play", "santa-timea", *SHORT, typed=typed).stdout
    assert shown.count("Taken back.") == 2
    kept = fw.Record.load(path)
    assert all(move.seat != 0 for move in kept.moves)
    kept.replay()


def test_a_game_is_saved_and_goes_on_where_it_was_left(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "game"
    names = ("--names", "Ann,Ben,Cleo,Dora")
    first = fourwinds(
        "play", "santa-timea", *SHORT, *names, typed=lines("N1", "1", f"save {path}", "quit")
    ).stdout
    assert "Saved to" in first
    assert "not saved" not in first
    again = fourwinds(
        "play",
        "--load",
        str(path),
        typed="undo\n" + "1\n" * 11 + f"save {path}\nquit\n",
    ).stdout
    assert "Ann (you)" in again
    kept = fw.Record.load(path)
    assert kept.names == ["Ann", "Ben", "Cleo", "Dora"]
    assert kept.result is not None
    assert kept.replay().over


def test_a_game_may_be_loaded_while_playing(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "game"
    typed = lines("N1", f"save {path}", "1", "1", f"load {path}", "load nowhere", "load")
    shown = fourwinds("play", "santa-timea", *SHORT, typed=typed).stdout
    assert shown.count("trick 2 of 12") == 2
    assert "nowhere cannot be read" in shown
    assert "Say which: load FILE." in shown


def test_saving_does_not_overwrite_another_file(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ann")
    typed = lines("N1", f"save {path}", "save", f"save {tmp_path}/no/such/folder")
    shown = fourwinds("play", "santa-timea", *SHORT, typed=typed).stdout
    assert path.read_text() == "Dear Ann"
    assert shown.count("Not saved.") == 2
    assert "Say where: save FILE." in shown


def test_quitting_asks_to_save_what_is_not_saved(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "game"
    shown = fourwinds("play", "santa-timea", *SHORT, typed=lines("N1", "quit", str(path))).stdout
    assert "The game is not saved." in shown
    fw.Record.load(path).replay()


def test_after_the_end_the_result_stands_and_may_be_undone(fourwinds: Command) -> None:
    typed = "1\n" * 12 + lines("log", "rules 7", "what", "undo", "1", "", "")
    shown = fourwinds("play", "santa-timea", *SHORT, typed=typed).stdout
    assert shown.count("The match is over. Points:") == 3
    assert "Place" in shown
    assert "ST-7.1" in shown
    assert shown.rstrip().endswith("Good-bye.")


@pytest.mark.parametrize(("language", "word"), [("en", "review"), ("fr", "bilan")])
def test_after_the_end_play_and_luck_are_told_apart(
    fourwinds: Command, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setattr(terminal, "REVIEW_BUDGET", "4it")
    monkeypatch.setattr(terminal, "LUCK_BUDGET", "2it")
    typed = lines(word) + "1\n" * 12 + lines(word, "", "")
    shown = fourwinds("play", "santa-timea", *SHORT, "--lang", language, typed=typed).stdout
    spoken = words.words(language, "santa-timea", Path(terminal.__file__).parent)
    assert spoken.line("play/review-later") in shown
    assert re.search(r"\d+ % +[+-]\d+ ± \d+", shown)
    assert " ".join(spoken.line("play/review-note").split()) in " ".join(shown.split())


def test_bots_alone_play_to_the_end_before_a_spectator(fourwinds: Command) -> None:
    shown = fourwinds("play", "santa-timea", *SHORT, "--seats", "bot,bot,bot", typed="\n\n").stdout
    assert "was dealt" not in shown
    assert "The match is over. Points:" in shown


def test_people_at_one_keyboard_hear_only_what_their_seats_may(fourwinds: Command) -> None:
    seats = ("--seats", "me,me", "--names", "Ann,Ben")
    shown = fourwinds("play", "santa-timea", *SHORT, *seats, typed=FIRST[:40]).stdout
    screens = shown.split("─ ")[1:]
    told = {name: [s for s in screens if s.startswith(name)] for name in ("Ann", "Ben")}
    assert told["Ann"]
    assert told["Ben"]
    assert not any("Ben was dealt" in screen for screen in told["Ann"])
    assert not any("Ann was dealt" in screen for screen in told["Ben"])
    assert any("Ann was dealt" in screen for screen in told["Ann"])


def test_undo_at_one_keyboard_goes_back_to_whoever_decided_last(fourwinds: Command) -> None:
    seats = ("--seats", "me,me", "--names", "Ann,Ben")
    shown = fourwinds("play", "santa-timea", *SHORT, *seats, typed=lines("1", "undo")).stdout
    asked = [line.split(">")[0] for line in shown.splitlines() if "> " in line and line[0] in "AB"]
    assert len(asked) == 3
    assert asked[0] == asked[2] != asked[1]


def test_a_bot_of_ones_own_sits_down_by_its_file(fourwinds: Command, tmp_path: Path) -> None:
    file = tmp_path / "Mine.py"
    file.write_text(
        "class Last:\n"
        "    def choose(self, view, actions, deadline):\n"
        "        return actions[-1]\n\n"
        "def make(argument, seed):\n"
        "    assert argument == 'Fast'\n"
        "    return Last()\n"
    )
    policy = Path(fw.__file__).parent / "games" / "santa_timea" / "policy.npz"
    seats = f"me,{file}:make:Fast,Policy:{policy},MATE"
    typed = "1\n" * 12 + "\n\n"
    shown = fourwinds("play", "santa-timea", *SHORT, "--seats", seats, typed=typed).stdout
    assert words.words("en", "santa-timea").line("table/over") in shown


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--seats", "me,you,bot"), "me or bot"),
        (("--seats", "me,bot", "--players", "3"), "expected 3 times"),
        (("--players", "1"), "2 to 5"),
        (("--names", "Ann,Ann"), "different names"),
        (("--names", "[red]"), "without brackets"),
        (("--names", "x" * 40), "1 to 12 characters"),
        (("--load", "nowhere"), "nowhere"),
        (("--option", "rounds=x"), "from 1 to 5"),
    ],
)
def test_settings_that_make_no_sense_are_bad_usage(
    fourwinds: Command, given: tuple[str, ...], told: str
) -> None:
    error = fourwinds("play", "santa-timea", *given, code=2).stderr
    assert told in error
    assert error.count("\n") == 1


def test_a_loaded_game_brings_its_own_settings(fourwinds: Command, tmp_path: Path) -> None:
    path = tmp_path / "game"
    fourwinds("play", "santa-timea", *SHORT, typed=lines("N1", f"save {path}", "quit"))
    error = fourwinds("play", "--load", str(path), "--seed", "3", code=2).stderr
    assert "come from the file" in error


def test_a_resumed_match_is_the_same_as_the_one_left() -> None:
    rules = fw.game("santa-timea").rules(players=3)
    session = Session.begin(rules, 3, ["me", "deckhand", "deckhand"], ["Ann", "Ben", "Cleo"])
    for _ in range(4):
        seat = session.next_person(None)
        assert seat == 0
        session.play(0, rules.text(session.state, 0, session.state.actions(0)[-1]))
    record = fw.Record.loads(session.record.dumps())
    again = Session.resume(record, None, session.seats, session.names)
    assert again.state.digest() == session.state.digest()
    assert [fact.json() for fact in again.facts] == [fact.json() for fact in session.facts]
    assert again.undo() == session.undo() == 0
    assert again.state.digest() == session.state.digest()


@pytest.mark.parametrize("people", ["alone", "together"])
@pytest.mark.parametrize("game", fw.games())
def test_whatever_is_typed_the_game_goes_on(
    fourwinds: Command, game: str, people: str, tmp_path: Path
) -> None:
    path = tmp_path / "game"
    chance = random.Random(f"{game} {people}")
    said = [*"12345678", "1", "1", "2", "undo", "moves", "why 1", "why 2", "log", "99", "xyz", ""]
    said += ["rules 2.1", f"save {path}", f"load {path}", "why nothing", "#", "\x1b[2J", "[/bold]"]
    typed = lines(*(chance.choice(said) for _ in range(100)))
    players = fw.game(game).usual_players
    seats = ",".join(["me"] * (1 if people == "alone" else players))
    seats += ",bot" * (players - 1 if people == "alone" else 0)
    result = fourwinds("play", game, "--seed", "2", "--seats", seats, typed=typed)
    assert "Good-bye." in result.stdout
    assert "\x1b[2J" not in result.stdout
    if path.exists():
        fw.Record.load(path).replay()
