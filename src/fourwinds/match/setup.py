"""What is agreed before a match: game, seats, clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourwinds import bots
from fourwinds.core.errors import BadPosition, shown
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.match.clock import ClockSetup
from fourwinds.match.errors import MatchError

ME = "me"
OPEN = "open"
INVITED = "invited"
HOT_SEAT = "hot-seat"
BOT = "bot"
KINDS = (ME, OPEN, INVITED, HOT_SEAT, BOT)
LONGEST_NAME = 24
LONGEST_LINE = 500
LONGEST_SALT = 60  # at most 240 bytes: its length fits one
STAND_IN = "mate"
LONGEST_DELAY = 3600


@dataclass(frozen=True)
class SeatSetup:
    """Who is to sit there: me, anybody, somebody invited, somebody beside me, or a bot."""

    kind: str
    bot: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Continued:
    """Another match that this one goes on with, up to a move: its deal and the moves till then."""

    match: str
    seed: str
    moves: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class MatchSetup:
    """All that makes a match but its players and its chance."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Any] | None = None
    clock: ClockSetup = field(default_factory=ClockSetup)
    private: bool = False
    rated: bool = False
    stand_in: str = STAND_IN
    delay: int = 0
    """How many seconds later than the players spectators see everything."""
    continued: Continued | None = None
    position: Mapping[str, Any] | None = None
    """Where it begins, if not with a deal; the chance of the match draws what it leaves out."""
    daily: str | None = None
    """The day whose deal it is, played by everybody at a table of his own."""
    duplicate: str | None = None
    """The duplicate match of which this is one table; others play the same deal."""
    tournament: str | None = None
    """The tournament that the table belongs to."""
    programs: bool = True
    """Whether people may let their programs play, by a token."""

    @property
    def shares_deal(self) -> bool:
        """Whether the same deal is played at other tables too."""
        return self.daily is not None or self.duplicate is not None

    def check(self) -> Rules:
        """The rules of the match; raises where the setup does not fit them."""
        if not self.seats or not all(seat.kind in KINDS for seat in self.seats):
            raise MatchError("bad-seats", f"seats: expected each to be one of {', '.join(KINDS)}")
        if sum(seat.kind == ME for seat in self.seats) > 1:
            raise MatchError("bad-seats", "seats: expected 'me' at most once")
        for seat in self.seats:
            if (seat.kind == BOT) != (seat.bot is not None):
                raise MatchError("bad-seats", "seats: expected the name of a bot for bots alone")
            if seat.bot is not None:
                bots.make(seat.bot, 0)
            if seat.name is not None:
                tidy(seat.name, "name", LONGEST_NAME)
        if self.rated:
            people = sum(seat.kind in (ME, OPEN, INVITED) for seat in self.seats)
            least = 2 if self.tournament is None else 1  # there the server sees to it
            if people < least or any(seat.kind == HOT_SEAT for seat in self.seats):
                raise MatchError(
                    "bad-seats", "seats: expected two people or more in a rated match, each at home"
                )
        bots.make(self.stand_in, 0)
        if not 0 <= self.delay <= LONGEST_DELAY:
            raise MatchError("bad-delay", f"delay: expected 0 to {LONGEST_DELAY} seconds")
        self.clock.check()
        rules = find_game(self.game).rules(len(self.seats), self.options, self.components)
        if self.position is not None:
            self._check_position(rules)
        return rules

    def _check_position(self, rules: Rules) -> None:
        if self.rated or self.continued is not None or self.daily is not None:
            raise BadPosition("position: expected none in such a match")
        if rules.position(self.position or {}).over:
            raise MatchError("match-ended", "position: expected one before the end")


def tidy(text: object, what: str, longest: int) -> str:
    """A person's text with single spaces; it must be printable and not empty."""
    kept = " ".join(text.split()) if isinstance(text, str) else ""
    if not 0 < len(kept) <= longest or not kept.isprintable():
        raise MatchError(
            "bad-text",
            f"{what}: expected 1 to {longest} printable characters, got {shown(text)}",
            longest=longest,
        )
    return kept
