"""Facts: what happened, told only when somebody listens.

A kind of fact is declared once, with who may hear it and what hidden thing it brings to light.
Both are arguments without a default, so that a kind that forgets one fails when it is imported.
"""

from __future__ import annotations

from typing import Final

ALL: Final = "all"
OWNER: Final = "owner"
NOTHING: Final = ""


class FactKind:
    """One kind of fact, e.g. a card was played."""

    def __init__(self, name: str, *, audience: str, reveals: str) -> None:
        if audience not in (ALL, OWNER):
            raise ValueError(f"fact {name!r}: audience is {ALL!r} or {OWNER!r}, not {audience!r}")
        self.name = name
        self.audience = audience
        self.reveals = reveals


class Fact:
    """Something that happened. `seat` is whom it concerns (None: the whole table)."""

    def __init__(self, kind: FactKind, seat: int | None, data: dict[str, object]) -> None:
        self.kind = kind
        self.seat = seat
        self.data = data

    def heard_by(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may hear of it."""
        return self.kind.audience == ALL or (seat is not None and seat == self.seat)

    @property
    def reveals(self) -> str:
        """The hidden thing this fact brought to light ("" for none); undo asks for it."""
        return self.kind.reveals

    def json(self) -> dict[str, object]:
        out: dict[str, object] = {"kind": self.kind.name}
        if self.seat is not None:
            out["seat"] = self.seat
        out.update(self.data)
        return out

    def __repr__(self) -> str:
        return f"Fact({self.json()!r})"
