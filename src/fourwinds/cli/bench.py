"""fourwinds bench: how fast this installation is, beside others in the same run.

OpenSpiel is the measure of rules and search, PettingZoo and RLCard of environments.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.bots.search import FOREVER, Search
from fourwinds.bots.worth import value_of
from fourwinds.cli.bench_peers import (
    best,
    hearts_search_rate,
    open_spiel,
    pettingzoo_rates,
    rlcard_rates,
    spades_loop_rate,
    spades_rollouts,
    timed,
    whole_spades,
)
from fourwinds.core.chance import stream_of_seed

REPEATS = 5
ROUNDS = 10
WIDTH = 140
WARM_UP = 100
IMPORTS = "import time; t = time.perf_counter(); import fourwinds; print(time.perf_counter() - t)"


@dataclass
class Measure:
    """One number; `wanted` is its bar, as a ratio to a peer or as a value of its own."""

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    wanted: str = ""
    reached: bool | None = None


def in_turns(works: dict[str, Callable[[], int]], rounds: int) -> dict[str, list[float]]:
    """How much each does in a second of processor time, round by round.

    Every round runs each of them once, so that what else the machine does slows all alike.
    """
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            done = work()
            rates[name].append(done / (time.process_time() - start))
    return rates


# Ours.


def simulating(game: str, games: int, cap: int | None = None) -> Callable[[], int]:
    """Random play with four players, deals included; returns the decisions made."""

    def run() -> int:
        return fw.simulate(game, players=4, games=games, seed=1, max_decisions=cap).decisions

    run()  # the first run also loads the game
    return run


def looping(game: str, games: int, short: bool) -> Callable[[], int]:
    """Matches through the public door, actors, actions, play; returns the decisions made.

    They are started by rules bound once, or each by the short form.
    """
    rules = fw.game(game).rules(players=4)

    def run() -> int:
        made = 0
        rng = random.Random(1).random
        for seed in range(games):
            state = fw.game(game).start(players=4, seed=seed) if short else rules.start(seed)
            while actors := state.actors:
                seat = actors[0]
                actions = state.actions(seat)
                state.play(seat, actions[int(rng() * len(actions))])
                made += 1
        return made

    return run


def _middle_of_a_round(game: str) -> fw.State:
    state = fw.game(game).start(players=4, seed=7)
    for _ in range(20):
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])
    return state


def copy_rate(game: str, copies: int, repeats: int) -> float:
    state = _middle_of_a_round(game)

    def run() -> int:
        copy = state.copy
        for _ in range(copies):
            copy()
        return copies

    return best(lambda: timed(run), repeats)


def sample_rate(game: str, samples: int, repeats: int) -> float:
    state = _middle_of_a_round(game)
    belief = state.rules.belief(state.view(state.actors[0]))
    chance = stream_of_seed(1, "bench")

    def run() -> int:
        for _ in range(samples):
            belief.sample(chance)
        return samples

    return best(lambda: timed(run), repeats)


def search_rate(game: str, iterations: int, repeats: int, by_thumb: bool) -> float:
    """Iterations a second of processor time, of a search by who plays first in a match.

    In Santa Timea that is from the first card of a round to its end. Without rules of thumb it is
    what OpenSpiel's is: random roll-outs, all actions alike at first; with them it is the captain.
    """
    state = fw.game(game).start(players=4, seed=3)
    seat = state.actors[0]
    rules = state.rules
    belief = rules.belief(state.view(seat))

    def run() -> tuple[int, float]:
        chance = stream_of_seed(1, "bench")
        search = Search(belief, value_of(rules), seat, rules.action_count, chance)
        search.rolls_by_thumb = search.weighs = by_thumb
        start = time.process_time()
        search.run(iterations, FOREVER)
        return iterations, time.process_time() - start

    return best(run, repeats)


def import_seconds(repeats: int) -> float:
    def once() -> float:
        out = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, check=True)
        return float(out.stdout)

    return min(once() for _ in range(max(3, repeats)))


def vector_rate(game: str, steps: int, repeats: int) -> float | None:
    """Decisions a second of 1024 matches at once, observations and masks included."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return None
    envs = fw.vector(game, envs=1024, players=4, seed=1)

    def run() -> int:
        for _ in range(steps):
            envs.step(envs.sample())
        return 1024 * steps

    # Decisions at the beginning of a match cost more, or less, than those in its midst.
    for _ in range(WARM_UP):
        envs.step(envs.sample())
    return best(lambda: timed(run), repeats)


