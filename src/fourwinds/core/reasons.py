"""Reasons: what of the future a choice changes, by how much, and how to say it.

A game derives its own from Reasons, in its reasons.py: which numbers of an imagined future matter
(Measure), and when each of them is read - at a trick's end, a round's end, the next own turn. The
search plays futures on and compares them (bots/reasons.py); what differs becomes a sentence of the
game's texts, [reasons] NAME_more or NAME_less, and of a chance that is all or nothing NAME_yes or
NAME_no. Nothing here knows what kind of move it explains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from fourwinds.core.facts import Fact
from fourwinds.core.state import NOBODY, State, TableT
from fourwinds.core.words import Verbatim, Words

# A whole number is said as it is, any other as about so much.
WHOLE = 0.02
MANY = 10.0


@dataclass(frozen=True)
class Measure:
    """A number read from a later position, for reasons.

    `worth` says how much one more of it is worth to the seat; it is negative where less is better.
    Reasons are sorted by it. Differences below `least` are not mentioned. A `chance` is shown in
    percent. `holds` names an earlier measure that this one includes: the points by the end of the
    next turn include those of this turn. Such a measure is mentioned only if it adds enough.
    """

    name: str
    worth: float
    least: float
    chance: bool = False
    holds: str | None = None


@dataclass(frozen=True)
class Reason:
    """One action leads to more or less of a measure than another action does.

    `mine` and `theirs` are the means of the two, `error` is the standard error of their difference,
    and `speaks_for` says whether the difference is good for the seat.
    """

    name: str
    mine: float
    theirs: float
    error: float
    chance: bool
    speaks_for: bool
    weight: float

    def json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "mine": round(self.mine, 3),
            "theirs": round(self.theirs, 3),
            "error": round(self.error, 3),
            "chance": self.chance,
            "speaks_for": self.speaks_for,
        }


class Reasons(Generic[TableT]):
    """The measures of a game; each question about a position gets an instance of its own."""

    def __init__(self, *horizons: tuple[Measure, ...]) -> None:
        self.horizons = horizons

    def begin(self, t: TableT, seat: int) -> None:
        """Keep what later readings are compared with; `t` is a world before the action."""

    def reached(self, t: TableT, seat: int, horizon: int) -> bool:
        """Whether to read the measures of a horizon now; at the end of a match all are read."""
        return False

    def progress(self, view: Mapping[str, Any]) -> float:
        """How far the match of a view has come, from 0 to 1; chances are calibrated by it."""
        return 0.5

    def read(self, t: TableT, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        """The measures of a horizon, in order; `told` is what has happened since the choice."""
        raise AssertionError("a game's Reasons must define read()")


class Points(Reasons[State]):
    """The default, for games without measures of their own: final points and final place."""

    def __init__(self) -> None:
        super().__init__((Measure("points", 1.0, 0.1), Measure("win", 1.0, 0.03, chance=True)))

    def read(self, t: State, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        won = t.actor() == NOBODY and t.place(seat) == 1
        return [float(t.points(seat)), float(won)]


def sentence(words: Words, reason: Mapping[str, Any]) -> str:
    """A reason (as JSON) in words."""
    difference = reason["mine"] - reason["theirs"]
    key = f"reasons/{reason['name']}_{'more' if difference > 0 else 'less'}"
    amount = abs(difference)
    if reason["chance"]:
        mine, theirs = (round(100 * reason[each]) for each in ("mine", "theirs"))
        if {mine, theirs} == {0, 100}:
            return words.line(f"reasons/{reason['name']}_{'yes' if mine else 'no'}")
        # English writes 5%, French and German 5 % on one line.
        sign = "%" if words.language == "en" else "\u00a0%"
        both = {"mine": Verbatim(f"{mine}{sign}"), "theirs": Verbatim(f"{theirs}{sign}")}
        shown = words.line("reasons/instead", **both)
    elif abs(amount - round(amount)) < WHOLE and reason["error"] < WHOLE:
        amount = round(amount)
        shown = str(amount)
    else:
        amount = round(amount) if amount >= MANY else round(amount, 1)
        number = f"{amount:g}" if words.language == "en" else f"{amount:g}".replace(".", ",")
        shown = words.line("reasons/about", amount=Verbatim(number))
    said = words.line(key, amount=Verbatim(shown), n=amount)
    return said[:1].upper() + said[1:]


def sentences(words: Words, explained: Mapping[str, Any], other: str | None) -> list[str]:
    """Sentences for and against an action (from bots/reasons.py as JSON), most important first.

    `other` is the action it is compared with, in words; None where there is no other.
    """
    if other is None:
        return [words.line("reasons/only")]
    better, reasons = explained["better"], explained["reasons"]
    said = [sentence(words, reason) for reason in reasons]
    against = [reason["speaks_for"] != better for reason in reasons]
    verdict = []
    if explained.get("beside"):
        verdict = [words.line("reasons/beside", other=Verbatim(other))]
    elif all(against):
        # Nothing that is measured speaks for the verdict: what remains is the search's own count.
        gain = round(100 * explained["gain"])
        kind = "better" if better else "worse"
        if gain == 0 or (gain > 0) != better:
            kind, against = "same", []
        verdict = [words.line(f"reasons/{kind}", other=Verbatim(other), n=abs(gain))]
    for place, speaks_against in enumerate(against):
        if speaks_against:
            said[place] = _but(words, said[place])
    return verdict + said


def measured(explained: Mapping[str, Any]) -> bool:
    """Whether something measured speaks for the verdict on an action."""
    better = explained["better"]
    return any(reason["speaks_for"] == better for reason in explained["reasons"])


def _but(words: Words, said: str) -> str:
    # A whole sentence after a colon begins small, except in German.
    begun = said if words.language == "de" else said[:1].lower() + said[1:]
    return words.line("reasons/but", said=Verbatim(begun))
