"""How long people's pages take with many finished matches.

`python bench/histories.py [MATCHES] [DATABASE]`

Fills an empty database with made-up results of two seats each and one busy person who has played
one in a hundred; one match in a hundred has a whole log as well, copied from one that was played.
Then asks what pages ask, 20 times, and prints the middle and the slowest but the first in
milliseconds, and which indexes the database uses. A database that is filled already is asked alone.
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event, insert, select, text

import fourwinds as fw
from fourwinds.arena.duplicate import Result, compare
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.server.runtime.garbage import GarbageCollector
from fourwinds.store.clubs import Clubs
from fourwinds.store.daily import Daily
from fourwinds.store.duplicates import Duplicates
from fourwinds.store.entries import row_of_entry
from fourwinds.store.friends import Friends
from fourwinds.store.history import History, Wanted
from fourwinds.store.lobby import Lobby, Sought
from fourwinds.store.models import (
    BlockRow,
    ClubMatchRow,
    ClubMemberRow,
    ClubRatingRow,
    ClubRow,
    DailyTryRow,
    DuplicatePlayerRow,
    DuplicateRow,
    DuplicateTableRow,
    FollowRow,
    InvitationRow,
    RatingRow,
    TournamentRow,
    UserRow,
)
from fourwinds.store.notes import Notes
from fourwinds.store.ratings import Ratings
from fourwinds.store.store import Store
from fourwinds.store.tournaments import Tournaments

GAMES = ("santa-timea", "regatta", "vor-dem-wind", "winds-of-plunder")
BUSY = "f" * 24
SHARE = 100
TIMES = 20
PEOPLE = 50_000
CLUB, DAY = "c" * 16, "2026-11-18"
MEMBERS = 200
CLUBS, DAYS, EVENINGS, BLOCKS = 2_000, 500, 2_000, 20_000
"""What others have of these; small tables would be read whole."""
TOURNAMENTS = 10_000
JUDGED = 10
"""One match in this number was analysed."""


def person(number: int) -> str:
    return f"{number:024x}"


def played() -> list[Any]:
    """The entries of a whole match, to be copied."""
    seats = (SeatSetup("bot", "deckhand"), SeatSetup("bot", "deckhand"))
    match = Match.create(
        "m", MatchSetup("santa-timea", seats), "h", "Host", b"x" * 32, ["a", "b"], 1
    )
    match.start("h", 2)
    rng = random.Random(1)
    while match.state is not None and not match.state.over:
        seat = match.state.actors[0]
        match.play_bot(seat, rng.choice(match.state.actions(seat)), match.decision(seat), 3)
    return match.take_fresh()


def fill(store: Store, count: int) -> None:
    people = [
        {"id": person(number), "name": person(number)[-6:], "created": 1, "operator": False}
        for number in range(PEOPLE)
    ] + [{"id": BUSY, "name": "Busy", "created": 1, "operator": False}]
    with store.engine.begin() as connection:
        connection.execute(insert(UserRow), people)
        _matches(connection, count, store.shared)
        _companions(connection, count)
        _evening(connection, count)
        _contests(connection)
        _others(connection)
    # As PostgreSQL does by itself some minutes after such a change.
    tidy = "VACUUM ANALYZE" if store.shared else "ANALYZE"
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(tidy))


def _matches(connection: Connection, count: int, shared: bool) -> None:
    """Made by the database itself, which is the quickest."""
    if shared:
        numbers = f"SELECT i::bigint AS i FROM generate_series(0, {count - 1}) AS s(i)"
        name, hexadecimal = "'m' || lpad(i::text, 9, '0')", "lpad(to_hex({}), 24, '0')"
    else:
        numbers = (
            f"WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < {count - 1})"
            " SELECT i FROM s"
        )
        name, hexadecimal = "'m' || printf('%09d', i)", "printf('%024x', {})"
    true, false = ("true", "false") if shared else ("1", "0")
    connection.execute(text(f"CREATE TEMPORARY TABLE numbers AS {numbers}"))
    # Two people a match, never the same; the busy one in every hundredth.
    one, two = (
        f"(i * {step} % {PEOPLE // 2}) * 2 + {seat}" for seat, step in ((0, 7919), (1, 6007))
    )
    one = f"CASE WHEN i % {SHARE} = 0 THEN '{BUSY}' ELSE {hexadecimal.format(one)} END"
    seats = ((0, one), (1, hexadecimal.format(two)))
    game = " ".join(f"WHEN {number} THEN '{name}'" for number, name in enumerate(GAMES))
    game = f"CASE (i + i / {SHARE}) % {len(GAMES)} {game} END"
    versions = " ".join(f"WHEN '{name}' THEN {fw.game(name).rules_version}" for name in GAMES)
    connection.execute(
        text(
            "INSERT INTO matches (id, game, host, status, private, rated, free, players, created,"
            " changed, number, rules_version)"
            f" SELECT {name}, {game}, 'h', 'over', {false}, {true}, 0, 2, i * 1000, i * 1000, 9,"
            f" CASE {game} {versions} END FROM numbers"
        )
    )
    for seat, user in seats:
        won = f"(i / 3 + {seat}) % 2 = 0"
        connection.execute(
            text(
                'INSERT INTO results ("match", seat, "user", name, game, players, rated, private,'
                " ended, outcome, place, score, mu, sigma, accuracy)"
                f" SELECT {name}, {seat}, {user}, substr({user}, 19), {game}, 2, {true}, {false},"
                f" i * 1000, CASE WHEN {won} THEN 'won' ELSE 'lost' END,"
                f" CASE WHEN {won} THEN 1 ELSE 2 END, i % 50, 25.0, 4.0,"
                f" CASE WHEN i % {JUDGED} = 0 THEN 0.8 END FROM numbers"
            )
        )
        connection.execute(
            text(
                'INSERT INTO players ("match", "user", seated, ended)'
                f" SELECT {name}, {user}, {true}, i * 1000 FROM numbers"
            )
        )
    first = [row_of_entry("m000000000", entry) for entry in played()]
    columns = ("match", "number", "time", "kind", "seat", "user", "data")
    listed = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(f":{column}" for column in columns)
    if shared:
        values = values.replace(":data", "CAST(:data AS json)")
    connection.execute(text(f"INSERT INTO entries ({listed}) VALUES ({values})"), first)
    copied = ", ".join(f'e."{column}"' for column in columns[1:])
    connection.execute(
        text(
            f"INSERT INTO entries ({listed}) SELECT {name}, {copied} FROM entries e, numbers"
            f" WHERE e.\"match\" = 'm000000000' AND i > 0 AND i % {SHARE} = 0"
        )
    )
    # Of those with a log also a snapshot, and an answer to each of twenty requests.
    nothing = "CAST('{}' AS json)" if shared else "'{}'"
    logged = f"FROM numbers WHERE i % {SHARE} = 0"
    connection.execute(
        text(
            'INSERT INTO snapshots ("match", number, position)'
            f" SELECT {name}, 1, {nothing} {logged}"
        )
    )
    for key in range(20):
        connection.execute(
            text(
                'INSERT INTO answers ("match", "user", "key", answer)'
                f" SELECT {name}, '{BUSY}', 'k{key}', {nothing} {logged}"
            )
        )
    connection.execute(
        text(
            'INSERT INTO notes ("user", "match", text, changed)'
            f" SELECT '{BUSY}', {name}, 'so', 1 FROM numbers WHERE i % {SHARE} = 0"
        )
    )


def _companions(connection: Connection, count: int) -> None:
    """Friends and a club of the busy person, and a deal of a day that many have tried."""
    follows = [{"user": BUSY, "other": person(number), "created": 1} for number in range(500)]
    follows += [{"user": person(number), "other": BUSY, "created": 1} for number in range(500)]
    follows += [
        {"user": person(number), "other": person((number + step) % PEOPLE), "created": 1}
        for number in range(PEOPLE)
        for step in (1, 2, 3)
    ]
    connection.execute(insert(FollowRow), follows)
    row = {"id": CLUB, "name": "Gulls", "about": "", "code": "x", "created": 1}
    connection.execute(insert(ClubRow).values(**row))
    members = [BUSY, *(person(number) for number in range(MEMBERS - 1))]
    rows = [{"club": CLUB, "user": user, "lead": False, "joined": 1} for user in members]
    connection.execute(insert(ClubMemberRow), rows)
    rated = {"mu": 25.0, "sigma": 4.0, "matches": 9, "changed": 1}
    rungs = [
        {"club": CLUB, "user": user, "game": game, **rated} for user in members for game in GAMES
    ]
    connection.execute(insert(ClubRatingRow), rungs)
    of_club = [
        {"match": f"m{number:09}", "club": CLUB, "code": "x", "created": number}
        for number in range(0, count, 2 * SHARE)
    ]
    connection.execute(insert(ClubMatchRow), of_club)
    tries = [
        {
            "day": DAY,
            "game": GAMES[0],
            "user": person(number),
            "match": f"m{number:09}",
            "created": 1,
        }
        for number in range(min(1000, count))
    ]
    connection.execute(insert(DailyTryRow), tries)


def _evening(connection: Connection, count: int) -> None:
    """A duplicate match of sixteen people and sixteen deals."""
    new = "d" * 16
    own = {"id": new, "name": "Evening", "game": GAMES[0], "players": 2, "seats": 0, "deals": 16}
    own |= {"tables": 16, "bot": "mate", "pace": "none", "host": BUSY, "code": "x"}
    own |= {"status": "over", "created": 1, "until": 1, "days": 7}
    connection.execute(insert(DuplicateRow).values(**own))
    users = [BUSY, *(person(number) for number in range(15))]
    rows = [
        {"duplicate": new, "user": user, "place": place, "joined": 1}
        for place, user in enumerate(users)
    ]
    connection.execute(insert(DuplicatePlayerRow), rows)
    tables = [
        {
            "duplicate": new,
            "deal": deal,
            "table": table,
            "match": f"m{(16 * deal + table) % count:09}",
        }
        for deal in range(16)
        for table in range(16)
    ]
    connection.execute(insert(DuplicateTableRow), tables)


def _contests(connection: Connection) -> None:
    """Everybody rated in every game, and tournaments of all those days."""
    users = [BUSY, *(person(number) for number in range(PEOPLE))]
    rated = [
        {"user": user, "game": game, "players": 2, "mu": 25.0 + number % 97 / 10}
        | {"sigma": 4.0, "least": 13.0 + number % 97 / 10, "matches": 9, "changed": 1}
        for number, user in enumerate(users)
        for game in GAMES
    ]
    connection.execute(insert(RatingRow), rated)
    row = {"organiser": BUSY, "game": GAMES[0], "format": "swiss", "data": {}, "players": 32}
    held = [
        {"id": f"t{number:09}", "name": "Cup", "status": "over" if number % 50 else "running"}
        | row
        | {"number": 1, "created": number}
        for number in range(TOURNAMENTS)
    ]
    connection.execute(insert(TournamentRow), held)


def _others(connection: Connection) -> None:
    """Clubs, duplicate matches, deals of days, blocks and invitations of everybody else."""
    clubs = [f"k{number:015}" for number in range(CLUBS)]
    row = {"about": "", "code": "x", "created": 1}
    connection.execute(insert(ClubRow), [{"id": club, "name": club, **row} for club in clubs])
    seats = [
        (club, person((10 * number + place) % PEOPLE))
        for number, club in enumerate(clubs)
        for place in range(10)
    ]
    members = [{"club": club, "user": user, "lead": False, "joined": 1} for club, user in seats]
    connection.execute(insert(ClubMemberRow), members)
    rated = {"game": GAMES[0], "mu": 25.0, "sigma": 4.0, "matches": 9, "changed": 1}
    rungs = [{"club": club, "user": user, **rated} for club, user in seats]
    connection.execute(insert(ClubRatingRow), rungs)
    own = {"name": "Evening", "game": GAMES[0], "players": 2, "seats": 0, "deals": 2, "tables": 4}
    own |= {"bot": "mate", "pace": "none", "host": person(1), "code": "x", "status": "over"}
    own |= {"created": 1, "until": 1, "days": 7}
    evenings = [f"e{number:015}" for number in range(EVENINGS)]
    connection.execute(insert(DuplicateRow), [{"id": each, **own} for each in evenings])
    there = [
        {"duplicate": each, "place": place, "joined": 1, "user": person((4 * n + place) % PEOPLE)}
        for n, each in enumerate(evenings)
        for place in range(4)
    ]
    connection.execute(insert(DuplicatePlayerRow), there)
    tables = [
        {"duplicate": each, "deal": deal, "table": table, "match": f"x{n:09}{deal}{table}"}
        for n, each in enumerate(evenings)
        for deal in range(2)
        for table in range(4)
    ]
    connection.execute(insert(DuplicateTableRow), tables)
    tries = [
        {"day": f"day{day:07}", "game": game, "user": person((97 * day + 13 * place) % PEOPLE)}
        | {"match": f"y{day:06}{place:03}", "created": 1}
        for day in range(DAYS)
        for game in GAMES
        for place in range(20)
    ]
    connection.execute(insert(DailyTryRow), tries)
    pairs = [(person(number), person(number + 7)) for number in range(BLOCKS)]
    blocked = [{"user": user, "other": other, "created": 1} for user, other in pairs]
    connection.execute(insert(BlockRow), blocked)
    asked = {"kind": "club", "target": CLUB, "name": "Gulls", "code": None, "created": 1}
    invited = [{"user": other, "sender": user, **asked} for user, other in pairs]
    connection.execute(insert(InvitationRow), invited)


def timed(ask: Callable[[], Any]) -> tuple[float, float]:
    """The middle and the slowest time but the first, in milliseconds."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times[1:]), max(times[1:])


