"""Observations: as long and within the bounds the table of fields says, and never more than the
view."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i16

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rollout import play_randomly

EVERYWHERE = [(game, players) for game in fw.games() for players in fw.game(game).seats]
PLAYED = 12


@pytest.mark.parametrize("game", fw.games())
def test_a_new_version_of_the_rules_is_a_new_environment(game: str) -> None:
    found = fw.game(game)
    assert found.observer.version >= found.rules_version - 1


def observation(state: fw.State, seat: int) -> list[int]:
    rules = state.rules
    out = vec[i16]([-7, *[0] * rules.observation_size, -7])
    end = rules.game.observer.observe(state, seat, out, 1)
    assert end == rules.observation_size + 1
    assert (out[0], out[end]) == (-7, -7), "it writes only where it should"
    return [int(n) for n in out][1:-1]


def somewhere(rules: fw.Rules, seed: int) -> fw.State:
    """A state some way into a random match; with small seeds near its beginning."""
    state = rules.start(seed)
    play_randomly(state, stream_of_seed(seed, "test"), random.Random(seed).randrange(20 * seed + 1))
    return state


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_every_number_lies_within_the_bounds_of_its_field(game: str, players: int) -> None:
    rules = fw.game(game).rules(players)
    moved = set()
    for seed in range(PLAYED):
        state = somewhere(rules, seed)
        for seat in range(players):
            row = observation(state, seat)
            at = 0
            for field in rules.fields:
                for number in row[at : at + field.size]:
                    assert field.low <= number <= field.high, (field.name, number)
                    if number:
                        moved.add(field.name)
                at += field.size
            assert at == rules.observation_size
    assert len(moved) > len(rules.fields) // 2, "an observation says something"


@pytest.mark.parametrize(("game", "players"), EVERYWHERE)
def test_what_is_hidden_changes_no_observation(game: str, players: int) -> None:
    rules = fw.game(game).rules(players)
    different = 0
    for seed in range(PLAYED):
        state = somewhere(rules, seed)
        for seat in range(players):
            view = state.view(seat)
            row = observation(state, seat)
            for world in (rules.imagine(view, number) for number in range(3)):
                different += world.position() != state.position()
                assert observation(world, seat) == row
    assert different, "the imagined worlds differ in what is hidden"


@pytest.mark.parametrize("game", fw.games())
def test_names_of_fields_are_unique_and_explained(game: str) -> None:
    fields = fw.game(game).rules().fields
    assert len({field.name for field in fields}) == len(fields)
    assert all(field.meaning and field.size > 0 and field.low < field.high for field in fields)
