"""Studying: advice and judgement of moves, thought by workers from what a seat sees.

What workers get and give is plain JSON; words are added when it is sent.
"""

from __future__ import annotations

from typing import Any

SHOWN = 12


def advise(job: dict[str, Any], budget: str) -> list[dict[str, Any]]:
    """Runs in a worker: the most promising actions of a seat, the most tried first."""
    from fourwinds.bots.analysis import analyse
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    found = analyse(job["view"], budget, rules)
    return [_shown(rules, job["view"], prospect) for prospect in found[:SHOWN]]


def judge(job: dict[str, Any], budget: str) -> dict[str, Any]:
    """Runs in a worker: what a move was worth, against the best one, by what was knowable then."""
    from fourwinds.bots.analysis import analyse
    from fourwinds.core.rules import bind

    rules = bind(*job["rules"])
    found = analyse(job["view"], budget, rules, seed=job["move"], also=job["action"])
    played = next(prospect for prospect in found if prospect.action == job["action"])
    best = found[0]
    return {
        "move": job["move"],
        "seat": job["seat"],
        "chance": round(played.chance, 4),
        "loss": round(max(0.0, best.chance - played.chance), 4),
        "sure": best.low > played.high,
        "best": _shown(rules, job["view"], best),
    }


def _shown(rules: Any, view: dict[str, Any], prospect: Any) -> dict[str, Any]:
    """A prospect with every action of its line described as in a world where it can be played."""
    world = rules.imagine(view, 0)
    described = rules.describe(world, view["seat"], prospect.action)
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
    return {**prospect.json(), "described": described, "line": best}
