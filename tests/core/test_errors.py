"""The tree of errors is the one drawn at its head."""

from __future__ import annotations

import re

import fourwinds as fw
from fourwinds.core import errors
from fourwinds.core.errors import BadRecord, FourWindsError, IllegalAction


def drawn() -> dict[str, str]:
    """Each class of the drawing and the class it hangs from."""
    out: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    assert errors.__doc__ is not None
    for line in errors.__doc__.splitlines():
        found = re.match(r"([│├└─ ]*)([A-Z]\w+)(\s\s|$)", line)
        if found is None:
            continue
        depth = len(found[1])
        while above and above[-1][0] >= depth:
            above.pop()
        out[found[2]] = above[-1][1] if above else "Exception"
        above.append((depth, found[2]))
    return out


def test_the_drawn_tree_is_the_tree_of_classes() -> None:
    classes = {
        name: found.__bases__[0].__name__
        for name, found in vars(errors).items()
        if isinstance(found, type) and issubclass(found, Exception)
    }
    assert drawn() == classes


def test_every_error_has_a_code_and_a_message() -> None:
    plain = [
        found
        for found in vars(errors).values()
        if isinstance(found, type)
        and issubclass(found, FourWindsError)
        and not issubclass(found, (IllegalAction, BadRecord))
    ]
    assert len({found.code for found in plain}) == len(plain)
    for found in plain:
        error = found("expected rain, got sun", place="sea")
        assert str(error) == error.message == "expected rain, got sun"
        assert error.details == {"place": "sea"}


def test_a_bad_record_names_its_line() -> None:
    error = BadRecord(12, "expected a move")
    assert str(error) == "line 12: expected a move"
    assert (error.line, error.code, error.details) == (12, "bad-record", {"line": 12})


def test_a_refusal_names_the_rule_and_speaks() -> None:
    error = IllegalAction("pirate-led", "ST-5.2", {"card": "P", "game": "santa-timea"})
    assert (error.code, error.rule) == ("pirate-led", "ST-5.2")
    assert str(error).endswith("(ST-5.2)")
    assert isinstance(error, fw.FourWindsError)
    assert str(IllegalAction("no-such-code"))
