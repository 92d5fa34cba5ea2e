"""What bot processes run for hints and analysis, from what a seat sees.

What workers get and give is plain JSON; words are added when it is sent.
"""

from __future__ import annotations

from typing import Any

# All that is asked at most decisions: whatever is played, the coach knows of it.
SHOWN = 48


def advise(job: dict[str, Any], budget: str) -> list[dict[str, Any]]:
    """Runs in a worker: the most promising actions of a seat, the most tried first."""
    from fourwinds.bots.analysis import LEAST_VISITS, analyse
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    found = analyse(job["view"], budget, rules, explained=SHOWN, least=LEAST_VISITS)
    return [_shown(rules, job["view"], prospect) for prospect in found[:SHOWN]]


def judge(job: dict[str, Any], budget: str) -> dict[str, Any]:
    """Runs in a worker: what a move was worth, against the best one, by what was knowable then."""
    from fourwinds.bots.analysis import analyse, stake
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    found = analyse(job["view"], budget, rules, seed=job["move"], also=job["action"], explained=1)
    played = next(prospect for prospect in found if prospect.action == job["action"])
    best = found[0]
    return {
        "move": job["move"],
        "seat": job["seat"],
        "chance": round(played.chance, 4),
        "loss": round(max(0.0, best.chance - played.chance), 4),
        "sure": best.low > played.high,
        "stake": round(stake(found), 4),
        "best": _shown(rules, job["view"], best),
    }


def weigh(job: dict[str, Any], budget: str) -> list[dict[str, Any]]:
    """Runs in a worker: what chance did to every seat in a run of moves of a finished match."""
    from fourwinds.bots.luck import events
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    state = rules.position(job["position"])
    moves = [(seat, action) for seat, action in job["moves"]]
    found = events(
        rules, state, moves, job["first"], budget, seed=job["first"], dealt=job.get("dealt", True)
    )
    return [event.json() for event in found]


def solve(job: dict[str, Any], budget: str) -> dict[str, Any]:
    """Runs in a worker: why the best action of a puzzle is better than the one answered, or, if
    that was it, than the next best."""
    from fourwinds.bots.analysis import analyse
    from fourwinds.bots.reasons import explain
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    found = analyse(job["view"], budget, rules, also=job["action"], explained=0)
    chances = {each.action: each.chance for each in found}
    best = job["best"]
    other = job["action"]
    if other == best:
        other = next(each.action for each in found if each.action != best)
    compared = {best: chances[best], other: min(chances[best], chances[other])}
    why = explain(rules, job["view"], compared)[best]
    world = rules.imagine(job["view"], 0)
    return {"why": why.json(), "other": rules.describe(world, job["view"]["seat"], other)}


def _shown(rules: Any, view: dict[str, Any], prospect: Any) -> dict[str, Any]:
    """A prospect with every action of its line described as in a world where it can be played, and
    the action that its reasons compare it with."""
    world = rules.imagine(view, 0)
    described = rules.describe(world, view["seat"], prospect.action)
    other = None
    if prospect.why is not None and prospect.why.other is not None:
        other = rules.describe(world, view["seat"], prospect.why.other)
    best: list[dict[str, Any]] = []
    for seed in range(8):
        world, line = rules.imagine(view, seed), []
        for seat, text in prospect.line:
            if world.refusal(seat, text) is not None:
                break
            action = rules.parse(world, seat, text)
            line.append({"seat": seat, "described": rules.describe(world, seat, action)})
            world.play(seat, action)
        best = max(best, line, key=len)
        if len(best) == len(prospect.line):
            break
    return {**prospect.json(), "described": described, "other": other, "line": best}
