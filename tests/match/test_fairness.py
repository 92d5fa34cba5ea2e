from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from fourwinds.core.errors import BadRecord
from fourwinds.core.record import Record
from fourwinds.match import fairness
from fourwinds.match.match import Match
from fourwinds.match.replay import Replay
from fourwinds.match.verify import verify
from tests.cli.conftest import Command, fourwinds  # noqa: F401
from tests.match.tables import PEOPLE, SECRET, created, play_out

SALT = "mon grain de sel é"


def finished(game: str = "santa-timea") -> Match:
    match = created(game, people=3)
    for person in PEOPLE[1:3]:
        match.join(person, person.title(), 1)
    match.salt("ben", 1, SALT, 1)
    match.start("ann", 2)
    play_out(match)
    return match


def problems(record: Record) -> list[str]:
    return [finding.what for finding in verify(record) if finding.problem is not None]


def test_the_formulas_are_those_of_the_page() -> None:
    said = b"four winds secret 1\n" + SECRET
    assert fairness.commitment(SECRET) == hashlib.sha256(said).hexdigest()
    dealt = b"four winds deal 1\n" + SECRET + b"\x00" + b"\x03abc"
    assert fairness.seed(SECRET, ["", "abc"]) == hashlib.sha256(dealt).digest()
    nonce = hashlib.sha256(b"four winds nonce 1\n" + SECRET + b"\0" * 7 + b"\x05").digest()
    assert fairness.nonce(SECRET, 5) == nonce
    sealed = b"four winds seal 1\n" + nonce + b"\x02" + b"N\nE\n"
    assert fairness.seal(nonce, 2, ["N", "E"]) == hashlib.sha256(sealed).hexdigest()


def test_a_finished_match_proves_its_deal() -> None:
    match = finished()
    record = Record.loads(match.record().dumps())
    assert problems(record) == []
    assert [finding.what for finding in verify(record)] == ["moves", "commitment", "deal", "seals"]
    assert record.proof is not None
    assert record.proof["commitment"] == match.message(None)["table"]["commitment"]


def test_salts_change_the_deal() -> None:
    salted, plain = finished(), created()
    for person in PEOPLE[1:3]:
        plain.join(person, person.title(), 1)
    plain.start("ann", 2)
    assert plain.message(0)["view"]["hand"] != Replay(salted).at(0, 0)["view"]["hand"]


def test_every_lie_is_found() -> None:
    whole = finished().record().dumps()
    for old, new, what in (
        (fairness.commitment(SECRET), "0" * 64, ["commitment"]),
        (f'"secret":"{SECRET.hex()}"', f'"secret":"{"1" * 64}"', ["commitment", "deal"]),
        (fairness.salt(SALT), fairness.salt("train"), ["deal"]),
    ):
        assert old in whole
        assert problems(Record.loads(whole.replace(old, new))) == what
    with pytest.raises(BadRecord, match="proof"):
        verify(Record.loads(whole.replace('"salts"', '"malts"')))
    with pytest.raises(BadRecord, match="JSON"):
        Record.loads(whole.replace("proof: {", "proof: {{"))


def test_the_command_checks_a_record(fourwinds: Command, tmp_path: Path) -> None:  # noqa: F811
    match = finished()
    file = tmp_path / "match.txt"
    match.record().save(file)
    out = fourwinds("verify", str(file), "--commitment", match.commitment).stdout
    assert out.count("✓") == 5
    assert fourwinds("verify", str(file), "--salt", SALT).stdout.count("✓") == 5
    assert "✗" in fourwinds("verify", str(file), "--salt", "train", code=1).stdout
    assert "✗" in fourwinds("verify", str(file), "--commitment", "f" * 64, code=1).stdout
    file.write_text(file.read_text().replace(fairness.salt(SALT), fairness.salt("train")))
    assert "✗" in fourwinds("verify", str(file), code=1).stdout
