"""Self-play with JAX, the whole loop jitted: Santa Timea, then a card game of pgx, in one run.

    pip install 'fourwinds[learn]' jax pgx optax
    python examples/train_jax.py --minutes 3

The same masked PPO trains one policy in all seats of both games. A game of pgx is JAX itself and is
compiled into the loop. Four Winds has one implementation of the rules, which is native code: the
jitted loop calls it back on the host (`jax.experimental.io_callback`), a step of all matches at a
time. JAX hands the actions over as an array on its own memory and copies what comes back into a
buffer of its own; a GPU would wait for the host at every step. Results are decisions a second, and
how the learner fares against random play.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.experimental import io_callback

import fourwinds

STEPS = 64
EPOCHS = 4
PARTS = 8
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
RATE = 7e-4
WIDTH = 256
POINTS = 10.0
NEVER = -1e9


class Seen(NamedTuple):
    """What a batch of matches looks like to the player who is asked in each."""

    rows: Any
    masks: Any
    seats: Any


class Game(NamedTuple):
    """`step` goes from a state and actions to (state, seen, rewards of all seats, ended)."""

    name: str
    players: int
    size: int
    actions: int
    begin: Callable[[Any], tuple[Any, Seen]]
    step: Callable[[Any, Any, Any], tuple[Any, Seen, Any, Any]]


def four_winds(name: str, players: int, envs: int) -> Game:
    """Matches on the host; the state that goes round in the loop is only a count."""
    matches = fourwinds.vector(
        name, envs=envs, players=players, rewards="points", normalised=True, copy=False
    )
    size, count = matches.observation_size, matches.action_count
    like = (
        jax.ShapeDtypeStruct((envs, size), jnp.float32),
        jax.ShapeDtypeStruct((envs, count), jnp.bool_),
        jax.ShapeDtypeStruct((envs,), jnp.int32),
        jax.ShapeDtypeStruct((envs, players), jnp.float32),
        jax.ShapeDtypeStruct((envs,), jnp.bool_),
    )

    def shown(seen: Any) -> tuple[Any, ...]:
        return (
            seen.observations,
            seen.masks,
            seen.seats.astype(np.int32),
            (seen.rewards / POINTS).astype(np.float32),
            seen.terminated | seen.truncated,
        )

    def play(actions: Any) -> tuple[Any, ...]:
        return shown(matches.step(np.asarray(actions)))

    def begin(key: Any) -> tuple[Any, Seen]:
        return jnp.zeros((), jnp.int32), Seen(*map(jnp.asarray, shown(matches.reset())[:3]))

    def step(state: Any, actions: Any, key: Any) -> tuple[Any, Seen, Any, Any]:
        rows, masks, seats, rewards, ended = io_callback(play, like, actions, ordered=True)
        return state + 1, Seen(rows, masks, seats), rewards, ended

    return Game(name, players, size, count, begin, step)


def card_game_of_pgx(name: str, envs: int) -> Game:
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin_one, step_one = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
    size = int(np.prod(env.observation_shape))

    def shown(state: Any) -> Seen:
        rows = state.observation.reshape(envs, -1).astype(jnp.float32)
        return Seen(rows, state.legal_action_mask, state.current_player)

    def begin(key: Any) -> tuple[Any, Seen]:
        state = begin_one(jax.random.split(key, envs))
        return state, shown(state)

    def step(state: Any, actions: Any, key: Any) -> tuple[Any, Seen, Any, Any]:
        state = step_one(state, actions, jax.random.split(key, envs))
        return state, shown(state), state.rewards, state.terminated | state.truncated

    return Game(f"pgx {name}", env.num_players, size, env.num_actions, begin, step)


def new_net(key: Any, size: int, actions: int) -> Any:
    def layers(key: Any, *sizes: int) -> list[Any]:
        keys = jax.random.split(key, len(sizes) - 1)
        return [
            (
                jax.random.normal(k, (a, b)) * (2 / a) ** 0.5 * (0.1 if b == sizes[-1] else 1),
                jnp.zeros(b),
            )
            for k, a, b in zip(keys, sizes, sizes[1:], strict=False)
        ]

    first, second = jax.random.split(key)
    return layers(first, size, WIDTH, WIDTH, actions), layers(second, size, WIDTH, WIDTH, 1)


def forward(net: Any, rows: Any, masks: Any) -> tuple[Any, Any]:
    """Log-probabilities of all actions, and what the rows are worth."""

    def through(layers: Any) -> Any:
        signal = rows
        for number, (weights, bias) in enumerate(layers):
            signal = (jax.nn.relu(signal) if number else signal) @ weights + bias
        return signal

    return jax.nn.log_softmax(jnp.where(masks, through(net[0]), NEVER)), through(net[1])[..., 0]


def advantages(players: int, values: Any, seats: Any, rewards: Any, ended: Any) -> Any:
    """Of each decision, back from the next one of the same seat; and whether it can be told."""
    envs = values.shape[1]
    every = jnp.arange(envs)

    def back(carry: Any, step: Any) -> Any:
        gained, worth, later, known = carry
        value, seat, reward, over = step
        over = over[:, None]
        gained = jnp.where(over, 0, gained) + reward
        worth, later = jnp.where(over, 0, worth), jnp.where(over, 0, later)
        known = known | over
        found = gained[every, seat] + worth[every, seat] - value + LAMBDA * later[every, seat]
        told = known[every, seat]
        carry = (
            gained.at[every, seat].set(0),
            worth.at[every, seat].set(value),
            later.at[every, seat].set(found * told),
            known.at[every, seat].set(True),
        )
        return carry, (found, told)

    nothing = jnp.zeros((envs, players))
    start = (nothing, nothing, nothing, jnp.zeros((envs, players), bool))
    return jax.lax.scan(back, start, (values, seats, rewards, ended), reverse=True)[1]


def trainer(game: Game, optimiser: Any) -> Any:
    def act(carry: Any, key: Any) -> Any:
        net, state, seen = carry
        first, second = jax.random.split(key)
        logs, values = forward(net, seen.rows, seen.masks)
        actions = jax.random.categorical(first, logs)
        state, after, rewards, ended = game.step(state, actions, second)
        chosen = jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]
        kept = (seen.rows, seen.masks, seen.seats, actions, chosen, values, rewards, ended)
        return (net, state, after), kept

    def loss(net: Any, batch: Any) -> Any:
        rows, masks, actions, before, gains, returns, told = batch
        logs, values = forward(net, rows, masks)
        count = told.sum() + 1e-8
        mean = (gains * told).sum() / count
        spread = jnp.sqrt((((gains - mean) ** 2) * told).sum() / count) + 1e-8
        gains = (gains - mean) / spread
        ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - before)
        clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
        entropy = -(jnp.exp(logs) * jnp.where(masks, logs, 0)).sum(-1)
        each = -jnp.minimum(ratio * gains, clipped * gains) - ENTROPY * entropy
        return ((each + 0.5 * (values - returns) ** 2) * told).sum() / count

    def part(carry: Any, batch: Any) -> Any:
        net, moments = carry
        change, moments = optimiser.update(jax.grad(loss)(net, batch), moments)
        return (optax.apply_updates(net, change), moments), None

    @jax.jit
    def iterate(net: Any, moments: Any, state: Any, seen: Seen, key: Any) -> Any:
        """STEPS decisions in every match, then what can be learned from them."""
        key, *keys = jax.random.split(key, EPOCHS + 2)
        steps = jax.random.split(keys[0], STEPS)
        (_, state, seen), kept = jax.lax.scan(act, (net, state, seen), steps)
        rows, masks, seats, actions, chosen, values, rewards, ended = kept
        found, told = advantages(game.players, values, seats, rewards, ended)
        batch = (rows, masks, actions, chosen, found, found + values, told)
        flat = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), batch)
        for each in keys[1:]:
            order = jax.random.permutation(each, flat[0].shape[0])
            parts = jax.tree.map(lambda x, o=order: x[o].reshape(PARTS, -1, *x.shape[1:]), flat)
            (net, moments), _ = jax.lax.scan(part, (net, moments), parts)
        return net, moments, state, seen, key

    return iterate


def against_random(game: Game, net: Any, steps: int) -> tuple[float, int]:
    """What seat 0 gains a match, always playing what it likes best, while others play at random."""

    @jax.jit
    def play(state: Any, seen: Seen, key: Any) -> Any:
        first, second = jax.random.split(key)
        logs, _ = forward(net, seen.rows, seen.masks)
        chance = jax.random.categorical(first, jnp.where(seen.masks, 0.0, NEVER))
        actions = jnp.where(seen.seats == 0, logs.argmax(-1), chance)
        return game.step(state, actions, second)

    key = jax.random.PRNGKey(10**6)
    state, seen = game.begin(key)
    total, matches = 0.0, 0
    for _ in range(steps):
        key, this = jax.random.split(key)
        state, seen, rewards, ended = play(state, seen, this)
        total += float(rewards[:, 0].sum())
        matches += int(ended.sum())
    return total / max(matches, 1), matches


def train(game: Game, minutes: float, envs: int, seed: int) -> dict[str, Any]:
    key = jax.random.PRNGKey(seed)
    key, first, second = jax.random.split(key, 3)
    net = new_net(first, game.size, game.actions)
    before, _ = against_random(game, net, STEPS * 4)
    state, seen = game.begin(second)
    optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE, eps=1e-5))
    iterate, moments = trainer(game, optimiser), optimiser.init(net)
    net, moments, state, seen, key = jax.block_until_ready(
        iterate(net, moments, state, seen, key)
    )  # compiled here, which is not counted
    start, clock, decisions = time.process_time(), time.perf_counter(), 0
    while time.process_time() - start < 60 * minutes:
        net, moments, state, seen, key = jax.block_until_ready(
            iterate(net, moments, state, seen, key)
        )
        decisions += STEPS * envs
    spent, waited = time.process_time() - start, time.perf_counter() - clock
    # From positions in the midst of matches the first gains are no whole ones: a small part.
    after, matches = against_random(game, net, STEPS * 8)
    result = {
        "game": game.name,
        "players": game.players,
        "decisions": decisions,
        "seconds": round(waited),
        "decisions_a_second": round(decisions / waited),
        "processor_seconds": round(spent),
        "decisions_a_processor_second": round(decisions / spent),
        "gain_before": round(before, 3),
        "gain_after": round(after, 3),
        "matches": matches,
    }
    print(json.dumps(result), flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="santa-timea")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--pgx", default="leduc_holdem", help="'' for none (leduc_holdem)")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--minutes", type=float, default=3, help="of processor time, for each game")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    games = [partial(four_winds, chosen.game, chosen.players, chosen.envs)]
    if chosen.pgx:
        games.append(partial(card_game_of_pgx, chosen.pgx, chosen.envs))
    for make in games:
        train(make(), chosen.minutes, chosen.envs, chosen.seed)


if __name__ == "__main__":
    main()
