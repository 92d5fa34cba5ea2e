"""Laws of writing: notation, positions, copies and pickles give back what went in."""

from __future__ import annotations

import copy
import json
import pickle
import random

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import State
from fourwinds.laws.law import law, require, same
from fourwinds.laws.play import play_on, random_play, some, viewers


@law(between=3)
def actions_are_read_as_they_are_written(state: State, rng: random.Random) -> None:
    rules = state.rules
    for seat in state.actors:
        actions = some(rng, state.actions(seat), 40)
        written = set()
        for action in actions:
            text = rules.text(state, seat, action)
            same(text, text.strip(), "notation begins or ends with a space")
            require("#" not in text and "\n" not in text, f"{text!r} cannot stand in a record")
            written.add(text.lower())
            wide = "  " + text.replace(" ", " \t ") + " "
            for variant in (text, text.upper(), text.lower(), wide):
                same(rules.parse(state, seat, variant), action, f"{variant!r} is read as another")
            same(rules.read(state, seat, text), [action], f"{text!r} is played as another move")
            same(state.refusal(seat, text), None, f"{text!r} is refused")
            described = rules.describe(state, seat, action)
            same(described["text"], text, "described with another text")
            require(isinstance(described["kind"], str), "described without a kind")
            json.dumps(described, allow_nan=False)
            json.dumps(rules.preview(state.view(seat), action), allow_nan=False)
        same(len(written), len(actions), "two actions are written alike")


@law(between=3)
def a_move_is_read_whole_or_refused(state: State, rng: random.Random) -> None:
    rules = state.rules
    for seat in state.actors:
        for action in some(rng, state.actions(seat), 20):
            text = rules.text(state, seat, action)
            try:
                move = rules.parse_move(state, seat, text)
            except IllegalAction:
                continue
            after = state.copy()
            for part in move:
                after.play(seat, part)
            left = seat in after.actors and after.retract(seat)
            require(not left, f"{text!r} is read as a whole move and leaves a draft")


@law(between=3)
def positions_come_back_from_text_and_play_on_alike(state: State, rng: random.Random) -> None:
    text = json.dumps(state.position(), allow_nan=False)
    again = state.rules.position(json.loads(text))
    same(json.dumps(again.position()), text, "the position does not come back the same")
    by_game = state.rules.game.from_position(json.loads(text), state.rules.components)
    same(by_game.digest(), state.digest(), "the game reads the position otherwise")
    same(again.actors, state.actors, "others are asked")
    for viewer in viewers(state):
        same(again.view(viewer), state.view(viewer), f"seat {viewer} sees something else")
    for seat in state.actors:
        same(again.decision(seat), state.decision(seat), f"seat {seat} is asked something else")
    number = rng.random()
    mine = play_on(state.copy(), random.Random(number))
    same(play_on(again, random.Random(number)), mine, "it plays on otherwise")


@law(between=0)
def copies_are_deep(state: State, rng: random.Random) -> None:
    copies: list[tuple[State, str]] = []
    for now, _, _ in random_play(state, rng, 40):
        copier = (type(now).copy, copy.copy, copy.deepcopy)[len(copies) % 3]
        copies.append((copier(now), now.digest()))
    for kept, digest in copies:
        same(kept.digest(), digest, "playing on changed a copy made before")
    before = state.digest()
    for kept, _ in copies:
        play_on(kept, rng, 3)
    same(state.digest(), before, "playing on with a copy changed the state")


@law(between=3)
def states_and_rules_can_be_pickled(state: State, rng: random.Random) -> None:
    again = pickle.loads(pickle.dumps(state))
    same(again.digest(), state.digest(), "a pickled state differs")
    same(again.rules.digest, state.rules.digest, "the rules of a pickled state differ")
    same(again.actors, state.actors, "others are asked in a pickled state")
    rules = pickle.loads(pickle.dumps(state.rules))
    same(rules.digest, state.rules.digest, "pickled rules differ")
