from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from fourwinds.core.errors import BadOptions
from fourwinds.server.settings import Settings, described

POSTGRES = "postgresql://ann:s3cret@db.example/fourwinds"


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "fourwinds.toml"
    file.write_text(f'database = "{POSTGRES}"\nbots = 0\nsecure = true\nidle = 30\n')
    settings = Settings.read({"FOURWINDS_IDLE": "90"}, file)
    assert (settings.database, settings.bots, settings.secure) == (POSTGRES, 0, True)
    assert settings.idle == 90
    assert Settings.read(settings.environment()) == settings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("colour = 1", "'colour'"),
        ("idle = 0", "above 0"),
        ('idle = "soon"', "above 0"),
        ("idle = 1234567890", "at most 9 digits"),
        ("secure = 3", "0 or 1"),
        ("idle =", "TOML"),
        ('log = "xml"', "json or text"),
        ('log_level = "all"', "debug"),
        ("workers = 2", "PostgreSQL"),
        ("bots = 0", "PostgreSQL"),
        ('redis = "127.0.0.1"', "redis://"),
        ('public_url = "https://a b"', "blanks"),
    ],
)
def test_a_wrong_setting_is_refused_with_what_was_expected(
    tmp_path: Path, text: str, expected: str
) -> None:
    file = tmp_path / "fourwinds.toml"
    file.write_text(text)
    with pytest.raises(BadOptions, match=expected):
        Settings.read({}, file)


def test_a_number_with_leading_zeros_is_read_whole() -> None:
    assert Settings.read({"FOURWINDS_IDLE": "0000000000120"}).idle == 120


def test_every_setting_is_described_and_no_secret_shown() -> None:
    rows = described(Settings(database=POSTGRES, redis="redis://:hush@localhost:6379"))
    assert [name for name, _, _ in rows] == [each.name for each in fields(Settings)]
    assert all(text for _, _, text in rows)
    shown = " ".join(value for _, value, _ in rows)
    assert "s3cret" not in shown
    assert "hush" not in shown
    assert "db.example" in shown
