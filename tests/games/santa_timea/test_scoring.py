"""Santa Timea, rule by rule: scoring, the end and the expert game (ST-6 to ST-8)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import pytest

from fourwinds.games.santa_timea.scoring import place_points
from tests.games.santa_timea.table import GAME, lay, play, scored, told, trick

EXPERT = {"expert": True}
FRENCH = {"expert": True, "edition": "french"}


# ST-6: scoring a round.


@pytest.mark.rule("ST-6.1")
def test_a_set_of_each_direction_is_discarded_by_itself() -> None:
    fact, _ = scored(["N1 N2 N3", "N1 N2 E3", "S1 S2 S3 W1 W2 W3"])
    assert fact["damages"] == [0, 6, 0]


@pytest.mark.rule("ST-6.1")
def test_only_one_of_each_value_goes_with_the_set() -> None:
    fact, _ = scored(["N1 N1 N2 N2 N3", "E1 E2 S3"])
    assert fact["damages"] == [3, 6]


@pytest.mark.rule("ST-6.2")
def test_damage_is_the_sum_of_the_winds_left() -> None:
    fact, _ = scored(["N1 E2 S3", "", "W3 W2 W2", "E1"])
    assert fact["damages"] == [6, 0, 7, 1]


@pytest.mark.rule("ST-6.3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_most_damage_scores_one_the_next_two_and_so_on(players: int) -> None:
    fact, state = scored(["", "N1", "N2", "N3", "E3 E1"][:players])
    assert fact["places"] == list(range(players, 0, -1)) == state.scores


@pytest.mark.rule("ST-6.3")
def test_with_two_players_it_is_two_and_nothing() -> None:
    assert scored(["N1", "N2"])[1].scores == [2, 0]
    assert scored(["N2", "N1"])[1].scores == [0, 2]
    assert scored(["N2", "E2"])[1].scores == [1, 1]


@pytest.mark.rule("ST-6.4")
def test_tied_players_share_their_places_and_the_next_comes_after_them() -> None:
    # Five players, two tied for second: (4 + 3) / 2, rounded up, and the next is fourth.
    assert scored(["", "N1", "E1", "N2", "N3"])[1].scores == [5, 4, 4, 2, 1]
    assert scored(["N1", "E1", "S1", "N3"])[1].scores == [3, 3, 3, 1]
    assert scored(["N1", "E1", "S1", "W1", "N1"])[1].scores == [3] * 5
    assert scored(["N1", "E1", "N2", "E2"])[1].scores == [4, 4, 2, 2]


def tie_patterns(players: int) -> Iterator[tuple[int, ...]]:
    """The sizes of the groups of tied players, from the best down."""
    for cuts in itertools.product([False, True], repeat=players - 1):
        sizes = [1]
        for cut in cuts:
            if cut:
                sizes.append(1)
            else:
                sizes[-1] += 1
        yield tuple(sizes)


@pytest.mark.rule("ST-6.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounding_up_and_rounding_to_the_nearest_agree_for_every_pattern_of_ties(
    players: int,
) -> None:
    worth = [2, 0] if players == 2 else list(range(players, 0, -1))
    patterns = list(tie_patterns(players))
    assert len(patterns) == 2 ** (players - 1)
    for pattern in patterns:
        # A group's damage: nothing, 1, 2, 3 or 4, from winds of which there are enough.
        winds = {
            1: iter("N1 E1 S1 W1 N1 E1".split()),
            2: iter("N2 E2 S2 W2 N2".split()),
            3: iter("N3 E3 S3".split()),
        }
        expected, taken, better = [], [], 0
        for group, size in enumerate(pattern):
            mean = Fraction(sum(worth[better : better + size]), size)
            up, nearest = math.ceil(mean), math.floor(mean + Fraction(1, 2))
            assert up == nearest == place_points(players, better, size)
            better += size
            expected += [up] * size
            for _ in range(size):
                parts = [] if group == 0 else [group] if group < 4 else [1, 3]
                taken.append(" ".join(next(winds[part]) for part in parts))
        assert scored(taken)[0]["places"] == expected


# ST-7: the end.


@pytest.mark.rule("ST-7.1")
def test_the_most_points_win() -> None:
    _, state = scored(["", "N1", "N2"], scores=[3, 5, 4])
    assert state.scores == [6, 7, 5]
    assert (state.over, state.winners, state.ranking) == (True, [1], [2, 1, 3])
    assert state.view(None)["winners"] == [1]


@pytest.mark.rule("ST-7.1")
def test_the_match_ends_after_the_last_round_and_not_before() -> None:
    _, state = scored(["", "N1", "N2"], round=2, options={"rounds": 3})
    assert not state.over
    assert (state.winners, state.position()["round"]) == ([], 3)
    _, state = scored(["", "N1", "N2"], round=3, options={"rounds": 3})
    assert state.over


@pytest.mark.rule("ST-7.2")
@pytest.mark.parametrize(
    ("edition", "won", "winners", "ranking"),
    [
        ("german", [2, 1, 0], [0], [1, 2, 3]),
        ("german", [1, 2, 0], [0, 1], [1, 1, 3]),  # this round is won by seat 0
        ("german", [0, 2, 0], [1], [2, 1, 3]),
        ("french", [0, 2, 0], [0, 1], [1, 1, 3]),
    ],
)
def test_a_tie_at_the_end_is_broken_by_rounds_won_in_the_german_edition_only(
    edition: str, won: list[int], winners: list[int], ranking: list[int]
) -> None:
    _, state = scored(
        ["", "N1", "N2"], scores=[4, 5, 1], rounds_won=won, options={"edition": edition}
    )
    assert state.scores == [7, 7, 2]
    assert (state.winners, state.ranking) == (winners, ranking)


@pytest.mark.rule("ST-7.2")
def test_a_shared_first_place_counts_as_a_round_won_for_each() -> None:
    _, state = scored(["N1", "E1", "N2"], rounds_won=[1, 0, 2])
    assert state.position()["rounds_won"] == [2, 1, 2]


def test_it_is_damage_that_wins_a_round_in_the_expert_game_too() -> None:
    # Seat 0 has less damage, seat 1 scores more by its pairs.
    fact, state = scored(["N3", "E1 E1 S2 S2", "W3 E3"], options=EXPERT)
    assert fact["damages"] == [3, 6, 6]
    assert state.scores[1] > state.scores[0]
    assert state.position()["rounds_won"] == [1, 0, 0]


# ST-8: the expert game.


@pytest.mark.rule("ST-8.1")
def test_three_winds_that_will_not_blow_lie_open() -> None:
    for seed in range(4):
        state = GAME.start(players=4, seed=seed, options={"expert": True, "rounds": 1})
        forecast = state.view(None)["forecast"]
        assert len(forecast) == 3
        assert state.view(None)["pile"] == 20 - 3 - 3
        while not state.over:
            assert state.view(0)["forecast"] == forecast
            state.play(state.actors[0], state.actions(state.actors[0])[-1])
    assert GAME.start(players=4, seed=1).view(None)["forecast"] == []


@pytest.mark.rule("ST-8.2")
def test_winds_nobody_takes_pile_up_for_the_next_taker() -> None:
    state = lay(["N4 N5 N6", "E8 P N9"], "N2 N1 S1", pile=[], options=EXPERT)
    facts = play(state, "N4 E8 N5 P")
    assert [fact["wind"] for fact in told(facts, "wind-put-aside")] == ["N2", "N1"]
    assert state.view(0)["aside"] == ["N1", "N2"]
    assert state.actors == (0,)
    facts = play(state, "N6 N9")
    # Under South both count zero; the printed 6 is the lower one.
    assert told(facts, "wind-taken")[0]["seat"] == 0
    assert sorted(told(facts, "wind-taken")[0]["winds"]) == ["N1", "N2", "S1"]
    assert told(facts, "round-scored")[0]["damages"] == [4, 0]


@pytest.mark.rule("ST-8.2")
def test_what_lies_aside_after_the_last_trick_is_lost() -> None:
    fact, state = scored(["", "N1"], aside=["E3"], options=EXPERT)
    assert fact["damages"] == [0, 1]
    assert len(state.position()["aside"]) == 2


@pytest.mark.rule("ST-8.2")
def test_the_same_player_leads_again_in_the_expert_game_too() -> None:
    assert trick("N4 E8", options=EXPERT) == (None, 0)


@pytest.mark.rule("ST-8.3")
def test_pairs_of_twos_and_of_ones_of_a_direction_are_worth_points() -> None:
    fact, _ = scored(["N2 N2", "E1 E1", "S1 S1 S2 S2", "N1 W1"], options=EXPERT)
    assert fact["bonuses"] == [2, 1, 3, 0]
    assert scored(["N2 N2", "E1 E1"])[0]["bonuses"] is None


@pytest.mark.rule("ST-8.4")
@pytest.mark.parametrize(
    ("winds", "discarded", "kept"),
    [
        # damage and bonus of the seat
        ("N1 N1 N2 N3", (1, 0), (7, 1)),
        ("N1 N2 N2 N3", (2, 0), (8, 2)),
        ("N1 N1 N2 N2 N3", (3, 0), (9, 3)),
    ],
)
def test_a_set_is_discarded_or_kept_for_its_pairs(
    winds: str, discarded: tuple[int, int], kept: tuple[int, int]
) -> None:
    for choice, expected in (("discard N", discarded), ("keep N", kept)):
        fact, _ = scored([winds, "S3"], [choice], options=EXPERT)
        assert (fact["damages"][0], fact["bonuses"][0]) == expected


def test_a_set_without_a_second_one_or_two_is_discarded_by_itself() -> None:
    fact, _ = scored(["N1 N2 N3", "S3"], options=EXPERT)
    assert fact["damages"] == [0, 3]


@pytest.mark.rule("ST-8.4")
def test_players_decide_in_turn_from_the_first_player_and_openly() -> None:
    taken = ["N1 N1 N2 N3", "E1 E1 E2 E3 W1 W2 W2 W3", "S1 S2 S2 S3"]
    state = lay(
        ["N5", "P", "P"],
        "N2",
        pile=[],
        first=1,
        taken=[winds.split() for winds in taken],
        options=EXPERT,
    )
    play(state, "N5 P P")
    asked = []
    while not state.over:
        (seat,) = state.actors
        view = state.view(None)
        assert view["step"] == "choosing"
        texts = [state.rules.text(state, seat, action) for action in state.actions(seat)]
        assert texts == [f"discard {view['choice']}", f"keep {view['choice']}"]
        asked.append((seat, view["choice"]))
        facts = play(state, [f"keep {view['choice']}"])
        assert facts[0] == {"kind": "set-kept", "seat": seat, "direction": view["choice"]}
        if not state.over:
            assert view["choice"] in state.view(None)["kept"][seat]
    assert asked == [(1, "E"), (1, "W"), (2, "S"), (0, "N")]


@pytest.mark.rule("ST-8.4")
def test_nothing_else_can_be_decided() -> None:
    state = lay(["N5", "P"], "N2", pile=[], taken=[["S1", "S1", "S2", "S3"], []], options=EXPERT)
    refusal = state.refusal(0, "keep S")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong-step", "ST-8.4")
    play(state, "N5 P")
    for wrong in ("keep N", "discard W", "N5", "P"):
        refusal = state.refusal(0, wrong)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("decide-set", "ST-8.4")
    refusal = state.refusal(1, "keep S")
    assert refusal is not None
    assert refusal.code == "not-your-turn"


@pytest.mark.rule("ST-8.5")
@pytest.mark.parametrize(
    ("players", "cards", "penalty"),
    [(2, 3, 0), (2, 4, 1), (3, 7, 1), (3, 8, 2), (4, 2, 0), (4, 3, 1), (4, 5, 1), (5, 6, 2)],
)
def test_many_winds_cost_points(players: int, cards: int, penalty: int) -> None:
    winds = "N1 E1 S1 W1 N2 E2 S2 W2".split()
    fact, _ = scored([" ".join(winds[:cards]), *[""] * (players - 1)], options=EXPERT)
    assert fact["penalties"] == [penalty, *[0] * (players - 1)]
    assert scored([" ".join(winds[:cards]), ""])[0]["penalties"] is None


@pytest.mark.rule("ST-8.5")
@pytest.mark.parametrize(("options", "penalty"), [(EXPERT, 0), (FRENCH, 1)])
def test_discarded_sets_count_in_the_french_edition_only(
    options: dict[str, object], penalty: int
) -> None:
    fact, _ = scored(["N1 N2 N3 S3 E3", "W3"], options=options)
    assert fact["penalties"] == [penalty, 0]


@pytest.mark.rule("ST-8.5")
def test_a_set_that_is_kept_counts_for_the_penalty() -> None:
    winds = ["N1 N1 N2 N3", "W3"]
    assert scored(winds, ["discard N"], options=EXPERT)[0]["penalties"] == [0, 0]
    assert scored(winds, ["keep N"], options=EXPERT)[0]["penalties"] == [1, 0]


@pytest.mark.rule("ST-8.5")
def test_a_round_may_score_below_zero() -> None:
    fact, state = scored(["N3 E3 S3 W3 N1 E2", "", "", ""], options=EXPERT)
    assert fact["places"][0] == 1
    assert state.scores[0] == -1


@pytest.mark.rule("ST-8.6")
def test_places_come_first_then_bonus_then_penalty() -> None:
    fact, state = scored(["N2 N2", "E1 E1 S1 S1", "W3", "N3 E3"], options=EXPERT)
    assert fact["damages"] == [4, 4, 3, 6]
    # The bonus does not change the places: 3 damage come first.
    assert fact["places"] == [3, 3, 4, 1]
    assert (fact["bonuses"], fact["penalties"]) == ([2, 2, 0, 0], [0, 1, 0, 0])
    assert state.scores == [5, 4, 4, 1]
    assert state.position()["history"] == [[5, 4, 4, 1]]
