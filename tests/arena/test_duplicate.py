"""Duplicate play: the same deals at every table, and fair comparison."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import fourwinds as fw
from fourwinds.arena.contest import Outcome
from fourwinds.arena.duplicate import Result, compare, play, totals
from fourwinds.arena.schedule import Job, RunPlan, deal_seed, make_run_plan
from fourwinds.arena.workers import Here
from fourwinds.cli.app import app
from fourwinds.core.errors import BadOptions
from fourwinds.core.registry import games

results = st.lists(
    st.builds(
        Result,
        who=st.sampled_from("abcd"),
        deal=st.sampled_from("12"),
        seat=st.integers(0, 1),
        score=st.integers(-3, 3).map(float),
        place=st.sampled_from([1.0, 1.5, 2.0]),
    ),
    max_size=12,
)


@given(results)
def test_what_one_wins_the_others_lose(given_results: list[Result]) -> None:
    compared = compare(given_results)
    assert [each.result for each in compared] == given_results
    for deal in "12":
        for seat in (0, 1):
            field = [c for c in compared if (c.result.deal, c.result.seat) == (deal, seat)]
            if len(field) == 1:
                assert field[0].matchpoints is None
                assert field[0].difference is None
            if len(field) < 2:
                continue
            points = [each.matchpoints for each in field if each.matchpoints is not None]
            assert sum(points) == pytest.approx(len(field) / 2)
            differences = [each.difference for each in field if each.difference is not None]
            assert sum(differences) == pytest.approx(0)
            for one in field:
                for other in field:
                    if one.result.worth > other.result.worth:
                        assert (one.matchpoints or 0) > (other.matchpoints or 0)
                    if one.result.worth == other.result.worth:
                        assert one.matchpoints == other.matchpoints


def test_ties_share_and_intervals_come_from_deals() -> None:
    scores = {"ann": (9, 4, 7), "ben": (5, 4, 1), "cleo": (1, 0, 0)}
    played = [
        Result(who, str(deal), 0, float(score), 1.0)
        for who, made in scores.items()
        for deal, score in enumerate(made)
    ]
    compared = compare(played)
    assert [each.matchpoints for each in compared[:3]] == [1.0, 0.75, 1.0]
    assert [each.difference for each in compared[:3]] == [6.0, 2.0, 6.5]
    found = totals(compared)
    assert [total.who for total in found] == ["ann", "ben", "cleo"]
    assert found[0].deals == 3
    assert found[0].matchpoints is not None
    assert found[0].matchpoints.mean == pytest.approx(2.75 / 3)
    assert found[0].difference is not None
    assert found[0].difference.low is not None
    assert found[0].difference.low < found[0].difference.mean
    assert totals([]) == []
    # Where all deals came out alike, points that have no bounds have no interval either.
    alike = [Result(who, str(deal), 0, 3.0, 1.0) for who in ("ann", "ben") for deal in range(2)]
    equal = totals(compare(alike))[0]
    assert equal.difference is not None
    assert (equal.difference.mean, equal.difference.low, equal.difference.high) == (0, None, None)
    assert equal.matchpoints is not None
    assert equal.matchpoints.low is not None
    assert equal.matchpoints.low < 0.5
    [alone] = totals(compare(played[:1]))
    assert (alone.matchpoints, alone.difference) == (None, None)


def test_a_better_place_decides_between_equal_points() -> None:
    one, two = compare([Result("ann", "1", 0, 5.0, 1.0), Result("ben", "1", 0, 5.0, 2.0)])
    assert (one.matchpoints, two.matchpoints) == (1.0, 0.0)
    assert one.difference == two.difference == 0.0


@pytest.mark.parametrize("game", games(hidden=True))
def test_the_same_deal_lies_at_every_table(game: str) -> None:
    """Who sits there changes neither the deal nor the field's own chance.

    That nothing players do changes what is drawn later is a law of every game (laws/dealing.py).
    """
    size = fw.game(game).usual_players
    starts = []
    for who in ("deckhand", "mate"):
        plan = make_run_plan(game, [who] + ["mate"] * (size - 1), seed=5)
        starts.append([plan.rules().start(deal_seed(plan.seed, deal)).digest() for deal in (0, 1)])
    assert starts[0] == starts[1]
    assert starts[0][0] != starts[0][1]


def test_bots_that_play_alike_tie_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of a bot under another name is the same table, move by move."""
    from fourwinds import bots
    from fourwinds.bots.deckhand import Deckhand

    monkeypatch.setitem(bots.OURS, "twin", Deckhand.make)
    kept: dict[str, list[Outcome]] = {}

    class Noting(Here):
        def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]:
            kept[plan.bots[0]] = list(super().play(plan, jobs))
            yield from kept[plan.bots[0]]

    compared = play("high-tide", ["deckhand", "twin"], Noting(), 2, field="deckhand")
    assert len(compared) == 2 * 2 * fw.game("high-tide").usual_players
    assert {each.matchpoints for each in compared} == {0.5}
    assert {each.difference for each in compared} == {0.0}
    assert [each.actions for each in kept["twin"]] == [each.actions for each in kept["deckhand"]]
    with pytest.raises(BadOptions):
        play("high-tide", ["mate", "mate"], Here(), 1)


def test_the_command_compares_bots() -> None:
    words = ["duplicate", "high-tide", "--bots", "mate,deckhand", "-n", "3", "-j", "1"]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {total["who"] for total in told["totals"]} == {"mate", "deckhand"}
    assert len(told["boards"]) == 3 * 2 * fw.game("high-tide").usual_players
    said = CliRunner().invoke(app, words)
    assert "Matchpoints" in said.output
