"""Writes docs/environments.md: python docs/environments.py (about two minutes).

What the page says of observations comes from the games themselves; tests/adapters/test_catalogue.py
sees to it that the page was written since they last changed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.rules import Rules

PAGE = Path(__file__).parent / "environments.md"
LONGEST = 20_000
MATCHES = 200
BOT_MATCHES = 20
ENVS = 256
STEPS = 200

TOP = """\
# Environments

The four games in the interfaces people train with. `python docs/environments.py` writes this page.

```python
import fourwinds

envs = fourwinds.vector("santa-timea", envs=1024, players=4)  # NumPy, stepped in compiled code
seen = envs.step(envs.sample())  # .observations .masks .seats .rewards .terminated .truncated

import fourwinds.pettingzoo  # fourwinds[pettingzoo]

match = fourwinds.pettingzoo.env("vor-dem-wind", players=3)

import fourwinds.gymnasium  # fourwinds[gymnasium]

seat = fourwinds.gymnasium.SeatEnv("regatta", players=2, bots="deckhand")

import fourwinds.openspiel  # fourwinds[openspiel]

game = pyspiel.load_game("fourwinds_winds_of_plunder", {"players": 4})
```

- An action is a number below the game's count of actions; the mask says which are legal.
- The reward is 0 until a match ends, then from 1 for the first to -1 for the last, evenly; seats
  that share places share rewards. They add up to 0.
- Secret votes are asked one after the other; nobody's observation shows what others have chosen.
- Random play of Vor dem Wind and Regatta can take long: `max_decisions` cuts a match short
  (truncated, reward 0). It is no rule of the games.
- OpenSpiel draws the deal at the root. `deals` makes a tree with so many equally likely deals, and
  `components="small"` a Santa Timea of five cards whose tree can be searched to its end.

## Versions

`santa_timea_v0` becomes `santa_timea_v1` when a trained agent could tell: when an observation
changes its length, its order or the meaning of a number, when an action changes its number, when
rewards change, or when a rule fix raises the game's `rules_version`. New options, speed and
drawings change nothing. Only the newest version is kept; asking for another is an error.
"""


def main() -> None:
    PAGE.write_text(TOP + "\n## Catalogue\n\n" + catalogue() + "\n" + observations())


def catalogue() -> str:
    """What can be said of each game by playing it; numbers of the machine it was written on."""
    names = [name for name in bots.OURS if name != "deckhand"]
    heads = ["game", "players", "actions", "observation", "mean length", "decisions/s"]
    heads += ["mean score, random", *(f"mean score, {name}" for name in names)]
    lines = [_row(heads), _row(["---"] * len(heads))]
    for game in fw.games():
        print(game, file=sys.stderr)
        rules = fw.game(game).rules()
        played = fw.simulate(game, games=MATCHES, seed=1, max_decisions=LONGEST)
        length = f"{played.decisions / played.games:,.0f}"
        if played.unfinished:
            length += f" ({played.unfinished} of {played.games} cut at {LONGEST:,})"
        seats = rules.game.seats
        cells = [game, f"{seats[0]}-{seats[-1]}", str(rules.action_count)]
        cells += [str(rules.observation_size), length, f"{speed(game):,.0f}"]
        cells += [mean(played.scores), *(mean(bot_scores(rules, name)) for name in names)]
        lines.append(_row(cells))
    usual = f"Observation, length, speed and scores with {usual_players()} players."
    what = (
        f" Length and random scores of {MATCHES} matches of random play, other scores of one such"
        f" bot among random players in {BOT_MATCHES}; decisions a second of `vector` on one core,"
        f" {ENVS} matches of random play, observations and masks included."
    )
    return "\n".join(lines) + f"\n\n{usual}{what}\n"


def speed(game: str) -> float:
    envs = fw.vector(game, envs=ENVS, seed=1, copy=False)
    start = time.process_time()
    for _ in range(STEPS):
        envs.step(envs.sample())
    return ENVS * STEPS / (time.process_time() - start)


def bot_scores(rules: Rules, name: str) -> list[tuple[int, ...]]:
    out = []
    for seed in range(BOT_MATCHES):
        bot = bots.make(name, seed)
        if isinstance(bot, bots.Begins):
            bot.begin(rules, 0)
        crew = [bot, *[None] * (rules.players - 1)]
        played = fw.simulate(rules.game.id, seed=seed, bots=crew, max_decisions=LONGEST)
        out += [scores[:1] for scores in played.scores]
    return out


def mean(scores: list[tuple[int, ...]]) -> str:
    numbers = [number for match in scores for number in match]
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "no match finished"


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
