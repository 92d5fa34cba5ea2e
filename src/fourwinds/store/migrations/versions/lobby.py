"""What a lobby shows of tables, and tables that the server itself starts."""

import sqlalchemy as sa
from alembic import op

revision = "lobby"
down_revision = "daily"
branch_labels = None
depends_on = None
PACES = {"move": "live", "total": "live", "days": "days"}


def upgrade() -> None:
    pace = sa.Column("pace", sa.String(length=8), nullable=False, server_default="none")
    op.add_column("matches", pace)
    delay = sa.Column("delay", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("matches", delay)
    op.create_table(
        "gatherings",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("bot", sa.String(length=100), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("wait", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_index("ix_gatherings_due", "gatherings", ["due"])
    op.create_index("results_recent", "results", ["private", "seat", "ended", "match"])
    _fill()


def _fill() -> None:
    """Of matches that still wait or run; nobody looks for others by their pace."""
    matches = sa.table(
        "matches", sa.column("id"), sa.column("status"), sa.column("pace"), sa.column("delay")
    )
    entries = sa.table(
        "entries", sa.column("match"), sa.column("number"), sa.column("data", sa.JSON)
    )
    found = (
        sa.select(matches.c.id, entries.c.data)
        .join(entries, sa.and_(entries.c.match == matches.c.id, entries.c.number == 1))
        .where(matches.c.status != "over")
    )
    for match, data in op.get_bind().execute(found).all():
        setup = data.get("setup", {})
        values = {
            "pace": PACES.get(setup.get("clock", {}).get("kind"), "none"),
            "delay": setup.get("delay", 0),
        }
        op.execute(matches.update().where(matches.c.id == match).values(**values))
