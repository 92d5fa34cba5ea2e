"""Writes docs/environments.md: python docs/environments.py (some minutes).

What the page says of observations comes from the games themselves; tests/adapters/test_catalogue.py
sees to it that the page was written since they last changed.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena.standing import Mean
from fourwinds.core.rules import Rules

PAGE = Path(__file__).parent / "environments.md"
LONGEST = 20_000
MATCHES = 200
BOT_MATCHES = {"deckhand": MATCHES, "mate": 60, "captain:100it": 24}
ENVS = 1024
STEPS = 50
REPEATS = 3

TOP = """\
# Environments

This page is for people who train players: the four games in the interfaces they train with.
`python docs/environments.py` writes it.

```python
import fourwinds

envs = fourwinds.vector("santa-timea", envs=1024, players=4)  # NumPy, stepped in compiled code
seen = envs.step(envs.sample())  # .observations .masks .seats .rewards .terminated .truncated

import fourwinds.pettingzoo  # fourwinds[pettingzoo]

match = fourwinds.pettingzoo.env("vor-dem-wind", players=3)

import fourwinds.gymnasium  # fourwinds[gymnasium]

seat = fourwinds.gymnasium.SeatEnv("regatta", players=2, bots="deckhand")

import fourwinds.openspiel  # fourwinds[openspiel]
import pyspiel

game = pyspiel.load_game("fourwinds_winds_of_plunder", {"players": 4})
```

- An action is a number below the game's count of actions; the mask says which are legal.
- The reward is 0 until a match ends, then from 1 for the first to -1 for the last, evenly; seats
  that share places share rewards. They add up to 0.
- Secret votes are asked one after the other; nobody's observation shows what others have chosen.
- Random play of Vor dem Wind and Regatta can take long: `max_decisions` cuts a match short
  (truncated, reward 0). It is no rule of the games.
