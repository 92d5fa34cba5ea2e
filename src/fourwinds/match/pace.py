"""The pace of automatic moves: as long as the same player takes over moves he chooses.

A move without a choice that came at once would tell the table that there was none. So it waits for
as long as one of the player's own recent choices took, drawn from the match's secret.
"""

from __future__ import annotations

import hashlib

KEPT = 16
SHORTEST = 600
LONGEST = 8000
USUAL = (1200, 1900, 2600, 3500)


class Pace:
    """How long each seat has thought over real choices."""

    def __init__(self, secret: bytes, players: int) -> None:
        self._secret = secret
        self._since: list[int | None] = [None] * players
        self._taken: list[list[int]] = [list(USUAL) for _ in range(players)]

    def asked(self, seat: int, now: int) -> None:
        if self._since[seat] is None:
            self._since[seat] = now

    def moved(self, seat: int, now: int, choices: int) -> None:
        since = self._since[seat]
        self._since[seat] = None
        if since is not None and choices > 1:
            taken = self._taken[seat]
            taken.append(min(max(now - since, SHORTEST), LONGEST))
            del taken[:-KEPT]

    def due(self, seat: int, move: int) -> int:
        """When the seat's move without a choice is to be made."""
        drawn = hashlib.sha256(b"four winds pace 1\n" + self._secret + f"{seat} {move}".encode())
        taken = self._taken[seat]
        index = int.from_bytes(drawn.digest()[:8], "big") % len(taken)
        return (self._since[seat] or 0) + taken[index]
