"""Results of finished matches for people's histories, and who wants his kept to himself.

Matches that are over are entered from their logs; what they made of ratings is not known from
there, and comes with `fourwinds admin rate-again`.
"""

import sqlalchemy as sa
from alembic import op

from fourwinds.store.migrations.seatings import results_of

revision = "results"
down_revision = "lessons"
branch_labels = None
depends_on = None
KINDS = ("created", "joined", "left", "bot-seated", "started", "ended")
STANDINGS = ("resigned", "replaced", "timed-out", "returned", "renamed", "forgotten")


def upgrade() -> None:
    op.create_table(
        "profiles",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user"),
    )
    results = op.create_table(
        "results",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("bot", sa.String(length=100), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=True),
        sa.Column("score", sa.BigInteger(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("results_by_user", "results", ["user", "ended", "match"])
    op.create_index("results_by_game", "results", ["user", "game", "ended", "match"])
    matches = sa.table("matches", sa.column("id"), sa.column("status"))
    entries = sa.table(
        "entries",
        sa.column("match", sa.String),
        sa.column("number", sa.BigInteger),
        sa.column("time", sa.BigInteger),
        sa.column("kind", sa.String),
        sa.column("seat", sa.BigInteger),
        sa.column("user", sa.String),
        sa.column("data", sa.JSON),
    )
    over = sa.select(matches.c.id).where(matches.c.status == "over")
    for match in op.get_bind().execute(over).scalars().all():
        log = sa.select(entries).where(
            entries.c.match == match, entries.c.kind.in_(KINDS + STANDINGS)
        )
        rows = results_of(op.get_bind().execute(log.order_by(entries.c.number)).all())
        if rows:
            op.bulk_insert(results, rows)
