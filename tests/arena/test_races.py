"""Regatta between competent boats is a good race.

A judgement of play, not of rules, so it is made once, with whatever rules the run uses; the kept
records hold such races both ways.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tests.games.regatta.sailor import Sailor
from tests.games.regatta.waters import rules


def test_a_normal_race_of_four_competent_boats_is_a_good_one() -> None:
    """The winner takes ten to sixteen turns as a rule, and the lead changes."""
    turns, changes = [], []
    for seed in range(9):
        bound = rules(4)
        state, sailor = bound.start(seed), Sailor(bound)
        taken, leaders = Counter[int](), []
        while not state.over:
            seat = state.actors[0]
            view = state.view(seat)
            if view["step"] == "sailing" and not view["draft"]:
                taken[seat] += 1
                leaders.append(view["ranking"].index(1))
            state.play(seat, sailor.choose(view, state.actions(seat)))
        turns.append(taken[state.winners[0]])
        under_way = leaders[4:]
        changes.append(sum(a != b for a, b in pairwise(under_way)))
    assert 10 <= sorted(turns)[len(turns) // 2] <= 16
    assert sum(n > 0 for n in changes) >= 7
