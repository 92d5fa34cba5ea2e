from __future__ import annotations

import pytest

from fourwinds.arena import ratings
from fourwinds.arena.contest import Outcome

pytest.importorskip("openskill")


def game(ranking: list[int], places: list[int], finished: bool = True) -> Outcome:
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    n = len(ranking)
    return Outcome(
        0, 0, places, [0] * n, ranking, winners, finished, "", [], [0] * n, [0.0] * n, [0.0] * n
    )


def test_the_winner_gains_what_the_loser_loses() -> None:
    found = ratings.rate([(("a", "b"), game([2, 1], [1, 0]))])
    assert found is not None
    assert found["a"].mu == pytest.approx(27.63539, abs=1e-4)
    assert found["b"].mu == pytest.approx(22.36461, abs=1e-4)
    assert found["a"].sigma < 25 / 3
    assert found["a"].ordinal == pytest.approx(found["a"].mu - 3 * found["a"].sigma)


def test_a_bot_at_several_seats_has_one_rating() -> None:
    found = ratings.rate([(("a", "b", "b"), game([1, 2, 3], [0, 1, 2]))] * 20)
    assert found is not None
    assert set(found) == {"a", "b"}
    assert found["a"].mu > 25 > found["b"].mu


def test_unfinished_games_are_not_rated() -> None:
    found = ratings.rate([(("a", "b"), game([1, 2], [0, 1], finished=False))])
    assert found is not None
    assert found["a"].mu == found["b"].mu == 25


def test_without_the_package_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "installed", lambda: False)
    assert ratings.rate([]) is None
