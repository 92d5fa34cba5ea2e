"""After a match: how well a seat played, and in words what chance did for it (bots/luck.py)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fourwinds.core.words import Words

DEAL = "deal"
# A 95 % interval of a sum; less than a point of a hundred is not worth a word.
WIDTH = 1.96
LEAST = 0.01


def accuracy(judged: Iterable[tuple[float, float]]) -> float | None:
    """What part of the best actions' chance to win a seat kept, on average; None for no action.

    Of each decision: the chance of what was played, and how much it gave away.
    """
    kept = [chance / (chance + loss) for chance, loss in judged if chance + loss > 0]
    return round(sum(kept) / len(kept), 4) if kept else None


@dataclass(frozen=True)
class Share:
    """How much one source of luck changed a seat's chance to win; `error` is for 95 %."""

    source: str
    luck: float
    error: float

    @property
    def sure(self) -> bool:
        return abs(self.luck) >= LEAST and abs(self.luck) > self.error


def shares(events: Iterable[Mapping[str, Any]], seat: int) -> list[Share]:
    """A seat's luck by what brought it, most first; `events` as JSON (bots/luck.py)."""
    sums: dict[str, tuple[float, float]] = {}
    for event in events:
        luck, variance = sums.get(event["source"], (0.0, 0.0))
        sums[event["source"]] = (luck + event["luck"][seat], variance + event["variance"][seat])
    found = [
        Share(source, luck, WIDTH * math.sqrt(variance))
        for source, (luck, variance) in sums.items()
    ]
    return sorted(found, key=lambda share: -abs(share.luck))


def total(found: Iterable[Share]) -> Share:
    """All of it together."""
    parts = list(found)
    return Share(
        "",
        sum(part.luck for part in parts),
        math.sqrt(sum(part.error**2 for part in parts)),
    )


def sentence(words: Words, found: Iterable[Share]) -> str:
    """What is certain of a seat's luck; points are hundredths of the chance to win."""
    said = [
        words.line(
            f"luck/{share.source}_{'gave' if share.luck > 0 else 'cost'}",
            n=max(1, round(100 * abs(share.luck))),
        )
        for share in found
        if share.sure
    ]
    if not said:
        return words.line("luck/little")
    line = words.line("luck/and").join(said) + "."
    return line[:1].upper() + line[1:]
