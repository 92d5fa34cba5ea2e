"""What a match of Winds of Plunder between competent players should look like; for the arena."""

from __future__ import annotations

from fourwinds.core.balance import Balance, Measured, States, Sums, Target
from fourwinds.core.facts import Fact


def measure(states: States, facts: list[Fact]) -> Measured:
    """Winds of Plunder: where players stand after two rounds, and what they stake in the third."""
    out: Measured = {}
    holder = 0
    for state in states:
        if "points after two rounds" in out:
            continue
        view = state.view(None)
        holder = view["blackbeard"] if view["round"] == 1 and view["step"] == "voting" else holder
        if view["round"] == 3:
            seats = float(state.players)
            items = [sum(view[item]) for item in ("weapons", "crew", "provisions")]
            out["points after two rounds"] = (float(sum(view["vp"])), seats)
            out["cubes after two rounds"] = (float(sum(view["cubes"])), seats)
            out["items after two rounds"] = (float(sum(items)), 3 * seats)
    staked = []
    round_now = 0
    sums = Sums()
    for fact in facts:
        kind, data = fact.kind.name, fact.data
        if kind == "round-began":
            round_now = int(str(data["round"]))
        elif kind == "cubes-shown" and round_now == 3:
            staked.append(float(str(data["n"])))
        elif kind == "treasure-played":
            sums.add("treasures dug up", 1, 0)
        elif kind == "zone-completed":
            sums.add("zones completed", 1, 0)
        elif kind == "gust-bought":
            sums.add("gusts", 1, 0)
        elif kind == "boarded":
            sums.add("boardings", 1, 0)
    out["cubes shown in round 3"] = (sum(staked), float(len(staked)))
    for name in ("treasures dug up", "zones completed", "gusts", "boardings"):
        out[f"{name}, each player"] = (sums.found.get(name, (0.0, 0.0))[0], float(state.players))
    won = holder in state.winners
    out["share of wins, first holder of Blackbeard"] = (100 * won / max(1, len(state.winners)), 1)
    return out


BALANCE = Balance(
    measure,
    {
        "points after two rounds": Target(7, 11.5, players=4),
        "cubes after two rounds": Target(9.5, 13, players=4),
        "items after two rounds": Target(0.5, 2, players=4),
        "cubes shown in round 3": Target(4, 9, players=4),
    },
)
