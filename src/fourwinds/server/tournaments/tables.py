"""Tables of a tournament as matches: which they are, how they are set, what came of them.

The id of a match follows from the tournament and the number of the table, so that a table is set
once, however often a server is killed while it sets it. In a knock-out a table is a pair who never
meet: each of them plays every deal of the round against the same bots at a table of his own.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fourwinds.match.match import Match
from fourwinds.match.seats import FORMER_NAME
from fourwinds.match.setup import STAND_IN
from fourwinds.match.status import OVER
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.tournaments.terms import Terms
from fourwinds.store.tournaments import Agreed, Player
from fourwinds.tournaments.plan import KNOCK_OUT
from fourwinds.tournaments.standings import Table
from fourwinds.tournaments.tournament import Tournament


@dataclass(frozen=True)
class Part:
    """A match of a table: where these players sit. `deal` counts the deals of a knock-out."""

    match: str
    seats: Mapping[int, int]
    """The players by seat."""
    deal: int | None = None


@dataclass(frozen=True)
class Outcome:
    places: tuple[int, ...]
    scores: tuple[float, ...]
    missing: tuple[int, ...]


class TableSetter:
    def __init__(self, registry: MatchRegistry, key: bytes) -> None:
        self.registry = registry
        self._key = key

    def parts(self, agreed: Agreed, there: Tournament, table: Table) -> list[Part]:
        """The matches of a table."""
        if there.plan.format != KNOCK_OUT:
            match = self._name(agreed.id, table.number, 0)
            return [Part(match, dict(enumerate(table.players)))]
        players = Terms.of(agreed).players
        return [
            # In each deal they sit elsewhere, both in the same seat.
            Part(
                self._name(agreed.id, table.number, 2 * deal + side), {deal % players: player}, deal
            )
            for side, player in enumerate(table.players)
            for deal in range(there.plan.deals)
        ]

    def _name(self, tournament: str, table: int, part: int) -> str:
        return self._secret(f"match {tournament} {table} {part}").hex()[:16]

    def _secret(self, purpose: str) -> bytes:
        return hmac.new(self._key, purpose.encode(), hashlib.sha256).digest()

    async def set(
        self, agreed: Agreed, there: Tournament, table: Table, players: Mapping[int, Player]
    ) -> None:
        """Set all matches of a table that are not there yet."""
        parts = self.parts(agreed, there, table)
        names = [part.match for part in parts]
        known = await self.registry.call_store(self.registry.store.numbers, names)
        for part in parts:
            if part.match not in known:
                await self._set(agreed, table, part, players)

    async def _set(
        self, agreed: Agreed, table: Table, part: Part, players: Mapping[int, Player]
    ) -> None:
        terms, shared, secret = Terms.of(agreed), None, None
        seats: list[str | None] = [terms.bot] * terms.players
        if part.deal is None:
            seats = [None] * len(table.players)
        else:
            shared = f"{agreed.id}-{table.round}-{part.deal}"
            secret = self._secret(f"deal {shared}")
        people: dict[int, Player] = {}
        for seat, number in part.seats.items():
            player = players.get(number)
            if player is not None and player.user is not None:
                seats[seat], people[seat] = None, player
            else:  # a bot of the house, or one for somebody who is gone
                seats[seat] = STAND_IN if player is None else player.bot
        rated = terms.rated and (len(people) > 1 or agreed.league is not None)

        def begin(match: Match, now: int) -> None:
            for seat, player in people.items():
                assert player.user is not None
                match.join(player.user, player.name, now, seat)
            match.start(agreed.id, now)

        setup = terms.setup(agreed.game, agreed.id, seats, shared, rated)
        name = agreed.name[:24]
        await self.registry.set_table(part.match, setup, agreed.id, name, begin, secret)

    async def outcome(
        self, agreed: Agreed, there: Tournament, table: Table, players: Mapping[int, Player]
    ) -> Outcome:
        """What came of a table whose matches are over."""
        parts = self.parts(agreed, there, table)
        matches = [(part, (await self.registry.get(part.match)).match) for part in parts]
        if there.plan.format == KNOCK_OUT:
            return _compared(table, matches, players)
        return _played(matches[0][1], matches[0][0], players)

    async def open_deals(self, agreed: Agreed, there: Tournament) -> None:
        """Show the deals of a knock-out's rounds all of whose tables have closed.

        Where it was called off, tables that run are played on, and those never set are no more.
        """
        if there.plan.format != KNOCK_OUT:
            return
        rounds: dict[int, list[str]] = {}
        for table in there.tables:
            names = [part.match for part in self.parts(agreed, there, table)]
            rounds.setdefault(table.round, []).extend(names)
        unfinished = {table.round for table in there.open_tables() if not there.is_over}
        for number, names in rounds.items():
            if number in unfinished:
                continue
            known = await self.registry.call_store(self.registry.store.numbers, names)
            matches = [(await self.registry.get(name)).match for name in names if name in known]
            if any(match.status != OVER for match in matches):
                continue
            for match in matches:
                if not match.deal_opened:
                    await self.registry.execute(match.id, _open_deal)


def _open_deal(match: Match, now: int) -> None:
    match.open_deal(now)


def _is_missing(match: Match, seat: int, player: Player | None) -> bool:
    """Whether somebody never came; a bot of the house always does."""
    if player is None:
        return True
    return player.user is not None and not match.has_moved(seat) and _is_gone(match, seat)


def _is_gone(match: Match, seat: int) -> bool:
    return match.seats[seat].resigned or match.seats[seat].stand_in is not None


def _played(match: Match, part: Part, players: Mapping[int, Player]) -> Outcome:
    """The places of one match; without a result all share the points."""
    found = match.places() or [1] * len(match.seats)
    # Behind all others comes who gave up or was not there at the end, however his bot played on.
    places = [
        found[seat] + len(found) * _is_gone(match, seat) if match.ended else 1
        for seat in range(len(found))
    ]
    scores = () if match.ended is None else match.ended.scores or ()
    missing = [s for s, n in part.seats.items() if _is_missing(match, s, players.get(n))]
    return Outcome(tuple(_dense(places)), tuple(map(float, scores)), tuple(missing))


def _dense(places: Sequence[int]) -> list[int]:
    """Places counted from 1, with those who share one counted before the next."""
    return [1 + sum(other < place for other in places) for place in places]


def _compared(
    table: Table, matches: Sequence[tuple[Part, Match]], players: Mapping[int, Player]
) -> Outcome:
    """The places of two who played the same deals: by deals won, then by points."""
    made: dict[int, dict[int, float | None]] = {player: {} for player in table.players}
    came = dict.fromkeys(table.players, False)
    for part, match in matches:
        ((seat, number),) = part.seats.items()
        scores = None if match.ended is None else match.ended.scores
        gone = scores is None or _is_gone(match, seat)
        assert part.deal is not None
        made[number][part.deal] = None if gone or scores is None else float(scores[seat])
        came[number] |= not _is_missing(match, seat, players.get(number))
    one, other = table.players
    ahead = sum(_sign(made[one][deal], made[other][deal]) for deal in made[one])
    totals = [sum(score or 0.0 for score in made[player].values()) for player in table.players]
    lead = ahead or totals[0] - totals[1]
    places = (1, 1) if lead == 0 else (1, 2) if lead > 0 else (2, 1)
    missing = tuple(seat for seat, player in enumerate(table.players) if not came[player])
    return Outcome(places, tuple(totals), missing)


def _sign(one: float | None, other: float | None) -> int:
    """Whether one did better (1) or worse (-1); who was not there at the end did worst."""
    mine = float("-inf") if one is None else one
    yours = float("-inf") if other is None else other
    return (mine > yours) - (mine < yours)


def name_of(player: Player | None) -> str:
    return FORMER_NAME if player is None else player.name
