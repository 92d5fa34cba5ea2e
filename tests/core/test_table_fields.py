"""The fields of a table are declared once; `clear` and `copy` follow from that."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourwinds.core import fields

SOURCE = """
class Table(State):
    round: i64
    owner: Annotated[i64, "NOBODY"]
    acted: bool
    hands: Annotated[vec[u8], "players * 3"]
    boats: Annotated[vec[i64], "players", "NOBODY"]
    lookout: Annotated[Lookout, "Lookout(self.box, players)", FRESH]

    def __init__(self, rules: Any, players: i64, box: Box) -> None:
        super().__init__(rules, players)
        self.box = box
"""

METHODS = '''
    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.round = 0
        self.owner = NOBODY
        self.acted = False
        self.hands = vec[u8]([0] * (players * 3))
        self.boats = vec[i64]([NOBODY] * players)
        self.lookout = Lookout(self.box, players)

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
        other = Table(self.rules, self.players, self.box)
        self.copy_common(other)
        players = self.players
        other.round = self.round
        other.owner = self.owner
        other.acted = self.acted
        other.hands = self.hands[:]
        other.boats = self.boats[:]
        other.lookout = Lookout(self.box, players)
        return other
'''


def test_the_methods_follow_from_the_declaration() -> None:
    assert fields.written(SOURCE) == SOURCE + METHODS
    assert fields.written(SOURCE + METHODS) == SOURCE + METHODS


def test_a_method_that_forgets_a_field_is_written_anew() -> None:
    forgetful = (SOURCE + METHODS).replace("        other.owner = self.owner\n", "")
    assert not fields.is_up_to_date(forgetful)
    assert fields.written(forgetful) == SOURCE + METHODS


def test_a_declaration_that_says_too_little_is_refused() -> None:
    for line, expected in (
        ("    hands: vec[u8]", "hands: expected the number of places"),
        ("    lookout: Lookout", "lookout: expected what a Lookout is on an empty table"),
    ):
        with pytest.raises(ValueError, match=expected):
            fields.written(f"class Table(State):\n{line}\n")


def test_files_are_written_only_where_something_changed(tmp_path: Path) -> None:
    path = tmp_path / "state.py"
    path.write_text(SOURCE)
    fields.main([str(path)])
    assert path.read_text() == SOURCE + METHODS
    before = path.stat().st_mtime_ns
    fields.main([str(path)])
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "path", sorted(fields.GAMES.glob("*/state.py")), ids=lambda path: str(path.parent.name)
)
def test_the_tables_of_the_games_are_up_to_date(path: Path) -> None:
    assert fields.is_up_to_date(path.read_text()), "python -m fourwinds.core.fields writes it"
