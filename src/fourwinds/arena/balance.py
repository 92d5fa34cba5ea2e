"""Balance: what a run says of the game itself, given that its bots are competent.

Share of wins by seat, length, scores, the targets of its rules page, and from the facts told to all
the use of each card, port or whatever a fact names: how often, and how its users fared.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fourwinds.arena import plots
from fourwinds.arena.balance_targets import BalanceTargets
from fourwinds.arena.contest import Outcome, replay
from fourwinds.arena.schedule import RunPlan
from fourwinds.arena.standing import Mean
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.words import words

MOST_VALUES = 120
Used = tuple[str, str, str]
"""Kind of fact, its field, the value there: ("card-played", "card", "N13")."""


def balance(
    plan: RunPlan,
    rules: Rules,
    deals: Sequence[Sequence[Outcome]],
    progress: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Uses of everything that facts name, targets, and the scores and lengths of all games."""
    times: Counter[Used] = Counter()
    shares: dict[Used, Mean] = {}
    targets = BalanceTargets(plan.game, plan.players)
    games = 0
    for deal in deals:
        won: dict[Used, list[float]] = {}
        measured = []
        for game in deal:
            facts: list[Fact] = []
            course = _course(plan, rules, game, facts)
            if game.finished:
                measured.append(targets.measure(course, facts))
            else:
                deque(course, maxlen=0)
            for (seat, used), count in _uses(facts).items():
                times[used] += count
                won.setdefault(used, []).append(game.share(seat))
            games += 1
            progress()
        if measured:
            targets.add_deal(measured)
        for used, gained in won.items():
            shares.setdefault(used, Mean()).add(sum(gained), len(gained))
    all_games = [game for deal in deals for game in deal]
    return {
        "games": games,
        "scores": sorted(Counter(score for game in all_games for score in game.scores).items()),
        "winning_scores": sorted(
            Counter(game.scores[seat] for game in all_games for seat in game.winners).items()
        ),
        "lengths": sorted(Counter(len(game.actions) for game in all_games).items()),
        "targets": targets.json(),
        "uses": _groups(times, shares, games),
    }


def _course(plan: RunPlan, rules: Rules, game: Outcome, facts: list[Fact]) -> Iterator[State]:
    """The state before each decision and at the end."""
    state = None
    for state, _, _ in replay(plan, rules, game, facts):
        yield state
    if state is not None:
        yield state


def _uses(facts: Sequence[Fact]) -> Counter[tuple[int, Used]]:
    """How often each seat used what, by the facts that all may hear."""
    out: Counter[tuple[int, Used]] = Counter()
    for fact in facts:
        if fact.seat is None or not fact.heard_by(None):
            continue
        for field, value in fact.data.items():
            for name in _names(value):
                out[fact.seat, (fact.kind.name, field, name)] += 1
    return out


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, (list, tuple)):
        return [item for item in value if isinstance(item, str)]
    return []


def _groups(times: Counter[Used], shares: Mapping[Used, Mean], games: int) -> list[dict[str, Any]]:
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for used in times:
        interval = shares[used].share()
        groups.setdefault(used[:2], []).append(
            {
                "value": used[2],
                "a_game": times[used] / games,
                "share": None if interval is None else interval.json(),
            }
        )
    out = []
    for (kind, field), values in groups.items():
        if not 1 < len(values) <= MOST_VALUES:
            continue
        values.sort(key=lambda value: (-value["a_game"], value["value"]))
        out.append({"fact": kind, "field": field, "values": values})
    return out


def drawings(summary: Mapping[str, Any]) -> dict[str, str]:
    """The plots of a summary with balance, by the name of their file."""
    found = summary["balance"]
    seats = [plots.row(f"seat {seat['seat'] + 1}", seat["share"]) for seat in summary["seats"]]
    out = {
        "balance-seats.svg": plots.whiskers("Share of wins by seat", seats, summary["fair"]),
        "balance-length.svg": plots.histogram(
            "Length of games", Counter(dict(found["lengths"])).elements(), "decisions"
        ),
        "balance-scores.svg": plots.histogram(
            "Final scores", Counter(dict(found["scores"])).elements(), "score"
        ),
        "balance-winning-scores.svg": plots.histogram(
            "Winning scores", Counter(dict(found["winning_scores"])).elements(), "score"
        ),
    }
    speak = words("en", summary["game"])
    for group in found["uses"]:
        rows = [
            plots.row(f"{speak.name(value['value'])} ({value['a_game']:.2f})", value["share"])
            for value in group["values"]
            if value["share"] is not None
        ]
        name = f"balance-{group['fact']}-{group['field']}.svg"
        title = (
            f"{group['fact'].replace('-', ' ')}, {group['field']} (times a game):"
            " share of wins of the seats concerned"
        )
        out[name] = plots.whiskers(title, rows, summary["fair"])
    return out