def asked(store: Store, user: str) -> dict[str, Callable[[], Any]]:
    """What the pages of a person and around him ask."""
    engine = store.engine
    history, friends, clubs = History(engine), Friends(engine), Clubs(engine)
    evenings, lobby, daily = Duplicates(engine), Lobby(engine), Daily(engine)
    last = history.page(user, False, Wanted())
    before = (last[-1]["ended"], last[-1]["match"]) if last else None
    matches = [row["match"] for row in last]
    others = [person(number) for number in range(4)]
    evening = "d" * 16
    return {
        "page": lambda: history.page(user, False, Wanted()),
        "next page": lambda: history.page(user, False, Wanted(), before),
        "game": lambda: history.page(user, False, Wanted(game="regatta")),
        "lost": lambda: history.page(user, False, Wanted(outcome="lost", rated=True)),
        "opponent": lambda: history.page(user, False, Wanted(opponent="00c350")),
        "games": lambda: history.games(user, False),
        "streaks": lambda: history.streaks(user, False),
        "curves": lambda: history.curves(user),
        "accuracy": lambda: history.accuracies(user, False),
        "notes": lambda: Notes(engine).read(user, matches),
        "friends": lambda: friends.people(user),
        "named": lambda: friends.named("Busy"),
        "blocks": lambda: friends.parted(user, others),
        "invited": lambda: friends.invitations(user, 1),
        "my clubs": lambda: clubs.of(user),
        "members": lambda: clubs.members(CLUB),
        "ladder": lambda: clubs.ladder(CLUB),
        "club page": lambda: clubs.matches(CLUB),
        "my duplicates": lambda: evenings.of(user),
        "duplicate": lambda: (evenings.people(evening), evenings.tables(evening)),
        "compared": lambda: compared(evenings.results(evening)),
        "deal of a day": lambda: daily.results(DAY, GAMES[0]),
        "my matches": lambda: store.matches_of(user),
        "hosted": lambda: store.hosted(user),
        "ratings": lambda: Ratings(engine).table(GAMES[0], 2),
        "tournaments": lambda: Tournaments(engine).listed(("over", "called-off")),
        "tries of a day": lambda: (daily.counts(DAY), daily.tries_of(DAY, user)),
        "lobby": lambda: (lobby.tables(Sought()), lobby.watchable(Sought())),
        "replays": lambda: lobby.recent(),
        "log": lambda: store.load("m000000000"),
    }


