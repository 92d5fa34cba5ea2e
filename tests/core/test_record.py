"""Records: written, read, replayed; damage is found and named by its line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.errors import BadRecord, FourWindsError
from tests.sample import sample

GAME = "santa-timea"


def played(game_id: str = GAME, seed: int | bytes = 7, **rules: Any) -> fw.Record:
    most = sample(400, 60)
    bound = fw.game(game_id).rules(**rules)
    state = bound.start(seed=seed)
    record = fw.Record.begin(bound, seed=seed, names=["Ann", "Ben"])
    rng = random.Random(1)
    while not state.over and len(record.moves) < most:
        seat = rng.choice(state.actors)
        action = rng.choice(state.actions(seat))
        text = bound.text(state, seat, action)
        state.play(seat, action)
        record.add(seat, text, state)
    return record


WHOLE = played(players=2, options={"rounds": 1}).dumps()
LINES = WHOLE.splitlines()


def say(error: FourWindsError) -> None:
    """An error must also be able to say what is wrong."""
    assert str(error)


def with_line(start: str, line: str | None) -> str:
    """The whole record with the line that begins so replaced (None: left out)."""
    at = next(i for i, found in enumerate(LINES) if found.startswith(start))
    return "\n".join([*LINES[:at], *([] if line is None else [line]), *LINES[at + 1 :]]) + "\n"


def line_of(start: str) -> int:
    return next(i for i, found in enumerate(LINES, 1) if found.startswith(start))


@pytest.mark.parametrize("game_id", fw.games())
@pytest.mark.parametrize(
    "seed", [7, -3, 2**2000, b"", b"salt", bytes(200)], ids=lambda s: str(s)[:9]
)
def test_a_record_comes_back_from_its_file(tmp_path: Path, game_id: str, seed: int | bytes) -> None:
    record = played(game_id, seed)
    path = tmp_path / "match.record"
    record.save(path)
    again = fw.Record.load(path)
    assert again.dumps() == record.dumps() == path.read_text(encoding="utf-8")
    assert (again.seed, again.options, again.names) == (seed, record.options, ["Ann", "Ben"])
    state = again.replay()
    if state.over:
        assert (record.result, record.winners) == (state.scores, state.winners)


def test_digests_stand_now_and_then_and_at_the_end() -> None:
    moves = fw.Record.loads(WHOLE).moves
    assert [i for i, move in enumerate(moves, 1) if move.digest] == [12, 24]


def test_states_are_those_of_the_match_and_tell_what_happened() -> None:
    record = fw.Record.loads(WHOLE)
    told: list[Any] = []
    cited: dict[str, int] = {}
    actors = [state.actors for state in record.states(tell=told, cited=cited)]
    assert len(actors) == len(record.moves) + 1
    assert [seats[0] for seats in actors[:-1]] == [move.seat for move in record.moves]
    kinds = [fact.kind.name for fact in told]
    assert kinds[0] == "round-began"
    assert kinds[-1] == "match-ended"
    assert kinds.count("card-played") == 24 == cited["ST-3.1"]
    assert cited["ST-2.1"] == 1


def test_a_record_may_begin_with_a_position() -> None:
    state = fw.game(GAME).start(players=3, seed=1)
    for _ in range(7):
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    record = fw.Record.begin(state.rules, position=state.position())
    for _ in range(9):
        seat = state.actors[0]
        text = state.rules.text(state, seat, state.actions(seat)[-1])
        state.play(seat, text)
        record.add(seat, text, state)
    again = fw.Record.loads(record.dumps())
    assert again.replay().digest() == state.digest()
    assert again.result is None


def test_a_record_may_be_shortened() -> None:
    record = fw.Record.loads(WHOLE)
    record.shorten(5)
    assert (len(record.moves), record.result, record.winners) == (5, None, None)
    assert not fw.Record.loads(record.dumps()).replay().over


@given(names=st.lists(st.text(max_size=30), max_size=5))
def test_names_of_players_cannot_damage_a_record(names: list[str]) -> None:
    record = fw.Record.loads(WHOLE)
    rules = record.bind()
    named = fw.Record.begin(rules, seed=7, names=names)
    again = fw.Record.loads(named.dumps())
    assert again.names == named.names
    assert (again.seed, again.moves) == (7, [])


def test_a_record_with_other_components_needs_their_file() -> None:
    data = fw.game(GAME).own_components.data | {"hand": {"cards": 3, "mark": "reconstructed"}}
    text = played(players=2, options={"rounds": 1}, components=data).dumps()
    record = fw.Record.loads(text)
    assert record.replay(data).over
    with pytest.raises(BadRecord, match="give the component file") as raised:
        record.replay()
    assert raised.value.line == line_of("components")


@pytest.mark.parametrize(
    ("start", "line", "expected"),
    [
        ("Four Winds", "Five Winds record 1", "expected 'Four Winds record 1'"),
        ("game", "game: chess", "unknown game 'chess'"),
        ("game", "gamble: 7", "expected one of game"),
        ("rules", "rules: one", "expected a whole number, got 'one'"),
        ("rules", "rules: 99999999", "expected a whole number"),
        ("players", "players: 9", "expected 2 to 5 players"),
        ("players", "players: ²", "expected a whole number"),
        ("players", "rules: 1", "expected rules only once"),
        ("options", "options: storm=on", "unknown option 'storm'"),
        ("options", "options: rounds=9", "option rounds: expected"),
        ("options", "options: rounds=--", "option rounds: expected"),
        ("options", "no colon", "expected one of game"),
        ("seed", "seed: x", "expected a whole number or 0x and bytes, got 'x'"),
        ("seed", "seed: 0xabc", "expected a whole number or 0x and bytes"),
        ("seed", "seed: " + "9" * 5000, "expected a whole number or 0x and bytes"),
        ("seed", "position: {", "expected JSON"),
        ("seed", "position: " + "[" * 100_000, "expected JSON"),
        ("result", "result: many", "expected whole numbers"),
        ("3 ", "3 0 N13 N13 #xyz", "expected a move such as '3 0 N13'"),
        ("3 ", "3", "expected a move such as '3 0 N13'"),
        ("3 ", "3 0 " + "x" * 1000, "expected a move such as '3 0 N13'"),
        ("3 ", "4 0 N13", "expected move number 3, got 4"),
        ("3 ", None, "expected move number 3, got 4"),
        ("3 ", "3 2 N13", "expected a seat below 2, got 2"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(
    start: str, line: str | None, expected: str
) -> None:
    with pytest.raises(BadRecord) as raised:
        fw.Record.loads(with_line(start, line))
    assert expected in str(raised.value)
    assert raised.value.line == line_of(start)


@pytest.mark.parametrize("name", ["game", "rules", "players", "options", "components", "seed"])
def test_a_record_without_a_needed_line_is_refused(name: str) -> None:
    with pytest.raises(BadRecord, match=f"expected .*{name}"):
        fw.Record.loads(with_line(name, None))


def test_a_record_has_either_a_seed_or_a_position() -> None:
    text = WHOLE.replace("seed: 7\n", "seed: 7\nposition: {}\n")
    with pytest.raises(BadRecord, match="either 'seed"):
        fw.Record.loads(text)


@pytest.mark.parametrize("text", ["", "\n", "PK\x03\x04", "Four Winds", "\x00" * 100])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="line 1: expected 'Four Winds record 1'"):
        fw.Record.loads(text)


@pytest.mark.parametrize(
    ("start", "line", "expected"),
    [
        ("rules", "rules: 1", "a record of rules version 1 of santa-timea, which is needed"),
        ("components", "components: 0123456789abcdef", "expected components 0123456789abcdef"),
        ("result", "result: 9 9", "expected result"),
        ("winners", "winners: 0 1", "expected winners"),
        ("12 ", LINES[line_of("12 ") - 1][:-16] + "0" * 16, "expected digest 0000000000000000"),
        ("seed", "seed: 8", "move"),
    ],
)
def test_a_record_that_does_not_replay_is_refused_with_its_line(
    start: str, line: str, expected: str
) -> None:
    record = fw.Record.loads(with_line(start, line))
    with pytest.raises(BadRecord) as raised:
        record.replay()
    assert expected in str(raised.value)
    if start != "seed":
        assert raised.value.line == line_of(start)


def test_an_illegal_move_is_refused_with_its_line_and_rule() -> None:
    first = LINES[line_of("1 ") - 1].split()
    second = LINES[line_of("2 ") - 1].split()
    for line, expected in (
        (f"2 {second[1]} {first[2]}", "ST-3.1"),  # a card that was just played
        (f"2 {first[1]} {second[2]}", "ST-3.1"),  # by the wrong seat
        (f"2 {second[1]} Q99", "move 2"),
    ):
        with pytest.raises(BadRecord) as raised:
            fw.Record.loads(with_line("2 ", line)).replay()
        assert expected in str(raised.value)
        assert raised.value.line == line_of("2 ")


@pytest.mark.parametrize("position", ["[]", "7", "null", "{}", '{"game": "santa-timea"}', '"x"'])
def test_a_record_with_a_bad_position_is_refused(position: str) -> None:
    record = fw.Record.loads(with_line("seed", f"position: {position}"))
    with pytest.raises(FourWindsError):
        record.replay()


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.record"
    huge.write_bytes(b" " * (4 * 1024 * 1024 + 1))
    latin = tmp_path / "latin.record"
    latin.write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "missing", huge, latin, "nul\0byte"):
        with pytest.raises(BadRecord):
            fw.Record.load(path)


@given(at=st.integers(0, len(WHOLE) - 1), junk=st.text(max_size=3))
def test_any_damage_is_refused_or_harmless(at: int, junk: str) -> None:
    """Whatever happens to a record's text, nothing but our own errors comes of it."""
    try:
        fw.Record.loads(WHOLE[:at] + junk + WHOLE[at + 1 :]).replay()
    except FourWindsError as error:
        say(error)


def test_a_record_that_was_cut_off_is_said_to_be_so() -> None:
    lines = WHOLE.rstrip("\n").splitlines()
    with pytest.raises(BadRecord, match="expected more moves"):
        fw.Record.loads("\n".join(lines[:-5]) + "\n").replay()


def test_a_mark_before_the_first_letter_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_bytes(b"\xef\xbb\xbf" + WHOLE.encode())
    assert fw.Record.load(file).replay().over