- `gymnasium.make("fourwinds/Regatta-v2", players=2)` makes the same `SeatEnv` once
  `fourwinds.gymnasium` is imported; [versions](#versions) are explained below. `bots` is a name,
  `file.py:make`, an object with `choose` or a function (view, actions) -> action, or one of these
  for each other seat. The same goes for `fourwinds.simulate` (one for each seat) and, by seat, for
  PettingZoo: with `env("regatta", 3, bots={1: "mate"})` seats 0 and 2 are agents.
- With `normalised=True` rows of `SeatEnv`, `vector`, PettingZoo and OpenSpiel's tensors are float32
  from -1 to 1.
  `rules.observation_fields` says where in a row each field stands, `rules.action_names` what each
  action is called.
- States, `SeatEnv` and `vector` can be copied and pickled in the midst of a match.
- OpenSpiel's C++ MCTS and ISMCTS crash on games written in Python, also on its own
  `python_kuhn_poker`. They refuse ours with an error; use its Python versions. `memory` gives the
  information state tensor perfect recall. [OpenSpiel](openspiel.md) says which algorithms ran.
- `vector` begins a new match where one ends. Its arrays stay as they are; with `copy=False` they
  are read-only, which saves copying them.
- OpenSpiel draws the deal at the root; `deals` makes a tree with that number of equal deals.
- Small games have trees that can be searched to their ends: `{"players": 2, "options": "rounds:1",
  "components": "small"}` is a Santa Timea of five cards. `{"components": "small", "start":
  "small"}` begins the others near their end, with few kinds of cards; what nobody has seen is dealt
  anew. In Winds of Plunder two players have their last turns to take; Vor dem Wind and Regatta have
  no last turn, so `max_decisions` must cut their trees.
- The [notebooks](../notebooks) look at a game, write a bot, train one and analyse a match
  (`pip install 'fourwinds[notebooks]'`); they hold what came out and how long it took.

## Many matches at once

`vector` and Gymnasium's `VectorEnv` step many matches in compiled code, with the same settings:

```python
import fourwinds.gymnasium
import gymnasium

envs = gymnasium.make_vec(
    "fourwinds/SantaTimea-v2",
    num_envs=64,
    vectorization_mode="vector_entry_point",
    players=4,
    bots="deckhand",  # or one for each other seat; without bots one learner plays all seats
    rewards="points",  # place, win, difference or points
    normalised=True,  # float32 from -1 to 1
)
rows, infos = envs.reset(seed=1)  # seeds 1, 2, 3, ...; a list has one for each match
for _ in range(100):
    actions = envs.unwrapped.sample()  # random legal ones; yours come from infos["action_mask"]
    rows, rewards, terminated, truncated, infos = envs.step(actions)
saved = envs.unwrapped.save()  # can be pickled
envs.unwrapped.restore(saved)
```

- Rewards: `place` as above; `win` the share of the win; `difference` points less the mean of the
  others', both when a match ends; `points` what each step changes of that difference, which in
  Santa Timea is at the end of each round. A step's reward is that of the seat that acted;
  `infos["rewards"]` has all seats.
- `autoreset_mode` is Gymnasium's: `NEXT_STEP` (default), `SAME_STEP` with `final_obs` and
  `final_info` (there `observations` of all seats), or `DISABLED` with `reset(options={"reset_mask":
  ...})`. What a truncated match looked like last is there in all three. `vector` has `autoreset`
  and `finals`.
- `infos` has `action_mask`, `seat`, running `scores` and `length` of each match. `vector` counts
  scores at each step only with `running_scores=True`.
- Deckhands in other seats are played inside compiled code; any other bot is asked in Python, which
  takes as long as it takes.

More cores play more matches when each has a process with a `vector` of its own, sown apart; threads
share Python's lock, which compiled rules hold as well, and gain nothing. Decisions a second of
wall time, 1024 matches of random play for each process or thread, with the cores that they really
had (`python -m bench.vector_cores --workers 1,2 --steps 2000`):

| game | one | two processes | two threads |
| --- | --- | --- | --- |
| regatta | 340,587 (0.47 cores) | 1,444,245 (1.86) | 824,439 (1.00) |
| santa-timea | 3,990,037 (1.00) | 6,938,650 (1.79) | 3,694,886 (1.00) |
| vor-dem-wind | 1,455,991 (1.00) | 2,411,965 (1.74) | 1,342,421 (0.97) |
| winds-of-plunder | 1,220,986 (0.96) | 2,318,050 (1.85) | 1,234,742 (1.00) |

Nothing else was to run on the machine's two cores; during the first measurement of Regatta
something did.

## Versions

`santa_timea_v2` becomes `santa_timea_v3` when a trained agent could tell: when an observation
changes its length, its order or the meaning of a number, when an action changes its number, when
rewards change, or when a rule fix raises the game's `rules_version`. New options, speed and
drawings change nothing. Only the newest version is kept; asking for another is an error.
"""


LEARNED = """\
## Learning and searching

`python examples/train_ppo.py` trains a masked PPO (sb3-contrib) for a seat of Santa Timea with four
players, among three deckhands. One run, 408,512 decisions in 2.6 minutes of processor time on one
core of a busy machine, then won 95.9 % [94.4 %, 97.4 %] of 600 matches it had not seen among three
deckhands, and 5.2 % [1.4 %, 9.0 %] of 128
among three mates; an even share is 25 %. It has learned to beat players who play at random, and
no more: with players who look ahead it has never trained.

![The share of wins rises from 25 % to 96 %](learning_curve.svg)

`python examples/train_torch.py` trains one policy in all four seats by self-play (PPO in PyTorch,
one file, rewarded with points). One run on one core of a very busy machine, 128 matches at once,
about 5,700 decisions a second of processor time, a sixth of it playing:

| decisions | processor time | wins among three deckhands | wins among three mates |
| --- | --- | --- | --- |
| 0 | 0 s | 30.8 % [18.9 %, 42.7 %] | 0.0 % [0.0 %, 6.0 %] |
| 409,600 | 72 s | 84.2 % [75.1 %, 93.2 %] | 0.8 % [0.0 %, 2.5 %] |
| 819,200 | 146 s | 95.8 % [90.9 %, 100.0 %] | 5.0 % [0.0 %, 10.2 %] |
| 1,228,800 | 217 s | 99.2 % [97.5 %, 100.0 %] | 0.8 % [0.0 %, 2.5 %] |
| 1,638,400 | 290 s | 93.3 % [86.8 %, 99.8 %] | 1.7 % [0.0 %, 5.0 %] |

60 matches a point, an even share is 25 %. It learns to beat players who play at random and has not
learned to beat mates: four copies of it among themselves are no school for that in five minutes.

`python examples/train_jax.py` trains the same way in JAX, the whole loop jitted, and after it a
card game of pgx (Leduc hold'em) in the same run. Alone on two cores, 128 matches at once, with
`--minutes 0.7` (jax 0.10.2, pgx 2.6.0):

| game | players | row, actions | decisions | decisions/s | a processor second | gain |
| --- | --- | --- | --- | --- | --- | --- |
| Santa Timea, called back by the loop | 4 | 281, 65 | 876,544 | 32,796 | 20,827 | -0.02 -> 0.71 |
| Leduc hold'em of pgx, compiled into it | 2 | 34, 3 | 1,785,856 | 38,563 | 42,501 | 0.12 -> 0.84 |

Of the 27 seconds of Santa Timea playing is less than one, by the catalogue above; the rest is
learning, from rows eight times as long. The gain is that of seat 0 among random players, before
and after, in tens of points and in chips: it says only that both learn. On a GPU nothing was
measured: what follows about it is reasoning. There is one implementation of the rules and it stays
one: a second, in array code, would be another game after the first ruling that somebody forgets in
one of them, and rules of compound moves, secret votes and geometry are slow as masked arrays. So
the jitted loop calls the compiled matches back on the host, a step of all of them at a time. On a
CPU that costs a copy of each step's arrays. On a GPU it costs a round trip a step: batches should
be large (`envs` of 1,000 and more), and the limit is what the host plays, 0.7 to 4 million
decisions a second and core (see the catalogue), which no network of a useful size keeps up with.
`torch.from_numpy` reads the arrays of `vector(copy=False)` where they lie. `make examples` tries
both in an environment of their own; no test needs PyTorch or JAX.

OpenSpiel's ISMCTS (its Python version, playing our game through its interface) and the captain at
equal iterations, one round of Santa Timea for two on paired deals:

```
fourwinds arena santa-timea -o rounds=1 --bots openspiel:1000it,captain:1000it --games 16
```

In 16 rounds on 8 deals OpenSpiel's search won 40.6 % [21.5 %, 59.8 %], shared ones counting half:
too few to tell them apart. (Three of its decisions took longer than the limit of a minute on a busy
machine and were made by the mate, who stands in.)
"""


def main() -> None:
    parts = [TOP, "## Catalogue\n", catalogue(), scores(), LEARNED, observations()]
    PAGE.write_text("\n".join(parts))


def catalogue() -> str:
    """What can be said of each game by playing it at random; speed of the machine it ran on."""
    heads = ["game", "players", "actions", "observation", "mean length", "decisions/s"]
    lines = [_row(heads), _row(["---"] * len(heads))]
    for game in fw.games():
        print(game, file=sys.stderr)
        rules = fw.game(game).rules()
        played = at_random(game)
        length = f"{played.decisions / played.games:,.0f}"
        if played.unfinished:
            length += f" ({played.unfinished} of {played.games} cut at {LONGEST:,})"
        seats = rules.game.seats
        cells = [game, f"{seats[0]}-{seats[-1]}", str(rules.action_count)]
        cells += [str(rules.observation_size), length, f"{speed(game):,.0f}"]
        lines.append(_row(cells))
    lines.append(
        f"\nObservation, length and speed with {usual_players()} players; length of {MATCHES}"
        f" matches of random play; decisions a second of processor time of `vector`, {ENVS}"
        " matches of random play on one core, observations and masks included.\n"
    )
    return "\n".join(lines)


def scores() -> str:
    """What a random player and each bot score among three random players."""
    lines = [_row(["game", *BOT_MATCHES]), _row(["---"] * (1 + len(BOT_MATCHES)))]
    for game in fw.games():
        rules = fw.game(game).rules()
        lines.append(_row([game, *(bot_scores(rules, *bot) for bot in BOT_MATCHES.items())]))
    counts = ", ".join(f"{count} of {name}" for name, count in BOT_MATCHES.items())
    return "\n".join(
        [
            "### What bots score\n",
            *lines,
            f"\nOne such bot among {usual_players() - 1} deckhands, who play at random: its mean"
            " points and its share of wins (a shared win counts as a part), with 95 % intervals;"
            f" {counts} matches, in every seat equally often. An even share is"
            f" {1 / usual_players():.0%}. Matches cut at {LONGEST:,} decisions count for nobody.\n",
        ]
    )


def speed(game: str) -> float:
    envs = fw.vector(game, envs=ENVS, seed=1)
    best = 0.0
    for _ in range(REPEATS):
        start = time.process_time()
        for _ in range(STEPS):
            envs.step(envs.sample())
        best = max(best, ENVS * STEPS / (time.process_time() - start))
    return best


@cache
def at_random(game: str) -> fw.Simulation:
    return fw.simulate(game, games=MATCHES, seed=1, max_decisions=LONGEST)


def bot_scores(rules: Rules, name: str, matches: int) -> str:
    points, wins = Mean(), Mean()
    for number in range(matches):
        seat = number % rules.players
        if name == "deckhand":  # all four are, which needs no bots
            random = at_random(rules.game.id)
            if number < len(random.scores):
                points.add(random.scores[number][seat])
                winners = random.winners[number]
                wins.add(1 / len(winners) if seat in winners else 0)
            continue
        crew: list[bots.Bot | None] = [None] * rules.players
        crew[seat] = bot = bots.make(name, number)
        if isinstance(bot, bots.Begins):
            bot.begin(rules, seat)
        played = fw.simulate(rules.game.id, seed=number, bots=crew, max_decisions=LONGEST)
        for scored, winners in zip(played.scores, played.winners, strict=True):
            points.add(scored[seat])
            wins.add(1 / len(winners) if seat in winners else 0)
    print(rules.game.id, name, points.value, file=sys.stderr)
    mean, share = points.interval(), wins.share()
    if mean is None or share is None or mean.low is None or share.low is None:
        return "no match finished"
    assert share.high is not None
    half = mean.mean - mean.low
    return (
        f"{mean.mean:.1f} ± {half:.1f}; wins {share.mean:.0%} [{share.low:.0%}, {share.high:.0%}]"
    )


def usual_players() -> int:
    return fw.game(fw.games()[0]).usual_players


def observations() -> str:
    """The tables of fields, game by game."""
    out = ["## Observations\n", "Seats are counted from the observer on, clockwise."]
    out.append("A field of one number for each seat has the observer's first.\n")
    for game in fw.games():
        rules = fw.game(game).rules()
        size = rules.observation_size
        out.append(f"### {rules.game.title}, {rules.players} players: {size} numbers\n")
        out += [_row(["from", "field", "numbers", "values", "meaning"]), _row(["---"] * 5)]
        at = 0
        for field in rules.fields:
            values = f"{field.low} to {field.high}"
            out.append(_row([str(at), field.name, str(field.size), values, field.meaning]))
            at += field.size
        out.append("")
    return "\n".join(out)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