def compared(rows: list[dict[str, Any]]) -> Any:
    return compare(
        Result(row["user"] or "", str(row["deal"]), row["seat"], row["score"], row["place"])
        for row in rows
    )


def indexes(store: Store, ask: Callable[[], Any]) -> str:
    """The indexes by which the database finds what is asked, and tables it reads whole."""
    said: list[tuple[str, Any]] = []

    def hear(_c: Any, _cursor: Any, statement: str, values: Any, _x: Any, many: bool) -> None:
        if statement.lstrip().upper().startswith("SELECT") and not many:
            said.append((statement, values))

    event.listen(store.engine, "before_cursor_execute", hear)
    try:
        ask()
    finally:
        event.remove(store.engine, "before_cursor_execute", hear)
    explain = "EXPLAIN " if store.shared else "EXPLAIN QUERY PLAN "
    found: dict[str, None] = {}
    with store.engine.connect() as connection:
        for statement, values in said:
            for row in connection.exec_driver_sql(explain + statement, values):
                line = str(row[-1])
                used = re.findall(r"INDEX (\w+)|(?:using|on) (\w+)(?: on|  \()", line)
                for name in (part for pair in used for part in pair if part):
                    if "Seq Scan" not in line and "index" not in name.lower()[:5]:
                        found[name] = None
                if "Seq Scan" in line or line.startswith("SCAN"):
                    found[f"({' '.join(line.split()[:4])})"] = None
    return ", ".join(found)


def main(count: int, url: str) -> None:
    store = Store.open(url)
    with store.engine.connect() as connection:
        filled = connection.execute(select(UserRow.id).limit(1)).first() is not None
    if not filled:
        fill(store, count)
    GarbageCollector.settle()  # as a server does
    for name, user in (("usual", person(7)), ("busy", BUSY)):
        for what, ask in asked(store, user).items():
            used = indexes(store, ask) if name == "busy" else ""
            middle, slowest = timed(ask)
            print(f"{name:6} {what:14} {middle:7.2f} {slowest:7.2f} ms  {used}", flush=True)
    store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
        if count < 1:
            sys.exit("histories: expected at least one match")
        main(count, sys.argv[2] if len(sys.argv) > 2 else f"sqlite:///{folder}/histories.db")
