"""A policy taught by the mate: from what a seat sees to what each action is worth.

Matches are played in step with each other. At each decision the mate's judgement is asked of every
legal action in the world as it really is, and the network learns to foretell it from the seat's own
observation. What a seat cannot know differs from match to match, so it learns the mean over what
may be there, which is what the mate estimates by imagining worlds. The network sees no more than
its seat at any time.

Matches are played partly by the network itself, so that it learns about positions that it brings
about, and partly at random, so that it learns what mistakes cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

import fourwinds
from fourwinds.bots.policy import FORMAT, Policy, made_for, row_of
from fourwinds.bots.search import FOREVER, OpenWorld, look_ahead
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

Floats = npt.NDArray[np.float32]
DECAYS = 0.9, 0.999
TINY = 1e-8


@dataclass(frozen=True)
class Recipe:
    """How a policy is made; it stands in the card."""

    decisions: int = 60_000
    matches: int = 64
    hidden: tuple[int, ...] = (96,)
    kept: int = 30_000
    """The newest decisions, from which batches are drawn."""
    batch: int = 256
    updates: int = 2
    """For each decision of all matches."""
    rate: float = 2e-3
    at_random: float = 0.1
    temperature: float = 0.1
    """How even the choice is: 0.1 of the spread of what actions are worth. A policy that always
    took the best would go round in circles in Regatta."""
    longest: int = 3000
    """Decisions after which a match is given up."""


class Network:
    """Layers with Adam, fitted to advantages of legal actions by least squares."""

    def __init__(self, sizes: list[int], rate: float, rng: np.random.Generator) -> None:
        self.rate = rate
        self.steps = 0
        self.numbers: list[Floats] = []
        for fan_in, fan_out in pairwise(sizes):
            spread = np.sqrt(2 / fan_in)
            self.numbers.append(rng.normal(0, spread, (fan_in, fan_out)).astype(np.float32))
            self.numbers.append(np.zeros(fan_out, np.float32))
        self.numbers[-2] *= np.float32(0.1)
        self.means = [np.zeros_like(each) for each in self.numbers]
        self.squares = [np.zeros_like(each) for each in self.numbers]

    def forward(self, signal: Floats) -> list[Floats]:
        """The signal before each layer, and after the last."""
        signals = [signal]
        for number in range(0, len(self.numbers), 2):
            if number:
                signals[-1] = signal = np.maximum(signal, 0)
            signal = signal @ self.numbers[number] + self.numbers[number + 1]
            signals.append(signal)
        return signals

    def learn(self, rows: Floats, wanted: Floats, legal: npt.NDArray[np.bool_]) -> None:
        signals = self.forward(rows)
        error = np.where(legal, signals[-1] - wanted, 0) / np.float32(len(rows))
        slopes: list[Floats] = []
        for number in range(len(self.numbers) - 2, -1, -2):
            before = signals[number // 2]
            slopes += [error.sum(axis=0), np.matmul(before.T, error, dtype=np.float32)]
            if number:
                error = (error @ self.numbers[number].T) * (before > 0)
        self._adam(slopes[::-1])

    def _adam(self, slopes: list[Floats]) -> None:
        self.steps += 1
        for number, slope in enumerate(slopes):
            mean, square = self.means[number], self.squares[number]
            mean += np.float32(1 - DECAYS[0]) * (slope - mean)
            square += np.float32(1 - DECAYS[1]) * (slope * slope - square)
            first = mean / np.float32(1 - DECAYS[0] ** self.steps)
            second = square / np.float32(1 - DECAYS[1] ** self.steps)
            self.numbers[number] -= np.float32(self.rate) * first / (np.sqrt(second) + TINY)


def train(
    rules: Rules,
    recipe: Recipe,
    seed: int,
    command: str,
    tell: Callable[[int], None] = lambda decisions: None,
) -> Policy:
    """A policy for these rules; the same seed gives the same one on the same machine."""
    rng = np.random.default_rng(seed)
    chance = stream_of_seed(seed, "distilling")
    value = value_of(rules)
    low = np.array([f.low for f in rules.fields for _ in range(f.size)], np.float32)
    high = np.array([f.high for f in rules.fields for _ in range(f.size)], np.float32)
    scale = np.float32(2) / np.maximum(high - low, 1)
    offset = np.float32(-1) - low * scale
    network = Network(
        [rules.observation_size, *recipe.hidden, rules.action_count], recipe.rate, rng
    )
    rows = np.zeros((recipe.kept, rules.observation_size), np.float32)
    worths = np.full((recipe.kept, rules.action_count), np.nan, np.float32)
    states = [rules.start(int(rng.integers(2**62))) for _ in range(recipe.matches)]
    lengths = [0] * recipe.matches
    seen = 0
    spread = 1.0
    while seen < recipe.decisions:
        network.rate = recipe.rate * max(0.05, 1 - seen / recipe.decisions)
        at = np.arange(seen, seen + recipe.matches) % recipe.kept
        choices = []
        for match, state in enumerate(states):
            lengths[match] += _to_a_choice(state)
            if state.over or lengths[match] > recipe.longest:
                states[match] = state = rules.start(int(rng.integers(2**62)))
                lengths[match] = _to_a_choice(state)
            seat = state.actors[0]
            actions = state.actions(seat)
            found = np.array(
                look_ahead(OpenWorld(state), value, seat, rules.action_count, 1, chance, FOREVER),
                np.float32,
            )
            rows[at[match]] = row_of(state, seat) * scale + offset
            worths[at[match]] = np.nan
            worths[at[match], actions] = found - found.mean()
            choices.append((seat, actions, found))
        liked = network.forward(rows[at])[-1]
        taught = 1 - seen / recipe.decisions  # how often the mate's choice is played
        for match, (seat, actions, found) in enumerate(choices):
            luck = rng.random()
            if luck < recipe.at_random:
                action = actions[int(rng.integers(len(actions)))]
            elif luck < recipe.at_random + (1 - recipe.at_random) * taught:
                action = actions[int(found.argmax())]
            else:
                action = max(actions, key=liked[match].__getitem__)
            states[match].play(seat, action)
            lengths[match] += 1
        seen += recipe.matches
        filled = min(seen, recipe.kept)
        spread += 0.01 * (float(np.nanstd(worths[at])) - spread) if seen > recipe.matches else 0
        if seen == recipe.matches:
            spread = float(np.nanstd(worths[at])) or 1.0
        for _ in range(recipe.updates):
            drawn = rng.integers(filled, size=recipe.batch)
            target = worths[drawn] / np.float32(spread)
            legal = ~np.isnan(target)
            network.learn(rows[drawn], np.where(legal, target, 0), legal)
        tell(seen)
    card = {
        "format": FORMAT,
        "fourwinds": fourwinds.__version__,
        **made_for(rules),
        "temperature": recipe.temperature,
        "command": command,
        "recipe": asdict(recipe),
        "seed": seed,
    }
    small = [each.astype(np.float16) for each in network.numbers]
    return Policy(card, scale, offset, list(zip(small[::2], small[1::2], strict=True)))


def _to_a_choice(state: State) -> int:
    """Play on while there is nothing to choose; how many decisions that took."""
    played = 0
    while not state.over:
        seat = state.actors[0]
        actions = state.actions(seat)
        if len(actions) > 1:
            break
        state.play(seat, actions[0])
        played += 1
    return played
