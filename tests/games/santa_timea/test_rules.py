"""Santa Timea, rule by rule: set-up, tricks, values and pirates (ST-1 to ST-5)."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import fourwinds as fw
from fourwinds.core.facts import Fact
from fourwinds.core.words import words
from fourwinds.laws.play import random_play
from tests.games.santa_timea.table import GAME, RULES, lay, play, told, trick
from tests.rule_marks import rule_numbers

DECK = Counter([f"{d}{v}" for d in "NESW" for v in range(1, 15)] + ["P"] * 4)
WINDS = Counter([f"{d}{damage}" for d in "NESW" for damage in (1, 1, 2, 2, 3)])
every_number = pytest.mark.parametrize("players", [2, 3, 4, 5])


def all_moments(players: int, seed: int = 1, **options: object) -> list[fw.State]:
    state = GAME.start(players=players, seed=seed, options=options)
    out = [now.copy() for now, _, _ in random_play(state, random.Random(seed), 1000)]
    return [*out, state]


# ST-1: components.


@pytest.mark.rule("ST-1.1")
def test_there_are_56_steering_cards_and_4_pirates() -> None:
    hands = GAME.start(players=5, seed=3).position()["hands"]
    assert sum((Counter(hand) for hand in hands), Counter()) == DECK
    assert DECK.total() == 60


@pytest.mark.rule("ST-1.2")
@pytest.mark.parametrize("expert", [False, True])
def test_there_are_20_wind_cards(expert: bool) -> None:
    position = GAME.start(players=4, seed=3, options={"expert": expert}).position()
    assert Counter(position["row"] + position["pile"] + position["forecast"]) == WINDS
    assert WINDS.total() == 20


@pytest.mark.rule("ST-1.1")
@pytest.mark.rule("ST-1.2")
@every_number
@pytest.mark.parametrize("expert", [False, True])
def test_no_card_is_lost_or_doubled(players: int, expert: bool) -> None:
    begun = 0
    used: Counter[str] = Counter()
    for state in all_moments(players, expert=expert, rounds=2):
        position = state.position()
        steering = Counter(card for hand in position["hands"] for card in hand)
        steering.update(move["card"] for move in position["played"] + position["trick"])
        if position["round"] != begun:
            begun, used = position["round"], steering
        assert steering == used <= DECK
        winds = Counter(position["row"] + position["pile"] + position["forecast"])
        winds.update(position["aside"])
        for taken in position["taken"]:
            winds.update(taken)
        assert winds == WINDS


# ST-2: set-up of a round.


@pytest.mark.rule("ST-2.1")
@pytest.mark.rule("ST-3.3")
def test_the_winds_of_this_and_the_next_two_tricks_are_always_seen() -> None:
    start = GAME.start(players=2, seed=5, options={"rounds": 1})
    order = start.position()["row"] + start.position()["pile"]
    seen = 0
    for state in all_moments(2, 5, rounds=1)[:-1]:
        number = len(state.position()["played"]) // 2
        for viewer in (None, 0, 1):
            view = state.view(viewer)
            assert view["row"] == order[number : number + 3]
            assert view["pile"] == 20 - number - 3
        seen = max(seen, number + 1)
    assert seen == 12


@pytest.mark.rule("ST-2.1")
@pytest.mark.rule("ST-3.4")
def test_winds_beyond_the_twelfth_are_shown_but_do_not_blow() -> None:
    for seed in range(5):
        start = GAME.start(players=3, seed=seed, options={"rounds": 1}).position()
        end = all_moments(3, seed, rounds=1)[-1].position()
        order = start["row"] + start["pile"]
        assert end["row"] == order[12:15]
        gone = Counter(end["aside"])
        for taken in end["taken"]:
            gone.update(taken)
        assert gone == Counter(order[:12])


@pytest.mark.rule("ST-2.1")
def test_the_winds_are_shuffled_anew_for_every_round() -> None:
    rows = set()
    for state in all_moments(2, 9, rounds=5):
        position = state.position()
        if not position["played"] and not position["trick"]:
            rows.add(tuple(position["row"] + position["pile"]))
    assert len(rows) == 5


@pytest.mark.rule("ST-2.1")
@pytest.mark.rule("ST-2.2")
@pytest.mark.parametrize("expert", [False, True])
def test_cards_of_a_round_follow_from_the_secret_and_the_round_alone(expert: bool) -> None:
    dealt: list[list[object]] = []
    for way in range(3):
        state = GAME.start(players=4, seed=11, options={"expert": expert})
        rng = random.Random(way)
        rounds: list[object] = []
        while not state.over:
            position = state.position()
            if position["round"] > len(rounds):
                rounds.append([position[name] for name in ("hands", "row", "pile", "forecast")])
            seat = state.actors[0]
            state.play(seat, rng.choice(state.actions(seat)))
        dealt.append(rounds)
    assert len(dealt[0]) == 5
    assert dealt[0] == dealt[1] == dealt[2]


@pytest.mark.rule("ST-2.2")
@every_number
def test_everybody_gets_twelve_cards_and_the_rest_stays_hidden(players: int) -> None:
    for state in all_moments(players, rounds=1):
        position = state.position()
        if not position["played"] and not position["trick"]:
            assert [len(hand) for hand in position["hands"]] == [12] * players
        shown = [card for hand in position["hands"] for card in hand]
        shown += [move["card"] for move in position["played"] + position["trick"]]
        assert len(shown) == 12 * players
        for viewer in (None, *range(players)):
            assert state.view(viewer)["hidden"] == 60 - 12 * players


@pytest.mark.rule("ST-2.3")
@every_number
def test_chance_decides_who_begins_the_first_round(players: int) -> None:
    begins = Counter(GAME.start(players=players, seed=s).actors[0] for s in range(60 * players))
    assert set(begins) == set(range(players))
    assert all(30 <= count <= 100 for count in begins.values())


@pytest.mark.rule("ST-2.3")
@pytest.mark.parametrize(
    ("scores", "first", "begins"),
    [
        ([4, 9, 5], 0, 1),  # one leads
        ([9, 4, 9], 2, 2),  # several lead, one of them began
        ([9, 4, 9], 1, 1),  # several lead and he who began is not one of them
        ([-3, -1, -2], 0, 1),  # also below zero
    ],
)
def test_the_leader_in_points_begins_the_next_round(
    scores: list[int], first: int, begins: int
) -> None:
    # The last trick is empty and all damages are equal, so each gets the same points.
    state = lay(["N5", "P", "P"], "N1", pile=[], first=first, scores=scores, options={"rounds": 2})
    facts = play(state, "N5 P P")
    assert told(facts, "round-began")[0]["first"] == begins
    assert state.actors == (begins,)
    assert (state.position()["round"], state.position()["first"]) == (2, begins)


# ST-3: a trick.


@pytest.mark.rule("ST-3.1")
@every_number
def test_the_leader_and_then_the_others_clockwise_lay_a_card(players: int) -> None:
    hands = [f"N{seat + 1} E{seat + 1}" for seat in range(players)]
    state = lay(hands, leader=1)
    for i in range(players):
        seat = (1 + i) % players
        assert state.actors == (seat,)
        state.play(seat, f"N{seat + 1}")
    assert state.view(None)["trick"] == []
    assert [m["seat"] for m in state.view(None)["played"]] == [
        (1 + i) % players for i in range(players)
    ]


@pytest.mark.rule("ST-3.1")
def test_there_is_no_duty_to_follow_a_direction() -> None:
    state = lay(["N3 E4", "N9 E5", "S7 P"], "N1 E1 S1")
    state.play(0, "N3")
    texts = [state.rules.text(state, 1, action) for action in state.actions(1)]
    assert texts == ["N9", "E5"]
    state.play(1, "E5")
    assert [state.rules.text(state, 2, action) for action in state.actions(2)] == ["S7", "P"]


@pytest.mark.rule("ST-3.1")
def test_cards_are_laid_only_in_turn_and_from_the_hand() -> None:
    state = lay(["N3 E4", "N9 E5"])
    for seat, card, code in ((1, "N9", "not-your-turn"), (0, "N9", "not-in-hand")):
        refusal = state.refusal(seat, card)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (code, "ST-3.1")


@pytest.mark.rule("ST-3.2")
@pytest.mark.parametrize("cards", list(itertools.permutations(["N2", "N5", "N9", "N14"])))
def test_the_lowest_takes_the_wind_and_the_highest_leads(cards: tuple[str, ...]) -> None:
    assert trick(" ".join(cards)) == (cards.index("N2"), cards.index("N14"))


@pytest.mark.rule("ST-3.2")
def test_a_wind_taken_lies_open_before_its_taker() -> None:
    state = lay(["N3 E4", "N9 E5"], "N2 E1 S1")
    facts = play(state, "N3 N9")
    assert told(facts, "wind-taken") == [{"kind": "wind-taken", "seat": 0, "winds": ["N2"]}]
    assert told(facts, "lead-passed") == [{"kind": "lead-passed", "seat": 1}]
    for viewer in (None, 0, 1):
        assert state.view(viewer)["taken"] == [["N2"], []]
        assert state.view(viewer)["leader"] == 1


@pytest.mark.rule("ST-3.3")
def test_the_row_moves_up_and_the_next_wind_is_turned_over() -> None:
    state = lay(["N3 E4 W1", "N9 E5 W2"], "N2 E1 S1", pile=["W3", "S2"])
    facts = play(state, "N3 N9")
    assert told(facts, "wind-turned") == [{"kind": "wind-turned", "wind": "W3"}]
    assert state.view(None)["row"] == ["E1", "S1", "W3"]
    assert state.view(None)["pile"] == 1
    # The next trick is under the wind that moved up: East.
    assert play(state, "E5")[0]["value"] == 5


@pytest.mark.rule("ST-3.3")
def test_all_may_look_through_the_played_cards() -> None:
    state = lay(["N3 E4", "N9 E5"])
    play(state, "N3 N9")
    laid = [{"seat": 0, "card": "N3"}, {"seat": 1, "card": "N9"}]
    assert all(state.view(viewer)["played"] == laid for viewer in (None, 0, 1))
    assert state.refusal(1, "N9") is not None


@pytest.mark.rule("ST-3.4")
@every_number
def test_a_round_has_twelve_tricks_and_is_then_scored(players: int) -> None:
    state = GAME.start(players=players, seed=4, options={"rounds": 1})
    told_facts = []
    for number in range(12 * players):
        assert not state.over
        facts: list[Fact] = []
        state.play(state.actors[0], state.actions(state.actors[0])[0], facts)
        told_facts += [(number, fact.kind.name) for fact in facts]
    assert state.over
    assert [n for n, kind in told_facts if kind == "round-scored"] == [12 * players - 1]
    assert len([n for n, kind in told_facts if kind == "wind-turned"]) == 11


# ST-4: values.


@pytest.mark.rule("ST-4.1")
@pytest.mark.rule("ST-4.2")
@pytest.mark.rule("ST-4.3")
@pytest.mark.parametrize("wind", "NESW")
def test_what_every_card_counts_under_every_wind(wind: str) -> None:
    around = "NESW".index(wind)
    share = dict(zip("NESW"[around:] + "NESW"[:around], (1, 0.5, 0, 0.5), strict=True))
    for direction, value in itertools.product("NESW", range(1, 15)):
        card = f"{direction}{value}"
        other = "N1" if card != "N1" else "N2"
        state = lay([card, other], f"{wind}3", pile=[])
        view = state.view(0)
        assert (
            state.rules.preview(view, state.actions(0)[0])["worths"][0] == value * share[direction]
        )
        assert play(state, [card])[0]["value"] == value * share[direction]


@pytest.mark.rule("ST-4.1")
def test_a_card_with_the_wind_counts_in_full() -> None:
    assert trick("N6 N7") == (0, 1)
    assert trick("N6 E11") == (1, 0)  # 6 against 5.5


@pytest.mark.rule("ST-4.2")
def test_halves_stay() -> None:
    assert trick("E5 N11", "E1 N1 S1") == (0, 1)  # 5 against 5.5
    assert trick("E6 N11", "E1 N1 S1") == (1, 0)  # 6 against 5.5
    assert trick("N9 S10", "E1 N1 S1") == (0, 1)  # 4.5 against 5


@pytest.mark.rule("ST-4.3")
def test_zeros_rank_among_themselves_and_below_all_others() -> None:
    assert trick("S8 S5") == (1, 0)
    assert trick("S14 E1") == (0, 1)  # zero against a half
    assert trick("S14 S13 E1") == (1, 2)
    assert trick("S14 S1 S7") == (1, 0)


@pytest.mark.rule("ST-4.3")
@pytest.mark.rule("ST-5.3")
def test_only_a_led_pirate_is_below_a_zero() -> None:
    assert trick("P S1 N4") == (0, 2)


@pytest.mark.rule("ST-4.4")
def test_equal_values_cancel() -> None:
    assert trick("E5 N11 S10", "E1 N1 S1") == (1, 1)
    assert trick("N4 E8 N6 N2") == (3, 2)  # 4 and 4 cancel
    assert trick("E8 W8 N2 N3") == (2, 3)  # both at a right angle
    assert trick("N4 E8 W8 N9 N1") == (4, 3)  # three of a kind


@pytest.mark.rule("ST-4.5")
def test_one_card_left_is_lowest_and_highest() -> None:
    assert trick("N4 E8 N6") == (2, 2)
    assert trick("E8 N3 W8 E2 W2") == (1, 1)


@pytest.mark.rule("ST-4.6")
def test_a_wind_nobody_takes_is_put_aside_and_the_same_player_leads() -> None:
    state = lay(["E8 N3", "N4 N7"], "N2 E1 S1", leader=1)
    facts = play(state, "N4 E8")
    assert told(facts, "wind-put-aside") == [{"kind": "wind-put-aside", "wind": "N2"}]
    assert told(facts, "wind-taken") == []
    view = state.view(None)
    assert (view["aside"], view["taken"], view["leader"]) == (["N2"], [[], []], 1)
    # In the basic game it stays there: the next taker takes one wind only.
    assert told(play(state, "N7 N3"), "wind-taken")[0]["winds"] == ["E1"]


# ST-5: pirates.


@pytest.mark.rule("ST-5.1")
def test_a_pirate_copies_the_card_before_it() -> None:
    assert trick("N13 N14 P") == (0, 0)
    assert trick("N13 P N14") == (2, 2)
    assert trick("N13 N14 P P") == (0, 0)  # a pirate on a pirate copies on
    assert trick("N3 S8 P S5") == (3, 0)  # also the rank among zeros
    facts = play(lay(["N13", "E9", "P"]), "N13 E9 P")
    assert [fact["value"] for fact in told(facts, "card-played")] == [13, 4.5, 4.5]


@pytest.mark.rule("ST-5.1")
@pytest.mark.rule("ST-4.6")
def test_with_two_players_a_pirate_laid_second_empties_the_trick() -> None:
    for card in ("N14", "S1", "E7"):
        assert trick(f"{card} P") == (None, 0)


@pytest.mark.rule("ST-5.1")
def test_a_pirate_copies_a_card_that_a_later_one_cancels_too() -> None:
    assert trick("N4 P E8 N9 N2") == (4, 3)


@pytest.mark.rule("ST-5.2")
def test_a_pirate_is_led_only_from_a_hand_of_pirates() -> None:
    state = lay(["N3 P", "N9 E5"])
    assert [state.rules.text(state, 0, action) for action in state.actions(0)] == ["N3"]
    refusal = state.refusal(0, "P")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("pirate-led", "ST-5.2")
    assert [(a == state.actions(0)[0], e and e.rule) for a, e in state.candidates(0)] == [
        (True, None),
        (False, "ST-5.2"),
    ]
    pirates = lay(["P P", "N9 E5"])
    assert [pirates.rules.text(pirates, 0, action) for action in pirates.actions(0)] == ["P"]
    pirates.play(0, "P")


def test_a_pirate_may_follow_whatever_else_is_held() -> None:
    state = lay(["N3 E4", "P E5"])
    state.play(0, "N3")
    assert state.refusal(1, "P") is None


@pytest.mark.rule("ST-5.3")
def test_a_led_pirate_takes_the_wind_whatever_the_others_lay() -> None:
    assert trick("P N2 N9") == (0, 2)
    assert trick("P S1 S2") == (0, 2)
    assert trick("P P N9") == (0, 2)  # the copy is out
    assert trick("P N4 E8 N2") == (0, 3)  # 4 and 4 cancel


@pytest.mark.rule("ST-5.3")
def test_a_view_strikes_out_the_copy_of_a_led_pirate_alone() -> None:
    state = lay(["P P", "P P", "N4 E8"])
    play(state, "P P")
    assert [laid["cancelled"] for laid in state.view(2)["trick"]] == [False, True]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_log_writes_halves_as_they_are_on_cards(language: str) -> None:
    speech = words(language, "santa-timea")
    said = {"kind": "card-played", "seat": 0, "card": "N11"}
    assert "5½" in speech.fact({**said, "value": 5.5}, ["Ada"])
    assert "0" not in speech.fact({**said, "value": 0.5}, ["Ada"])


@pytest.mark.rule("ST-5.3")
def test_after_a_led_pirate_the_leader_leads_again_where_no_card_is_left() -> None:
    assert trick("P P") == (0, 0)
    assert trick("P P P") == (0, 0)
    assert trick("P N4 E8") == (0, 0)
    assert trick("P N4 P") == (0, 0)
    state = lay(["N4 N5", "P P", "E8 N6"], leader=1)
    facts = play(state, "P E8 N4")
    assert told(facts, "wind-taken")[0]["seat"] == 1
    assert state.actors == (1,)


@pytest.mark.rule("ST-5.3")
@pytest.mark.rule("ST-8.2")
def test_a_led_pirate_takes_the_expert_pile_too() -> None:
    state = lay(["P P", "N4 E8"], "N2 E1 S1", aside=["W3", "S1"], options={"expert": True})
    facts = play(state, "P N4")
    assert sorted(told(facts, "wind-taken")[0]["winds"]) == ["N2", "S1", "W3"]
    assert state.view(None)["aside"] == []


def test_the_numbers_in_the_texts_are_those_of_the_rules_page() -> None:
    assert rule_numbers("santa-timea") == set(RULES)