def measure_environments(quick: bool, note: Callable[[str], None], out: list[Measure]) -> None:
    """Our batches beside the quickest environment of each peer, in the same run."""
    repeats, scale = (1, 1) if quick else (REPEATS, 20)
    peers: dict[str, float] = {}
    for library, rates in (("PettingZoo", pettingzoo_rates), ("RLCard", rlcard_rates)):
        note(f"{library}: card games")
        found = rates(500 * scale, repeats)
        if found:
            quickest = max(found, key=lambda name: found[name])
            peers[f"{library} {quickest}"] = found[quickest]
    for game in fw.games():
        note(f"vector {game}")
        rate = vector_rate(game, 10 * scale, repeats)
        if rate is None:
            return
        first = game == "santa-timea"
        out.append(
            Measure(
                f"vector {game}",
                rate,
                "decisions/s",
                wanted="> 1,000,000" if first else "",
                reached=rate > 1e6 if first else None,
            )
        )
        for peer, theirs in peers.items():
            if first:
                ratio = rate / theirs
                out.append(
                    Measure(
                        f"vector {game}",
                        rate,
                        "decisions/s",
                        peer,
                        theirs,
                        ratio,
                        "20 x",
                        ratio >= 20,
                    )
                )


def measure_random_play(
    pyspiel: Any, quick: bool, note: Callable[[str], None], out: list[Measure]
) -> None:
    """Random play of every game beside OpenSpiel's spades, in turns: medians of all rounds."""
    rounds, scale = (1, 1) if quick else (ROUNDS, 20)
    peers: dict[str, Callable[[], int]] = {}
    if pyspiel is not None:
        peers["whole games in C++"] = whole_spades(pyspiel, 100 * scale)
        peers["roll-outs in C++"] = spades_rollouts(pyspiel, 500 * scale)
    ours: dict[str, Callable[[], int]] = {}
    for game in fw.games():
        cap = fw.game(game).about.benchmark.max_decisions
        ours[game] = simulating(game, (5 if cap else 50) * scale, cap)
    note("random play in turns with OpenSpiel" if peers else "random play")
    rates = in_turns(peers | ours, rounds)
    for game in fw.games():
        bars = {"whole games in C++": fw.game(game).about.benchmark.ratio}
        if game == "santa-timea":
            bars["roll-outs in C++"] = 1.5
        for peer, wanted in bars.items():
            name, value = f"simulate {game}", median(rates[game])
            bar = "" if wanted is None else f"{wanted:g} x"
            found = Measure(name, value, "decisions/s", f"OpenSpiel {peer}", wanted=bar)
            if peer in rates:
                found.peer_value = median(rates[peer])
                pairs = zip(rates[game], rates[peer], strict=True)
                found.ratio = median([mine / theirs for mine, theirs in pairs])
                found.reached = None if wanted is None else found.ratio >= wanted
            out.append(found)


def measure_short_form(scale: int, rounds: int) -> Measure:
    """Matches started by `fw.game(...).start(...)` beside those of rules bound once, in turns."""
    ways = {str(short): looping("santa-timea", 2 * scale, short) for short in (True, False)}
    rates = in_turns(ways, rounds)
    ratio = median([mine / bound for mine, bound in zip(*rates.values(), strict=True)])
    return Measure(
        "public loop santa-timea, game.start",
        median(rates["True"]),
        "decisions/s",
        "rules.start",
        median(rates["False"]),
        ratio,
        "0.9 x",
        ratio >= 0.9,
    )


