"""What a match of Regatta between competent players should look like; for the arena."""

from __future__ import annotations

from fourwinds.core.balance import Balance, Measured, States, Target, wins_by_order
from fourwinds.core.facts import Fact


def measure(states: States, facts: list[Fact]) -> Measured:
    """Regatta: how many turns the winner takes, and how often the lead changes."""
    leader = None
    changes = 0
    turn = -1
    for state in states:
        turns = state.view(None)["turns"]
        if turns == turn:
            continue
        turn = turns
        ranking = state.ranking
        if ranking.count(1) == 1 and ranking.index(1) != leader:
            changes += leader is not None
            leader = ranking.index(1)
    own = 0
    missed = hove = 0
    first = next(fact.data["first"] for fact in facts if fact.kind.name == "race-began")
    view = state.view(None)
    rounds = -(-view["turns"] // state.players)
    for fact in facts:
        missed += fact.kind.name == "turn-missed"
        hove += fact.kind.name in ("cards-swapped", "boat-turned")
        own += fact.kind.name in ("boat-sailed", "boat-stopped")
    return {
        "turns of the winner": (float(rounds), 1.0),
        "races of 10 to 16 turns": (100.0 * (10 <= rounds <= 16), 1.0),
        "changes of the lead": (float(changes), 1.0),
        "turns missed, each boat": (float(missed), float(state.players)),
        "times hove to, each boat": (float(hove), float(state.players)),
    } | wins_by_order(int(str(first)), state.winners, state.players)


BALANCE = Balance(
    measure,
    {
        "turns of the winner": Target(10, 16, players=4),
        "changes of the lead": Target(low=2, players=4),
        "share of wins, order": Target(22, 28, players=4),
    },
)
