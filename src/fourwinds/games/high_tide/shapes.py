"""The types of High Tide's JSON."""

from __future__ import annotations

from fourwinds.core.shapes import CommonView, Shapes


class View(CommonView):
    """What a seat or a spectator sees."""

    turn: None
    """Everybody chooses at the same time."""
    round: int
    prizes: list[int]
    """Those turned over so far; the last is the prize of this round."""
    chosen: list[int | None]
    """The seat's own number, and all of them once the match is over."""


SHAPES = Shapes(view=View)
