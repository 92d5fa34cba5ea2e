"""Laws of chance: what the same seed gives, whatever players do."""

from __future__ import annotations

import random

from fourwinds.core.chance import SHUFFLES, Shuffle, stream_of_seed
from fourwinds.core.rollout import play_randomly
from fourwinds.core.state import State
from fourwinds.laws.law import law, require, same
from fourwinds.laws.play import play_on

LONGEST = 600


@law(between=0)
def the_same_seed_and_actions_give_the_same_match(state: State, rng: random.Random) -> None:
    seed, choices = rng.getrandbits(32), rng.random()
    one, again = (play_on(state.rules.start(seed), random.Random(choices)) for _ in range(2))
    same(again, one, "the same seed and actions give another match")
    require(one[0] != state.rules.start(seed + 1).digest(), "another seed gives the same deal")


@law(between=0)
def the_same_key_gives_the_same_cards_whatever_is_played(state: State, rng: random.Random) -> None:
    """The n-th shuffle of a pile, of the same cards, gives the same order in every match."""
    one, other = (shuffles(state, random.Random(rng.random())) for _ in range(2))
    for name, shuffle in one.items():
        again = other.get(name)
        if again is not None and sorted(again.before) == sorted(shuffle.before):
            same(again.after, shuffle.after, f"shuffle {name} depends on what was played")


def shuffles(state: State, rng: random.Random) -> dict[tuple[int, int], Shuffle]:
    """Every shuffle of a random match with the key of this state, by its pile and number."""
    kept, SHUFFLES.kept = SHUFFLES.kept, []
    try:
        start = state.rules.start_with(state.key)
        play_randomly(start, stream_of_seed(rng.getrandbits(64), "laws"), LONGEST)
        made = [shuffle for shuffle in SHUFFLES.kept if shuffle.key == state.key.hex()]
    finally:
        SHUFFLES.kept = kept
    out: dict[tuple[int, int], Shuffle] = {}
    for shuffle in made:
        require(shuffle.nonce >> 32, "a shuffle is not named by its pile")
        name = (shuffle.nonce >> 32, shuffle.nonce & 0xFFFFFFFF)
        require(name not in out, f"two shuffles are named {name}")
        out[name] = shuffle
    for pile in {pile for pile, _ in out}:
        times = sorted(each for name, each in out if name == pile)
        same(times, list(range(times[0], times[0] + len(times))), f"pile {pile} skipped a shuffle")
    return out
