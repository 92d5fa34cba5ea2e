"""What a match of Vor dem Wind between competent players should look like; for the arena."""

from __future__ import annotations

from fourwinds.core.balance import Balance, Measured, States, Sums, Target, last_of, wins_by_order
from fourwinds.core.facts import Fact


def measure(states: States, facts: list[Fact]) -> Measured:
    """Vor dem Wind: length, prices, storing and shipping."""
    state = last_of(states)
    end = state.view(None)
    turns = end["turn_number"]
    prices = Sums()
    stored = [0] * state.players
    laden = [0] * state.players
    fleets = 0
    for fact in facts:
        kind, data = fact.kind.name, fact.data
        if kind == "card-revealed":
            prices.add("price: " + _kind_of(data["card"]), 0, 1)
            prices.add("untaken: " + _kind_of(data["card"]), 0, 1)
        elif kind in ("card-sold", "card-kept"):
            prices.add("price: " + _kind_of(data["card"]), float(str(data["n"])), 0)
        elif kind == "cards-discarded":
            for card in _list(data["cards"]):
                prices.add("untaken: " + _kind_of(card), 100, 0)
        elif kind == "goods-stored" and fact.seat is not None:
            stored[fact.seat] += len(_list(data["goods"]))
        elif kind == "goods-shipped" and fact.seat is not None:
            laden[fact.seat] += len(_list(data["ships"]))
        elif kind == "fleet-left":
            fleets += 1
    out = {
        "turns": (float(turns), 1.0),
        "games of 12 to 25 turns": (100.0 * (12 <= turns <= 25), 1.0),
        "fleets that left": (float(fleets), 1.0),
    }
    for name, by_seat in (("goods stored", stored), ("ships laden", laden)):
        won = [by_seat[seat] for seat in state.winners]
        lost = [by_seat[seat] for seat in range(state.players) if seat not in state.winners]
        out[f"{name}, winner"] = (float(sum(won)), float(len(won)))
        out[f"{name}, others"] = (float(sum(lost)), float(len(lost)))
    out["winners who stored and shipped"] = (
        float(sum(100 for seat in state.winners if stored[seat] and laden[seat])),
        float(len(state.winners)),
    )
    first = next(fact.data["first"] for fact in facts if fact.kind.name == "match-began")
    return out | prices.found | wins_by_order(int(str(first)), state.winners, state.players)


def _kind_of(card: object) -> str:
    """store:3/5 is a store."""
    return str(card).partition(":")[0]


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


BALANCE = Balance(
    measure,
    {
        "turns": Target(12, 25, players=4),
        "price": Target(low=0.01),
        "winners who stored and shipped": Target(low=90),
        "share of wins, order": Target(22, 28, players=4),
    },
)
