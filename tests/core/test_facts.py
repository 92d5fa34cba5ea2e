"""Facts name their audience and what they reveal."""

from __future__ import annotations

from typing import Any

import pytest

from fourwinds.core.facts import ALL, NOTHING, OWNER, Fact, FactKind

DEALT = FactKind("hand-dealt", audience=OWNER, reveals="deck")
ENDED = FactKind("match-ended", audience=ALL, reveals=NOTHING)


@pytest.mark.parametrize("given", [{}, {"audience": ALL}, {"reveals": NOTHING}])
def test_a_kind_that_forgets_its_audience_or_what_it_reveals_fails(given: Any) -> None:
    with pytest.raises(TypeError):
        FactKind("forgetful", **given)


def test_a_kind_for_an_unknown_audience_fails() -> None:
    with pytest.raises(ValueError, match="audience is 'all' or 'owner'"):
        FactKind("whispered", audience="friends", reveals=NOTHING)


def test_owners_alone_hear_what_is_theirs() -> None:
    fact = Fact(DEALT, 1, {"cards": ["N1"]})
    assert [fact.heard_by(seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    assert fact.reveals == "deck"
    assert fact.json() == {"kind": "hand-dealt", "seat": 1, "cards": ["N1"]}
    assert repr(fact) == "Fact({'kind': 'hand-dealt', 'seat': 1, 'cards': ['N1']})"


def test_everybody_hears_the_rest() -> None:
    fact = Fact(ENDED, None, {"winners": [0]})
    assert all(fact.heard_by(seat) for seat in (0, 1, None))
    assert fact.reveals == ""
    assert fact.json() == {"kind": "match-ended", "winners": [0]}
