"""Reasons come from the position: they are there with their cause and go with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.bots.analysis import analyse
from fourwinds.bots.reasons import FEWEST, WELL, Explained, Futures, explain, reasons_of
from fourwinds.bots.search import FOREVER
from fourwinds.core.reasons import measured, sentence, sentences
from fourwinds.core.words import LANGUAGES, words
from tests.sample import sample

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]


def somewhere(game: str, seed: int) -> fw.State:
    """A position of random play where somebody has a choice."""
    rng = random.Random(f"{game} {seed}")
    state = fw.game(game).start(seed=seed)
    for _ in range(rng.randrange(4, 60)):
        step = state.copy()
        seat = step.actors[0]
        step.play(seat, rng.choice(step.actions(seat)))
        if step.over:
            break
        state = step
    while len(state.actions(state.actors[0])) < 2:
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    return state


def likes(state: fw.State, most: int) -> dict[int, float]:
    """Actions as if a search had put them in this order."""
    actions = state.actions(state.actors[0])
    return {action: 0.5 - i / 100 for i, action in enumerate(actions[:most])}


def names_of(explained: Explained) -> set[str]:
    return {reason.name for reason in explained.reasons}


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("seed", range(3))
def test_every_action_has_reasons_in_every_language(game: str, seed: int) -> None:
    state = somewhere(game, seed)
    seat, rules = state.actors[0], state.rules
    found = explain(rules, state.view(seat), likes(state, sample(60, 6)), worlds=sample(12, 3))
    for action, explained in found.items():
        assert explained.other is not None
        assert explained.other != action
        for language in LANGUAGES:
            own = words(language, game)
            other = own.action(rules.describe(state, seat, explained.other), NAMES)
            said = sentences(own, explained.json(), other)
            assert 1 <= len(said) <= 3
            for each in said:
                assert each.endswith(".")
                assert "{" not in each
                assert "reasons/" not in each


@pytest.mark.parametrize("game", fw.games())
def test_every_measure_has_its_sentences(game: str) -> None:
    reasons = reasons_of(fw.game(game).rules())
    own = words("en", game).find("reasons")
    measures = [each for part in reasons.horizons for each in part]
    ways = {False: ("more", "less"), True: ("more", "less", "yes", "no")}
    assert set(own) == {f"{each.name}_{way}" for each in measures for way in ways[each.chance]}
    names = [each.name for each in measures]
    assert len(set(names)) == len(names)
    for place, each in enumerate(measures):
        assert each.holds is None or each.holds in names[:place]


@pytest.mark.parametrize("game", fw.games())
def test_reasons_rest_on_the_view_alone(game: str) -> None:
    state = somewhere(game, 7)
    seat, rules = state.actors[0], state.rules
    view = state.view(seat)
    found = []
    for seed in range(2):
        world = rules.imagine(view, seed)
        chances = likes(world, 3)
        found.append(explain(rules, world.view(seat), chances, worlds=sample(12, 2), seed=3))
    assert found[0] == found[1]


def last_to_lay(trick: list[str]) -> fw.State:
    """Seat 1 lays last under a north wind of 2; the others hold what they have not laid."""
    rules = fw.game("santa-timea").rules(3)
    state = rules.start(3)
    for _ in range(2):
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    position: dict[str, Any] = state.position()
    assert position["row"][0] == "N2"
    for laid, card in zip(position["trick"], trick, strict=True):
        hand = position["hands"][laid["seat"]]
        if card in hand:
            hand[hand.index(card)], laid["card"] = laid["card"], card
        assert laid["card"] == card
        hand.sort(key=lambda each: ("NESWP".index(each[0]), int(each[1:] or 0)))
    return rules.position(position)


def why_high(state: fw.State) -> Explained:
    """Why seat 1 should lay N12 and not N5."""
    rules = state.rules
    high, low = (rules.parse(state, 1, card) for card in ("N12", "N5"))
    found = explain(rules, state.view(1), {high: 0.5, low: 0.4}, worlds=sample(60, 30))
    return found[high]


def test_a_reason_goes_away_with_its_cause() -> None:
    # Between 10 and 14 the 5 is the lowest and takes the wind; after a 2 and a 3 it is not.
    caused = why_high(last_to_lay(["N10", "N14"]))
    takes = next(reason for reason in caused.reasons if reason.name == "takes")
    assert (takes.mine, takes.theirs, takes.error) == (0.0, 1.0, 0.0)
    assert takes.speaks_for
    english = words("en", "santa-timea")
    assert sentence(english, takes.json()) == "You do not take this wind."
    hardly = takes.json() | {"mine": 0.1}
    assert sentence(english, hardly) == "You take this wind less often (10% instead of 100%)."
    assert "takes" not in names_of(why_high(last_to_lay(["N2", "N3"])))


def points_by(turn: list[float], next_turn: list[float]) -> list[str]:
    """What is said of points this turn and by the next, against none at all, in as many worlds."""
    state = somewhere("winds-of-plunder", 1)
    futures = Futures(state.rules, state.view(state.actors[0]), [0, 1], seed=1)
    futures.readings = {0: [], 1: []}
    for now, later in zip(turn, next_turn, strict=True):
        mine = [0.0] * len(futures.measures)
        futures.readings[1].append(list(mine))
        mine[futures.places["points"]], mine[futures.places["later"]] = now, later
        futures.readings[0].append(mine)
    return [reason.name for reason in futures.compare(0, 1, better=True)]


def test_a_whole_is_not_said_beside_its_part_unless_it_adds_to_it() -> None:
    assert points_by([3.0] * 12, [3.0] * 12) == ["points"]
    assert points_by([3.0] * 12, [3.5] * 12) == ["points"]
    assert points_by([3.0] * 12, [6.0] * 12) == ["later", "points"]
    assert points_by([0.0] * 12, [2.0] * 12) == ["later"]


def test_amounts_are_written_as_each_language_does() -> None:
    reason = {"name": "damage", "mine": 1.0, "theirs": 2.5, "error": 0.3, "chance": False}
    said = {language: sentence(words(language, "santa-timea"), reason) for language in LANGUAGES}
    assert "about 1.5 less" in said["en"]
    assert "environ 1,5" in said["fr"]
    assert "etwa 1,5" in said["de"]
    whole = reason | {"mine": 4.5, "error": 0.0}
    assert "2 more damage" in sentence(words("en", "santa-timea"), whole)


def test_what_speaks_against_the_verdict_is_said_so() -> None:
    shared = {"theirs": 1.0, "error": 0.0, "chance": False}
    good = shared | {"name": "pirates", "mine": 2.0, "speaks_for": True}
    bad = shared | {"name": "damage", "mine": 3.0, "speaks_for": False}
    explained = {"reasons": [good, bad], "better": True, "gain": 0.04}
    starts = {"en": "On the other hand: you", "fr": "En revanche\u00a0: v", "de": "Andererseits: D"}
    for language, start in starts.items():
        first, second = sentences(words(language, "santa-timea"), explained, "lay N1")
        assert ":" not in first
        assert second.startswith(start)
        alone = {"reasons": [bad], "better": True, "gain": 0.04}
        assert sentences(words(language, "santa-timea"), alone, "lay N1")[1].startswith(start)
        unclear = alone | {"gain": 0.0}
        assert ":" not in sentences(words(language, "santa-timea"), unclear, "lay N1")[1]


def test_what_is_as_good_as_the_next_best_is_compared_with_what_is_worse() -> None:
    state = last_to_lay(["N10", "N14"])
    rules = state.rules
    # The lowest takes the wind: 12 and 13 are both above 10, and 5 is not.
    actions = {card: rules.parse(state, 1, card) for card in ("N12", "N13", "N5")}
    likes = {actions["N12"]: 0.5, actions["N13"]: 0.5, actions["N5"]: 0.4}
    best = explain(rules, state.view(1), likes, worlds=FEWEST)[actions["N12"]]
    assert (best.other, best.beside, best.reasons[0].name) == (actions["N5"], True, "takes")
    said = sentences(words("en", "santa-timea"), best.json(), "lay North 5")
    assert said[:2] == ["It is better than “lay North 5”.", "You do not take this wind."]
    likes[actions["N5"]] = 0.49
    assert not explain(rules, state.view(1), likes, worlds=FEWEST)[actions["N12"]].beside


def test_without_anything_to_measure_the_search_has_the_word() -> None:
    own = words("en", "santa-timea")
    explained = {"reasons": [], "better": True, "gain": 0.034}
    assert "wins 3 more matches in a hundred" in sentences(own, explained, "lay N1")[0]
    assert "Not clearly" in sentences(own, explained | {"gain": 0.001}, "lay N1")[0]
    assert sentences(own, explained, None) == ["It is the only move."]


def test_analyse_explains_what_it_is_asked_to() -> None:
    state = fw.game("santa-timea").start(seed=3)
    seat = state.actors[0]
    actions = state.actions(seat)
    found = analyse(state.view(seat), "60it", explained=2, also=actions[-1])
    explained = [each for each in found if each.why is not None]
    assert 2 <= len(explained) <= 3
    assert actions[-1] in [each.action for each in explained]
    assert found[0].why is not None
    assert found[0].why.better
    assert found[0].json()["why"]["other"] in [each.action for each in explained[1:]]
    assert all(each.why is None for each in analyse(state.view(seat), "60it", explained=0))


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_in_percent_lies_between_none_and_all(game: str, seed: int) -> None:
    state = somewhere(game, seed + 20)
    seat, rules = state.actors[0], state.rules
    futures = Futures(rules, state.view(seat), state.actions(seat)[: sample(40, 6)], seed)
    futures.run(sample(12, 3), FOREVER)
    for readings in futures.readings.values():
        for i, measure in enumerate(futures.measures):
            if measure.chance:
                assert all(0.0 <= each[i] <= 1.0 for each in readings), measure.name


def test_who_has_a_card_and_sells_it_has_none() -> None:
    rules = fw.game("vor-dem-wind").rules(3)
    state = rules.start(4)
    for _ in range(40):
        seat = state.actors[0]
        texts = {rules.text(state, seat, action): action for action in state.actions(seat)}
        if "sell to 1" in texts:
            break
        bids = [action for text, action in texts.items() if text.startswith(("bid", "offer"))]
        state.play(seat, (bids or list(texts.values()))[0])
    likes = {texts["pay 1"]: 0.5, texts["sell to 1"]: 0.4}
    found = explain(rules, state.view(seat), likes, worlds=FEWEST)[texts["pay 1"]]
    card = next(each for each in found.reasons if each.name == "card")
    assert (card.mine, card.theirs) == (1.0, 0.0)


def test_a_rare_move_has_reasons_and_takes_no_worlds_from_the_likely_ones() -> None:
    state = fw.game("regatta").start(seed=5)
    while len(state.actions(state.actors[0])) <= WELL:
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    seat, rules = state.actors[0], state.rules
    actions = state.actions(seat)
    futures = Futures(rules, state.view(seat), actions, 1)
    futures.run(FEWEST + 2, FOREVER)
    counts = [len(futures.readings[action]) for action in actions]
    assert counts[:WELL] == [FEWEST + 2] * WELL
    assert set(counts[WELL:]) == {FEWEST}
    futures.compare(actions[-1], actions[0], better=False)


def test_every_action_is_tried_so_often_that_it_can_be_judged() -> None:
    state = fw.game("vor-dem-wind").start(seed=6)
    while len(state.actions(state.actors[0])) < 3:
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    found = analyse(state.view(state.actors[0]), "30it", state.rules, explained=0, least=5)
    assert all(each.visits >= 5 for each in found)


def test_what_nothing_measured_speaks_for_is_known_as_such() -> None:
    shared = {"name": "pirates", "mine": 2.0, "theirs": 1.0, "error": 0.0, "chance": False}
    assert measured({"better": True, "reasons": [shared | {"speaks_for": True}]})
    assert not measured({"better": False, "reasons": [shared | {"speaks_for": True}]})
    assert not measured({"better": True, "reasons": []})
