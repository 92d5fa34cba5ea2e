"""The tables. The log, keyed (match, number), is the truth; the rest of a match follows from it.

Times are milliseconds since 1970. Of sessions and tokens only hashes are kept.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    literal_column,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)
HASH = String(64)


class Base(DeclarativeBase):
    type_annotation_map = {int: BigInteger, dict[str, Any]: JSON}  # noqa: RUF012


class UserRow(Base):
    """A person; a guest has no login. `banned_until` is when a ban ends."""

    __tablename__ = "users"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64), index=True)
    created: Mapped[int]
    login: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    operator: Mapped[bool] = mapped_column(default=False)
    banned_until: Mapped[int | None]
    ban_reason: Mapped[str | None] = mapped_column(String(500))


class SessionRow(Base):
    """A browser that is signed in; `agent` is what it calls itself, shortened."""

    __tablename__ = "sessions"
    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[int]
    agent: Mapped[str] = mapped_column(String(80))


class SecondFactorRow(Base):
    """One-time passwords of an account (TOTP); until it is `confirmed` it is not asked for.

    `used` is the time step of the last code, which must not come again; `hashes` are those of
    recovery codes not yet used.
    """

    __tablename__ = "second_factors"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    secret: Mapped[str] = mapped_column(String(64))
    confirmed: Mapped[bool]
    used: Mapped[int]
    hashes: Mapped[dict[str, Any]]
    created: Mapped[int]


class TokenRow(Base):
    """What lets a person's own program play for him."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    hash: Mapped[str] = mapped_column(HASH, unique=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[int]


class TicketRow(Base):
    """What was mailed to somebody to be brought back once: to choose a password, to prove an
    address."""

    __tablename__ = "tickets"
    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]
    created: Mapped[int]
    expires: Mapped[int]


class ChannelRow(Base):
    """A way to tell somebody that it is his turn; `always` means in quick matches as well.

    Nothing but the question whose it is goes to an address that is not `confirmed`.
    """

    __tablename__ = "channels"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any]]
    always: Mapped[bool]
    language: Mapped[str] = mapped_column(String(2))
    created: Mapped[int]
    confirmed: Mapped[bool]


