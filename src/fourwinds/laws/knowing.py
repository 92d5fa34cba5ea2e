"""Laws of knowing: what a seat sees, what it is told, and the worlds it thinks possible."""

from __future__ import annotations

import copy
import importlib
import json
import pkgutil
import random
from functools import cache

from fourwinds.core.facts import ALL, OWNER, Fact, FactKind
from fourwinds.core.rules import Game
from fourwinds.core.state import State
from fourwinds.laws.law import law, require, same
from fourwinds.laws.play import play_on, random_play, viewers


@law(between=3)
def views_carry_what_every_board_needs(state: State, rng: random.Random) -> None:
    for viewer in viewers(state):
        view = state.view(viewer)
        text = json.dumps(view, allow_nan=False)
        same(json.dumps(json.loads(text)), text, "a view is not ready for JSON")
        expected = {
            "game": state.rules.game.id,
            "seat": viewer,
            "players": state.players,
            "actors": list(state.actors),
            "over": state.over,
            "winners": state.winners,
            "scores": state.scores,
            "ranking": state.ranking,
        }
        same({name: view.get(name) for name in expected}, expected, f"the view of seat {viewer}")
        # Others may see less of a choice that is not made yet than who makes it.
        steps = [step.name for step in state.rules.game.steps]
        require(view.get("step") in steps, f"seat {viewer} sees no step of the game")
        if viewer in state.actors:
            same(view["step"], state.step.name, f"seat {viewer} is asked by another step")


@law(between=3)
def an_imagined_world_cannot_be_told_from_the_real_one(state: State, rng: random.Random) -> None:
    rules = state.rules
    for viewer in viewers(state):
        seen = json.dumps(state.view(viewer), allow_nan=False)
        world = rules.imagine(json.loads(seen), rng.getrandbits(32))
        # As text: neither the order of entries nor their size may tell the worlds apart.
        same(json.dumps(world.view(viewer)), seen, f"an imagined world looks otherwise to {viewer}")
        same(world.actors, state.actors, "others are asked in an imagined world")
        if viewer is not None:
            same(world.actions(viewer), state.actions(viewer), "it offers other actions")
            same(world.decision(viewer), state.decision(viewer), "it asks another decision")
            tries = [(action, error and error.code) for action, error in world.candidates(viewer)]
            mine = [(action, error and error.code) for action, error in state.candidates(viewer)]
            same(tries, mine, "it refuses other candidates")
        require(world.key.hex() != state.key.hex(), "an imagined world has the real key")
        require(state.key.hex() not in seen, "a view holds the key")
        require(state.digest() not in seen, "a view holds the digest")
        # An imagined world is a whole one: its position is accepted and it plays on.
        again = rules.position(world.position())
        same(again.digest(), world.digest(), "the position of an imagined world is not its own")
        play_on(world, rng, 5)


@law(between=1)
def beliefs_repeat_themselves_and_leave_the_view_alone(state: State, rng: random.Random) -> None:
    view = state.view(rng.choice(viewers(state)))
    before = copy.deepcopy(view)
    number = rng.getrandbits(32)
    belief = state.rules.belief(view)
    first = belief.sample(random.Random(number)).digest()
    belief.sample(random.Random(number + 1))
    same(belief.sample(random.Random(number)).digest(), first, "a belief forgets its seed")
    one, again, other = (state.rules.imagine(view, n) for n in (1, 1, 2))
    same(again.digest(), one.digest(), "the same seed imagines another world")
    require(one.key.hex() != other.key.hex(), "two imagined worlds share their future")
    same(view, before, "imagining changed the view")


@cache
def fact_kinds(game: Game) -> frozenset[FactKind]:
    """Every kind of fact the game's modules declare."""
    package = importlib.import_module(type(game.begin).__module__.rpartition(".")[0])
    out = set()
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        out |= {value for value in vars(module).values() if isinstance(value, FactKind)}
    return frozenset(out)


@law(between=0)
def facts_are_of_declared_kinds_and_respect_their_audience(
    state: State, rng: random.Random
) -> None:
    told: list[Fact] = []
    state.rules.start(rng.getrandbits(32), told)
    require(told, "the start of a match tells nothing")
    for now, seat, action in random_play(state, rng, 200):
        now.copy().play(seat, action, told)
    kinds = fact_kinds(state.rules.game)
    for fact in told:
        require(fact.kind in kinds, f"{fact.kind.name} is not declared")
        same(fact.json()["kind"], fact.kind.name, "a fact is written as another kind")
        json.dumps(fact.json(), allow_nan=False)
        require(fact.seat is None or 0 <= fact.seat < state.players, f"{fact} is of no seat")
        heard = [viewer for viewer in viewers(state) if fact.heard_by(viewer)]
        if fact.kind.audience == OWNER:
            same(heard, [fact.seat], f"{fact.kind.name} is heard by others")
        else:
            same(fact.kind.audience, ALL, f"the audience of {fact.kind.name}")
            same(heard, viewers(state), f"{fact.kind.name} is not heard by all")


@law(between=3)
def an_action_tells_the_same_in_every_possible_world_until_something_is_revealed(
    state: State, rng: random.Random
) -> None:
    for seat in state.actors:
        world = state.rules.imagine(state.view(seat), rng.getrandbits(32))
        action = rng.choice(state.actions(seat))
        heard = []
        for trial in (state.copy(), world):
            facts: list[Fact] = []
            trial.play(seat, action, facts)
            mine = [fact for fact in facts if fact.heard_by(seat)]
            end = next((i for i, fact in enumerate(mine) if fact.reveals), len(mine))
            heard.append([fact.json() for fact in mine[:end]])
        same(heard[1], heard[0], f"seat {seat} hears something else in an imagined world")


@law(between=0)
def recording_changes_nothing(state: State, rng: random.Random) -> None:
    loud = state.copy()
    loud.record_to([], {})
    for now, seat, action in random_play(state, rng, 200):
        same(loud.digest(), now.digest(), "recording changed the match")
        loud.play(seat, action)
    same(loud.digest(), state.digest(), "recording changed the match")
    cited: dict[str, int] = {}
    state.rules.start_with(state.key, [], cited)
    require(cited, "the start of a match cites no rule")
