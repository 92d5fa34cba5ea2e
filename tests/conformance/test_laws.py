"""The laws every game obeys (fourwinds.laws), tried on random matches of every setting."""

from __future__ import annotations

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import UnknownAction
from fourwinds.core.registry import games
from fourwinds.laws import LAWS, Law, Setting, acting, past, random_play_ends, settings
from fourwinds.laws.play import moments
from tests.sample import sample

# Random play is followed so far; a game may say that its own can be longer. Interpreted rules are
# slow, so there we look less far.
LONGEST = sample(4000, 200)

every_game = pytest.mark.parametrize("game_id", games(hidden=True))
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
every_setting = pytest.mark.parametrize(
    "setting", [setting for game in games(hidden=True) for setting in settings(game)], ids=str
)


def matches(game_id: str) -> st.SearchStrategy[tuple[Setting, int]]:
    """A setting of the game and a seed."""
    return st.tuples(st.sampled_from(settings(game_id)), st.integers(0, 2**32))


@every_game
@every_law
@given(data=st.data())
def test_the_law_is_kept(game_id: str, law: Law, data: st.DataObject) -> None:
    setting, seed = data.draw(matches(game_id))
    rng = random.Random(seed)
    for state in moments(setting, seed, law.between, LONGEST):
        law.check(state, rng)


@every_setting
def test_random_play_ends_and_every_seat_that_is_asked_can_act(setting: Setting) -> None:
    seed = zlib.crc32(str(setting).encode())
    for state in moments(setting, seed, 3, LONGEST):
        acting.every_seat_that_is_asked_can_act.check(state, random.Random(seed))
    start = setting.rules().start(seed=seed)
    random_play_ends(start, stream_of_seed(seed, "laws"), LONGEST)
    assert start.over or fw.game(setting.game).most_decisions > LONGEST


@every_game
def test_a_number_that_cannot_be_read_is_no_action(game_id: str) -> None:
    class Broken:
        def __index__(self) -> int:
            raise TypeError("only whole numbers")

    state = fw.game(game_id).start(seed=1)
    seat = state.actors[0]
    with pytest.raises(UnknownAction):
        state.play(seat, Broken())
    refusal = state.refusal(Broken(), 0)
    assert refusal is not None
    assert refusal.code == "no-such-seat"


@every_game
@given(data=st.data(), text=st.text(max_size=12))
def test_any_text_is_an_action_or_refused(game_id: str, data: st.DataObject, text: str) -> None:
    setting, seed = data.draw(matches(game_id))
    (state,) = moments(setting, seed, 0, LONGEST)
    seat = next(iter(state.actors), 0)
    refusal = state.refusal(seat, text)
    if refusal is None:
        state.play(seat, text)
    else:
        before = state.digest()
        with pytest.raises(fw.IllegalAction):
            state.play(seat, text)
        assert state.digest() == before


@every_game
def test_most_plays_can_be_taken_back_in_imagined_worlds(game_id: str) -> None:
    """Otherwise the law of past actions would hold because it judges nothing."""
    judged = []
    for seed, setting in enumerate(settings(game_id)[:4]):
        for state in moments(setting, seed, 3, 300):
            for play in past.plays(state, random.Random(seed), 4):
                actors = {seat for seat, _ in play.actions}
                judged += [past.judge(play, viewer, seed) for viewer in {None} - actors]
    assert judged.count(True) > 0.6 * len(judged) > 5
