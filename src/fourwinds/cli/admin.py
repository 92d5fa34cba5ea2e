"""`fourwinds admin`: for those who run a server; most of it while the server runs."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourwinds.cli import speaking
from fourwinds.cli.progress import bar
from fourwinds.cli.serve import SettingsFile
from fourwinds.cli.speaking import Json
from fourwinds.core.errors import BadOptions, FourWindsError
from fourwinds.match.log_json import LogError

if TYPE_CHECKING:
    from collections.abc import Callable

    from fourwinds.match.match import Match
    from fourwinds.server.settings import Settings
    from fourwinds.store.people import People, User
    from fourwinds.store.store import Store

app = typer.Typer(help="Run a server: check, back up, help people, keep the peace.")
DAY = 24 * 3600_000
TRIES = 5
SAME = "same"
OTHER_RULES = "other rules"
DIFFERS = "differs"
UNREADABLE = "unreadable"
ALL_RIGHT = (SAME, OTHER_RULES)
KEPT = "is over. Its result, log and record are kept; its replay needs that version."
FROZEN = (
    "stands still and is shown to nobody as anything else; its players are told. Each of them may "
    "end it without a result, and so may you: fourwinds admin end-frozen."
)
WHAT_TO_DO = {
    DIFFERS: "names the present rules, but they do not allow what it says. It stands still. "
    "Restore it from a backup, or report the error.",
    UNREADABLE: "cannot be read. Restore it from a backup, or report the error.",
}

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="sqlite:///FILE or postgresql://... (default: as the server's settings say).",
        show_default=False,
    ),
]
Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The login of an account.")]
Who = Annotated[
    str, typer.Argument(metavar="WHO", help="The login of an account, or the id of a person.")
]


def _settings(file: Path | None, database: str | None) -> Settings:
    from fourwinds.server.settings import Settings

    given = dict(os.environ)
    if database is not None:
        given["FOURWINDS_DATABASE"] = database
    return Settings.read(given, file)


def _open(settings: Settings) -> Store:
    """The store, which must be there."""
    try:
        from sqlalchemy.engine import make_url

        from fourwinds.store.store import Store
    except ModuleNotFoundError as error:
        raise BadOptions(
            f"this needs the extra 'server': pip install 'fourwinds[server]' ({error.name})"
        ) from None
    url = settings.database
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
        raise BadOptions(f"there is no database {parts.database}; give one with --database")
    return Store.open(url)


def _people(store: Store) -> People:
    from fourwinds.store.people import People

    return People(store.engine)


def _account(people: People, login: str) -> User:
    found = people.of_login(login.lower())
    if found is None:
        raise BadOptions(f"there is no account {login[:64]!r}")
    return found


def _person(people: People, who: str) -> User:
    found = people.of_login(who.lower()) or people.find(who)
    if found is None:
        raise BadOptions(f"there is no account or person {who[:64]!r}")
    return found


def _now() -> int:
    return time.time_ns() // 1_000_000


# Checking.


@app.command("verify-all")
def verify_all(file: SettingsFile = None, database: Database = None, as_json: Json = False) -> None:
    """Replay every stored match that is of the present rules; exit code 1 if one differs.

    Matches of other rules cannot be replayed: they are frozen, and listed.
    """
    store = _open(_settings(file, database))
    try:
        ids = store.ids()
        rows = []
        with bar("replaying", len(ids)) as show:
            for match_id in ids:
                rows.append(_verified(store, match_id))
                show(len(rows))
    finally:
        store.close()
    found = Counter(row["result"] for row in rows)
    if as_json:
        speaking.print_json({"matches": len(rows), **found, "rows": rows})
    else:
        counted = _counted(found, (SAME, OTHER_RULES, DIFFERS, UNREADABLE))
        typer.echo(f"{len(rows)} matches: {counted}")
        for row in rows:
            if row["result"] != SAME:
                typer.echo(f"\n{row['match']} ({row['game']}, {row['status']}): {row['problem']}")
                typer.echo(f"  It {row['advice']}")
    if any(row["result"] not in ALL_RIGHT for row in rows):
        raise typer.Exit(1)


def _counted(found: Counter[str], names: tuple[str, ...]) -> str:
    return ", ".join(f"{found[name]} {name}" for name in names if found[name] or name == SAME)


def _verified(store: Store, match_id: str) -> dict[str, Any]:
    from fourwinds.match.match import Match

    row: dict[str, Any] = {"match": match_id, "game": "?", "status": "?", "rules_version": None}
    try:
        stored = store.load(match_id)
        match = Match.load(match_id, *((stored.entries, stored.snapshots) if stored else ([], {})))
    except FourWindsError as error:
        return {
            **row,
            "result": UNREADABLE,
            "problem": f"unreadable: {error}",
            "advice": WHAT_TO_DO[UNREADABLE],
        }
    row |= {
        "game": match.setup.game,
        "status": match.status,
        "rules_version": match.pinned.rules_version,
    }
    frozen = match.frozen
    if frozen is None:
        return {**row, "result": SAME, "problem": None, "advice": None}
    if frozen.differs is not None:
        problem = f"differs at entry {frozen.differs}"
        return {**row, "result": DIFFERS, "problem": problem, "advice": WHAT_TO_DO[DIFFERS]}
    return {
        **row,
        "result": OTHER_RULES,
        "problem": f"rules version {frozen.rules_version}, the present one is {frozen.present}",
        "advice": KEPT if match.status == "over" else FROZEN,
    }


@app.command("end-frozen")
def end_frozen(file: SettingsFile = None, database: Database = None) -> None:
    """End all matches that stand still because the rules have changed; without a result."""
    store = _open(_settings(file, database))
    ended = 0

    def end(match: Match, now: int) -> None:
        nonlocal ended
        if match.frozen is not None and match.status != "over":
            match.end_frozen(now)
            ended += 1

    try:
        for match_id in store.ids():
            try:
                _act(store, match_id, end)
            except LogError as error:
                typer.echo(f"skipped, unreadable: {error}", err=True)
    finally:
        store.close()
    typer.echo(f"{ended} matches ended")


@app.command("rate-again")
def rate_again(file: SettingsFile = None, database: Database = None) -> None:
    """Rate all rated matches anew from their logs, in the order they ended."""
    from fourwinds.store.ratings import Ratings

    store = _open(_settings(file, database))
    try:
        matches, rows = Ratings(store.engine).rate_again()
    finally:
        store.close()
    typer.echo(f"{matches} rated matches; {rows} ratings")


@app.command()
def stats(file: SettingsFile = None, database: Database = None, as_json: Json = False) -> None:
    """Count people, matches and what waits to be done."""
    store = _open(_settings(file, database))
    try:
        counted = store.counts(_now())
    finally:
        store.close()
    if as_json:
        speaking.print_json(counted)
        return
    width = max(len(name) for name in counted)
    for name, value in counted.items():
        typer.echo(f"{name:<{width}}  {value:>9,}")


# Keeping.


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
    file: SettingsFile = None,
    database: Database = None,
) -> None:
    """Write the whole database to a file, also while the server runs.

    The file holds keys and hashes of passwords: keep it as safe as the database.
    """
    from fourwinds.store.backup import backup as write

    store = _open(_settings(file, database))
    try:
        rows = write(store.engine, target)
    finally:
        store.close()
    typer.echo(f"{target}: {rows:,} rows, {target.stat().st_size:,} bytes")


@app.command()
def restore(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="A backup.", exists=True, dir_okay=False)
    ],
    file: SettingsFile = None,
    database: Database = None,
) -> None:
    """Fill an empty database, of either kind, with a backup. Start the server afterwards."""
    from fourwinds.store.backup import restore as read

    rows = read(source, _settings(file, database).database)
    typer.echo(f"{rows:,} rows restored")


# People.


@app.command()
def operator(
    login: Login,
    remove: Annotated[bool, typer.Option("--remove", help="Take the role away.")] = False,
    file: SettingsFile = None,
    database: Database = None,
) -> None:
    """Make an account an operator: it may read reports, ban, and remove lines and names."""
    store = _open(_settings(file, database))
    try:
        people = _people(store)
        account = _account(people, login)
        people.set_operator(account.id, not remove)
        others = ", ".join(str(each.login) for each in people.operators()) or "none"
    finally:
        store.close()
    typer.echo(f"operators: {others}")


@app.command("reset-password")
def reset_password(login: Login, file: SettingsFile = None, database: Database = None) -> None:
    """Print a link that lets somebody choose a new password, once, within a day."""
    from fourwinds.store.people import PASSWORD

    settings = _settings(file, database)
    store = _open(settings)
    try:
        people = _people(store)
        account = _account(people, login)
        code = people.issue(account.id, PASSWORD, {}, _now(), DAY)
    finally:
        store.close()
    base = settings.public_url.rstrip("/")
    typer.echo(f"{base}/settings#password={code}" if base else f"code: {code}")


@app.command("drop-second-factor")
def drop_second_factor(login: Login, file: SettingsFile = None, database: Database = None) -> None:
    """Let somebody who lost his authenticator and recovery codes sign in by password alone.

    Make sure first that it is he who asks.
    """
    store = _open(_settings(file, database))
    try:
        from fourwinds.store.second_factors import SecondFactors

        account = _account(_people(store), login)
        dropped = SecondFactors(store.engine).drop(account.id)
    finally:
        store.close()
    if not dropped:
        raise BadOptions(f"{account.login} has no second factor")
    typer.echo(f"{account.login} signs in by password alone from now on")


@app.command()
def bans(file: SettingsFile = None, database: Database = None, as_json: Json = False) -> None:
    """List who is kept out."""
    store = _open(_settings(file, database))
    try:
        found = _people(store).banned(_now())
    finally:
        store.close()
    rows = [
        {
            "user": user.id,
            "name": user.name,
            "login": user.login,
            "until": _until(user.banned_until),
            "reason": user.ban_reason,
        }
        for user in found
    ]
    if as_json:
        speaking.print_json(rows)
        return
    for row in rows:
        who = f"{row['name']} ({row['login'] or row['user']})"
        typer.echo(speaking.printable(f"{who}, until {row['until'] or 'ever'}: {row['reason']}"))
    if not rows:
        typer.echo("nobody is banned")


def _until(until: int | None) -> str | None:
    from fourwinds.store.people import FOREVER

    if until is None or until == FOREVER:
        return None
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until / 1000))


@app.command()
def ban(
    who: Who,
    reason: Annotated[str, typer.Option(help="Why; the person is told.")],
    days: Annotated[
        int | None,
        typer.Option(min=1, max=36500, help="For this number of days.", show_default="for ever"),
    ] = None,
    file: SettingsFile = None,
    database: Database = None,
) -> None:
    """Keep somebody out; bots stand in for him in his matches."""
    from fourwinds.match.setup import tidy
    from fourwinds.store.people import FOREVER

    told = tidy(reason, "reason", 500)
    store = _open(_settings(file, database))
    try:
        people = _people(store)
        user = _person(people, who)
        until = FOREVER if days is None else _now() + days * DAY
        people.ban(user.id, until, told)
        for match_id in people.matches_of(user.id):
            _act(store, match_id, lambda match, now: match.bench(user.id, now))
    finally:
        store.close()
    typer.echo(f"{speaking.printable(user.name)} is banned until {_until(until) or 'ever'}")


@app.command()
def unban(who: Who, file: SettingsFile = None, database: Database = None) -> None:
    """Let somebody in again."""
    store = _open(_settings(file, database))
    try:
        people = _people(store)
        user = _person(people, who)
        people.ban(user.id, None)
    finally:
        store.close()
    typer.echo(f"{speaking.printable(user.name)} is not banned")


def _act(store: Store, match_id: str, command: Callable[[Match, int], None]) -> None:
    """Do something to a match from outside; servers that have it in memory read it anew."""
    from fourwinds.match.match import Match
    from fourwinds.store.store import Behind

    for _ in range(TRIES):
        stored = store.load(match_id)
        if stored is None:
            return
        match = Match.load(match_id, stored.entries, stored.snapshots)
        now = _now()
        command(match, now)
        if not match.fresh:
            return
        try:
            store.append(match, match.take_fresh(), match.wake(now))
            return
        except Behind:
            continue
    raise FourWindsError(f"match {match_id} changes too quickly; try again")