class OutboxRow(Base):
    """Something to be sent, once. `due` is the time of the next try."""

    __tablename__ = "outbox"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str | None] = mapped_column(ID, ForeignKey("channels.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(16))
    match: Mapped[str | None] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"))
    seat: Mapped[int | None]
    data: Mapped[dict[str, Any]]
    created: Mapped[int]
    due: Mapped[int]
    tries: Mapped[int]
    state: Mapped[str] = mapped_column(String(8))
    __table_args__ = (
        Index("outbox_by_due", "state", "due"),
        Index("outbox_by_match", "match", "seat"),
    )


class RatingRow(Base):
    """How strong somebody is at a game for 2 to 5; bots are called "bot:captain:200ms".

    `least` is what he is worth at least, almost surely: tables are ordered by it.
    """

    __tablename__ = "ratings"
    user: Mapped[str] = mapped_column(String(80), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]
    changed: Mapped[int]
    least: Mapped[float] = mapped_column(Double, server_default="0")
    __table_args__ = (Index("ratings_by_least", "game", "players", "least", "user"),)


class LessonRow(Base):
    """A lesson that somebody has been through, and when he first came to its end."""

    __tablename__ = "lessons_done"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(40), primary_key=True)
    done: Mapped[int]


class MatchRow(Base):
    """What lists of matches show, how long the log is (`number`), and by which rules it is played.

    `wake` is when a server has something to do for it, if none has done it until then. `pace` is
    that of its clock, as people choose it, and `delay` by how many seconds spectators see it later.
    """

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    host: Mapped[str] = mapped_column(ID)
    status: Mapped[str] = mapped_column(String(16))
    private: Mapped[bool]
    rated: Mapped[bool]
    free: Mapped[int]
    players: Mapped[int]
    created: Mapped[int]
    changed: Mapped[int]
    wake: Mapped[int | None]
    number: Mapped[int]
    rules_version: Mapped[int]
    pace: Mapped[str] = mapped_column(String(8), server_default="none")
    delay: Mapped[int] = mapped_column(server_default="0")
    __table_args__ = (
        Index("matches_by_status", "status", "private", "created"),
        Index("matches_by_wake", "wake"),
    )


class GatheringRow(Base):
    """A table that the server itself starts: when it is full, or with bots when the wait is over.

    `due` is when it is next looked at, `until` when bots take the seats that are left (None: never)
    and `wait` how many milliseconds that was from the beginning.
    """

    __tablename__ = "gatherings"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    bot: Mapped[str] = mapped_column(String(100))
    due: Mapped[int] = mapped_column(index=True)
    until: Mapped[int | None]
    wait: Mapped[int | None]


class PlayerRow(Base):
    """Who sits in which match, or has sat there; `ended` is when the match was over, None before.

    So the few that somebody plays are found without looking at the many he has played.
    """

    __tablename__ = "players"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(ID, primary_key=True)
    seated: Mapped[bool]
    ended: Mapped[int | None]
    __table_args__ = (Index("players_by_user", "user", "ended", "match", "seated"),)


class EntryRow(Base):
    """One entry of a match's log."""

    __tablename__ = "entries"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[int]
    kind: Mapped[str] = mapped_column(String(24))
    seat: Mapped[int | None]
    user: Mapped[str | None] = mapped_column(ID)
    data: Mapped[dict[str, Any]]


class SnapshotRow(Base):
    """The position after an entry: what the log must come to when it is read again."""

    __tablename__ = "snapshots"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[dict[str, Any]]


class AnswerRow(Base):
    """The first answer to a request that carried a key, for when it comes again."""

    __tablename__ = "answers"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    answer: Mapped[dict[str, Any]]


class ReportRow(Base):
    """A line of chat that somebody complains of; `line` is its entry's number."""

    __tablename__ = "reports"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    match: Mapped[str] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"))
    line: Mapped[int]
    user: Mapped[str] = mapped_column(ID)
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[int]
    settled: Mapped[bool] = mapped_column(default=False)


class JobRow(Base):
    """Work for a worker process; until `lease` it is the worker's who has taken it.

    `person` and `match` are hashes of whose turn it takes up.
    """

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(HASH, primary_key=True)
    job: Mapped[dict[str, Any]]
    person: Mapped[str] = mapped_column(ID)
    match: Mapped[str] = mapped_column(ID)
    created: Mapped[int]
    lease: Mapped[int | None]
    worker: Mapped[str | None] = mapped_column(ID)
    tries: Mapped[int]
    done: Mapped[int | None]
    result: Mapped[dict[str, Any] | None]
    __table_args__ = (Index("jobs_by_age", "done", "created"),)


class JobTurnRow(Base):
    """When (in microseconds) a job of a person, or of a match of his, was last taken."""

    __tablename__ = "job_turns"
    name: Mapped[str] = mapped_column(ID, primary_key=True)
    taken: Mapped[int]


class KeyRow(Base):
    """Keys the server makes for itself when first started."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary)


class StudyRow(Base):
    """What was found out about a finished match, whole or as far as it has come."""

    __tablename__ = "studies"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    changed: Mapped[int]
    study: Mapped[dict[str, Any]]


class ResultRow(Base):
    """How a seat of a finished match came out, for people's histories.

    `user` is whose history it stands in: of several seats of one person only the first has it. `mu`
    and `sigma` are what a rated match made of his rating, `accuracy` what an analysis found.
    """

    __tablename__ = "results"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user: Mapped[str | None] = mapped_column(ID)
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(100))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    rated: Mapped[bool]
    private: Mapped[bool]
    ended: Mapped[int]
    outcome: Mapped[str] = mapped_column(String(8))
    place: Mapped[int | None]
    score: Mapped[int | None]
    mu: Mapped[float | None] = mapped_column(Double)
    sigma: Mapped[float | None] = mapped_column(Double)
    accuracy: Mapped[float | None] = mapped_column(Double)
    __table_args__ = (
        # What is counted over all matches of somebody stands in the index itself.
        Index("results_by_user", "user", "ended", "match", "outcome", "private"),
        Index("results_by_game", "user", "game", "ended", "match", "outcome", "private"),
        Index("results_by_name", "match", "name", "user"),
        Index("results_recent", "private", "seat", "ended", "match"),
        Index(
            "results_judged",
            "user",
            "ended",
            "match",
            "game",
            "accuracy",
            "private",
            sqlite_where=literal_column("accuracy IS NOT NULL"),
            postgresql_where=literal_column("accuracy IS NOT NULL"),
        ),
    )


class ProfileRow(Base):
    """What somebody has chosen about the page that shows him; without a row, nothing."""

    __tablename__ = "profiles"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    hidden: Mapped[bool]


class DailyDealRow(Base):
    """The deal of a game on a day, the same for everybody; its secret is shown afterwards."""

    __tablename__ = "daily_deals"
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int]
    bot: Mapped[str] = mapped_column(String(100))
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    made: Mapped[int]


class DailyTryRow(Base):
    """Somebody's one try at a deal of the day; the row comes before the match."""

    __tablename__ = "daily_tries"
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    match: Mapped[str] = mapped_column(ID)
    created: Mapped[int]


class FollowRow(Base):
    """Somebody follows another, and so agrees to be invited by him.

    Two who follow each other are friends.
    """

    __tablename__ = "follows"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created: Mapped[int]


class BlockRow(Base):
    """Somebody wants nothing to do with somebody else, who is not told."""

    __tablename__ = "blocks"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created: Mapped[int]


class InvitationRow(Base):
    """Somebody (`user`) is invited: `kind` says to what, `target` to which; `code` opens it."""

    __tablename__ = "invitations"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    target: Mapped[str] = mapped_column(ID, primary_key=True)
    sender: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    code: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[int]


class NoteRow(Base):
    """What somebody wrote to himself about a match."""

    __tablename__ = "notes"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    text: Mapped[str] = mapped_column(Text)
    changed: Mapped[int]


class ClubRow(Base):
    """People who play among themselves; `code` is what the link to join holds."""

    __tablename__ = "clubs"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    about: Mapped[str] = mapped_column(Text)
    code: Mapped[str] = mapped_column(ID)
    created: Mapped[int]


class ClubMemberRow(Base):
    """`lead` says who may change the club; the longest there has it if the last such leaves."""

    __tablename__ = "club_members"
    club: Mapped[str] = mapped_column(
        ID, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    lead: Mapped[bool]
    joined: Mapped[int]


class ClubMatchRow(Base):
    """A private match of a club; `code` is the invitation by which its members come to it."""

    __tablename__ = "club_matches"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    club: Mapped[str] = mapped_column(ID, ForeignKey("clubs.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(64))
    created: Mapped[int]
    __table_args__ = (Index("club_matches_by_club", "club", "created"),)


class ClubRatingRow(Base):
    """The ladder of a club: how strong its members are among themselves."""

    __tablename__ = "club_ratings"
    club: Mapped[str] = mapped_column(
        ID, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]
    changed: Mapped[int]


class DuplicateRow(Base):
    """A duplicate match of people: the same deals at several tables.

    `status` is open while people come, running, closing when the last table has closed, then over.
    `seats` is how many seats of a table each team has; with 0 everybody has a table of his own.
    `until` is when it is closed at the latest, `days` after its beginning.
    """

    __tablename__ = "duplicates"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    seats: Mapped[int]
    deals: Mapped[int]
    tables: Mapped[int]
    bot: Mapped[str] = mapped_column(String(100))
    pace: Mapped[str] = mapped_column(String(8))
    host: Mapped[str] = mapped_column(ID)
    code: Mapped[str] = mapped_column(ID)
    status: Mapped[str] = mapped_column(String(16))
    created: Mapped[int]
    until: Mapped[int]
    days: Mapped[int]
    __table_args__ = (Index("duplicates_by_end", "status", "until"),)


class DuplicateDealRow(Base):
    """A deal of a duplicate match; `secret` leaves the server when the last table has closed."""

    __tablename__ = "duplicate_deals"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    secret: Mapped[bytes] = mapped_column(LargeBinary)


class DuplicatePlayerRow(Base):
    """Who takes part in a duplicate match; `place` says at which table and in which team."""

    __tablename__ = "duplicate_players"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    place: Mapped[int]
    joined: Mapped[int]
    __table_args__ = (Index("duplicate_players_by_place", "duplicate", "place", unique=True),)


class DuplicateTableRow(Base):
    """A deal at a table of a duplicate match; the row comes before the match."""

    __tablename__ = "duplicate_tables"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    match: Mapped[str] = mapped_column(ID, index=True)


class TournamentRow(Base):
    """What lists of tournaments show, how long the log is (`number`), and what is agreed (`data`).

    `wake` is when a server is to look after it. `league` names one that the server itself begins,
    so that it begins it once. Who organises is not called `user`: a tournament outlives him.
    """

    __tablename__ = "tournaments"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    organiser: Mapped[str | None] = mapped_column(
        ID, ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    game: Mapped[str] = mapped_column(String(40))
    format: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]
    status: Mapped[str] = mapped_column(String(16))
    players: Mapped[int]
    number: Mapped[int]
    created: Mapped[int]
    wake: Mapped[int | None]
    league: Mapped[str | None] = mapped_column(String(80), unique=True)
    __table_args__ = (
        Index("tournaments_by_status", "status", "created"),
        Index("tournaments_by_wake", "wake"),
    )


class TournamentEntryRow(Base):
    """One entry of a tournament's log; it names nobody."""

    __tablename__ = "tournament_entries"
    tournament: Mapped[str] = mapped_column(
        ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]


class TournamentPlayerRow(Base):
    """Who is behind a number of a tournament's log: a person, or a bot of the house.

    `program` says that a program entered for the person. Without a row he has been forgotten.
    """

    __tablename__ = "tournament_players"
    tournament: Mapped[str] = mapped_column(
        ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user: Mapped[str | None] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    bot: Mapped[str | None] = mapped_column(String(100))
    program: Mapped[bool]
    joined: Mapped[int]
    __table_args__ = (Index("tournament_players_once", "tournament", "user", unique=True),)


class BoxRow(Base):
    """What somebody has typed in from the cards of his own box; who has the id may see it."""

    __tablename__ = "boxes"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(64))
    components: Mapped[dict[str, Any]]
    ready: Mapped[bool]
    created: Mapped[int]
    changed: Mapped[int]