# The report.


def measure(quick: bool, note: Callable[[str], None]) -> list[Measure]:
    """All measures, in turn; `note` is told what is being measured."""
    repeats = 1 if quick else REPEATS
    scale = 1 if quick else 20
    pyspiel = open_spiel()
    peers: dict[str, float] = {}
    out: list[Measure] = []
    measure_random_play(pyspiel, quick, note, out)
    if pyspiel is not None:
        note("OpenSpiel: loop in Python")
        peers["loop in Python"] = spades_loop_rate(pyspiel, 10 * scale, repeats)
        note("OpenSpiel: search on hearts")
        peers["ISMCTS in C++ on hearts"] = hearts_search_rate(pyspiel, 500 * scale, repeats)

    def add(name: str, value: float, unit: str, peer: str, wanted: float | None) -> None:
        rate = peers.get(peer)
        ratio = None if rate is None else value / rate
        reached = None if ratio is None or wanted is None else ratio >= wanted
        bar = "" if wanted is None else f"{wanted:g} x"
        out.append(Measure(name, value, unit, f"OpenSpiel {peer}", rate, ratio, bar, reached))

    note("public loop")
    loop = looping("santa-timea", 5 * scale, short=False)
    add(
        "public loop santa-timea",
        best(lambda: timed(loop), repeats),
        "decisions/s",
        "loop in Python",
        2.0,
    )
    out.append(measure_short_form(scale, 1 if quick else ROUNDS))
    note("search")
    hearts = "ISMCTS in C++ on hearts"
    rate = search_rate("santa-timea", 1_000 * scale, repeats, by_thumb=False)
    add("search santa-timea, no rules of thumb", rate, "iterations/s", hearts, 4.0)
    for game in fw.games():
        rate = search_rate(game, 50 * scale, repeats, by_thumb=True)
        out.append(Measure(f"search {game}, as the captain", rate, "iterations/s"))
    note("copies and imagined worlds")
    rate = copy_rate("santa-timea", 2_000 * scale, repeats)
    micro = 1e6 / rate
    out.append(Measure("copy santa-timea", micro, "microseconds", wanted="< 1", reached=micro < 1))
    rate = sample_rate("santa-timea", 500 * scale, repeats)
    out.append(Measure("belief.sample santa-timea", 1e6 / rate, "microseconds"))
    measure_environments(quick, note, out)
    note("import")
    milli = import_seconds(repeats) * 1e3
    out.append(
        Measure("import fourwinds", milli, "milliseconds", wanted="< 150", reached=milli < 150)
    )
    return out


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Few repetitions: rough numbers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the speed of this installation, beside OpenSpiel where it is installed."""
    from rich.console import Console
    from rich.table import Table as RichTable

    console = Console(stderr=True)
    with console.status("measuring") as status:
        measures = measure(quick, status.update)
    if as_json:
        print(json.dumps([asdict(m) for m in measures], indent=1))
        return
    table = RichTable(box=None, pad_edge=False)
    for heading in ("what", "ours", "peer", "theirs", "ratio", "wanted", ""):
        table.add_column(heading, justify="left" if heading in ("what", "peer") else "right")
    for m in measures:
        table.add_row(
            m.name,
            f"{m.value:,.{0 if m.value >= 1000 else 2}f} {m.unit}",
            m.peer or "",
            "" if m.peer_value is None else f"{m.peer_value:,.0f}",
            "" if m.ratio is None else f"{m.ratio:.2f}",
            m.wanted,
            "" if m.reached is None else "reached" if m.reached else "missed",
        )
    # Numbers cut off at the edge of a narrow window are no use.
    Console(width=max(WIDTH, Console().width)).print(table)
    if open_spiel() is None:
        print("OpenSpiel is not installed: no ratios (pip install 'fourwinds[bench]')")
