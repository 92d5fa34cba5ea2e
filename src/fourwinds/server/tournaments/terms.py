"""Terms: what the organiser of a tournament decides beside its plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from fourwinds import bots
from fourwinds.core.registry import game as find_game
from fourwinds.match.clock import NONE, ClockSetup
from fourwinds.match.setup import BOT, OPEN, MatchSetup, SeatSetup
from fourwinds.store.tournaments import Agreed
from fourwinds.tournaments.plan import KNOCK_OUT, SCORE, Plan, TournamentError

DELAY = 30
"""How many seconds later than the players spectators see the tables."""


@dataclass(frozen=True)
class Terms:
    """`players` sit at a table; `bot` fills those of a knock-out, where everybody plays the deals
    at tables of his own. `starts` is when it begins by itself, in milliseconds since 1970."""

    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: ClockSetup = field(default_factory=ClockSetup)
    rated: bool = False
    programs: bool = False
    bot: str = "mate"
    starts: int | None = None
    about: str = ""

    @staticmethod
    def of(agreed: Agreed) -> Terms:
        return Terms(**{**agreed.data, "clock": ClockSetup(**agreed.data["clock"])})

    def json(self) -> dict[str, Any]:
        return asdict(self)

    def check(self, game: str, plan: Plan) -> None:
        """Raises where tables of the plan cannot be set by these terms."""
        if self.clock.kind == NONE:
            raise TournamentError("bad-tournament", "clock: expected one, for those who never come")
        if self.rated and plan.format == KNOCK_OUT:
            raise TournamentError(
                "bad-tournament", "rated: expected false in a knock-out: all play against bots"
            )
        if SCORE in plan.ties and plan.format == KNOCK_OUT:
            # Points of the game would tell of a deal that others still play.
            raise TournamentError("bad-tournament", "ties: expected no 'score' in a knock-out")
        bots.make(self.bot, 0)
        sizes = [self.players] if plan.format == KNOCK_OUT else range(plan.least, plan.size + 1)
        for size in sizes:
            if size not in find_game(game).seats:
                raise TournamentError("bad-tournament", f"size: {game} is not played by {size}")
            self.setup(game, "", [None] * size).check()

    def setup(
        self,
        game: str,
        tournament: str,
        seats: list[str | None],
        duplicate: str | None = None,
        rated: bool | None = None,
    ) -> MatchSetup:
        """A table; each seat is of a bot (its name) or of a person (None)."""
        return MatchSetup(
            game,
            tuple(SeatSetup(OPEN) if bot is None else SeatSetup(BOT, bot) for bot in seats),
            options=self.options,
            clock=self.clock,
            private=duplicate is not None,
            rated=self.rated if rated is None else rated,
            delay=DELAY,
            duplicate=duplicate,
            tournament=tournament or None,
            programs=self.programs,
        )
