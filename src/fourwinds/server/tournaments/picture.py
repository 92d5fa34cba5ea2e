"""The picture of a tournament as somebody may see it: the same for all but for what is his."""

from __future__ import annotations

import csv
import io
from typing import Any

from fourwinds.match.seats import FORMER_NAME
from fourwinds.server.localisation import bot_label, texts
from fourwinds.server.tournaments.runner import Live, TournamentRunner, is_secret, number_of
from fourwinds.server.tournaments.terms import Terms
from fourwinds.server.wire.matches import ClockIn
from fourwinds.server.wire.tournaments import (
    MyEntry,
    TableMatch,
    TableOfRound,
    TournamentOut,
    TournamentStanding,
)
from fourwinds.tournaments.plan import ARENA
from fourwinds.tournaments.standings import Table, between

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LARGEST_CROSS = 40
MOST_TABLES = 400
"""How many tables of an arena are shown, the last ones; the export has all."""


def show(
    runner: TournamentRunner, live: Live, user: str | None, language: str, now: int
) -> TournamentOut:
    there, agreed, terms = live.tournament, live.agreed, Terms.of(live.agreed)
    plan = there.plan
    standings = stand(live, language)
    cross = None
    if len(standings) <= LARGEST_CROSS:
        order, book = [line.player for line in standings], there.book()
        cross = [
            [between(book, one, other) if one != other else [] for other in order] for one in order
        ]
    mine = number_of(live, user)
    if mine not in there.players:
        mine = None
    tables = [_table(runner, live, table, mine) for table in there.tables[-MOST_TABLES:]]
    return TournamentOut.model_validate(
        {
            "id": agreed.id,
            "number": there.number,
            "name": agreed.name,
            "about": terms.about,
            "game": agreed.game,
            "format": plan.format,
            "status": there.status,
            "paused": there.paused is not None,
            "organiser": agreed.organiser,
            "organiser_name": live.organiser,
            "organises": user is not None and user == agreed.organiser,
            "league": agreed.league is not None,
            "size": terms.players,
            "least": plan.least,
            "rounds": plan.rounds,
            "late": plan.late,
            "minutes": plan.lasts // MINUTE,
            "days": plan.every // DAY,
            "deals": plan.deals,
            "most": plan.most,
            "absences": plan.absences,
            "rated": terms.rated,
            "programs": terms.programs,
            "bot": terms.bot,
            "clock": ClockIn(**vars(terms.clock)),
            "starts": terms.starts,
            "open": there.open_to_entry(now) and len(there.active()) < plan.most,
            "round": there.round,
            "next": there.began + plan.lasts
            if plan.format == ARENA and there.began
            else there.wake(now),
            "ties": list(plan.ties),
            "standings": standings,
            "cross": cross,
            "tables": tables,
            "byes": {number: list(byes) for number, byes in there.byes_by_round.items() if byes},
            "mine": None if mine is None else _mine(runner, live, mine),
        }
    )


def stand(live: Live, language: str) -> list[TournamentStanding]:
    own, out = texts(language), []
    lines, sure = live.standings()
    for line in lines:
        player = live.players.get(line.player)
        name = FORMER_NAME if player is None else player.name
        if player is not None and player.bot is not None:
            name = bot_label(own, player.bot)
        out.append(
            TournamentStanding(
                **line.json(),
                user=None if player is None else player.user,
                name=name,
                bot=player is not None and player.bot is not None,
                program=player is not None and player.program,
                former=player is None,
                **vars(sure[line.player]),
            )
        )
    return out


def _mine(runner: TournamentRunner, live: Live, mine: int) -> MyEntry:
    there = live.tournament
    matches = [
        part.match
        for table in there.open_tables()
        if mine in table.players
        for part in runner.tables.parts(live.agreed, there, table)
        if mine in part.seats.values()
    ]
    return MyEntry(player=mine, out=mine in there.out, waits=mine in there.waiting, matches=matches)


def _table(runner: TournamentRunner, live: Live, table: Table, mine: int | None) -> TableOfRound:
    there, result, secret = live.tournament, table.result, is_secret(live, table.number)
    matches = [
        TableMatch(
            match=part.match,
            player=None if part.deal is None else next(iter(part.seats.values())),
            mine=mine in part.seats.values(),
        )
        for part in runner.tables.parts(live.agreed, there, table)
        # A deal that others still play is nobody's to watch.
        if not secret or mine in part.seats.values()
    ]
    return TableOfRound(
        number=table.number,
        round=table.round,
        players=list(table.players),
        over=result is not None,
        places=None if result is None else list(result.places),
        scores=None if result is None or secret or not result.scores else list(result.scores),
        missing=[] if result is None else sorted(result.missing),
        matches=matches,
    )


def export(runner: TournamentRunner, live: Live, language: str) -> dict[str, Any]:
    """Everything that is public of a tournament, all tables included."""
    there = live.tournament
    tables = [
        _table(runner, live, table, None).model_dump(exclude={"matches"})
        | {"matches": [] if is_secret(live, table.number) else _matches(runner, live, table)}
        for table in there.tables
    ]
    return {
        "id": live.agreed.id,
        "name": live.agreed.name,
        "game": live.agreed.game,
        "format": there.plan.format,
        "status": there.status,
        "rated": Terms.of(live.agreed).rated,
        "ties": list(there.plan.ties),
        "standings": [line.model_dump(exclude={"user"}) for line in stand(live, language)],
        "tables": tables,
        "byes": {str(number): list(byes) for number, byes in there.byes_by_round.items()},
    }


def _matches(runner: TournamentRunner, live: Live, table: Table) -> list[str]:
    return [part.match for part in runner.tables.parts(live.agreed, live.tournament, table)]


def as_csv(live: Live, language: str) -> str:
    """The standings, a line for each player."""
    ties = list(live.tournament.plan.ties)
    names = ["place", "name", "points", "played", "byes", "mean", "low", "high", "best", "worst"]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*names, *ties, "withdrawn"])
    for line in stand(live, language):
        row = [getattr(line, name) for name in names]
        row[1] = _plain(line.name)
        writer.writerow([*row, *(line.ties[name] for name in ties), line.withdrawn])
    return out.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
