"""People: mail addresses, operators, bans that end, tickets, and who once sat in a match."""

import sqlalchemy as sa
from alembic import op

revision = "people"
down_revision = "0001"
branch_labels = None
depends_on = None

FOREVER = 253_402_300_799_000  # the end of the year 9999


def upgrade() -> None:
    # Columns are changed in place: a table made anew would take with it what refers to it.
    op.add_column("users", sa.Column("email", sa.String(length=254), nullable=True))
    op.add_column(
        "users", sa.Column("operator", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("users", sa.Column("banned_until", sa.BigInteger(), nullable=True))
    op.add_column("users", sa.Column("ban_reason", sa.String(length=500), nullable=True))
    op.execute(f"UPDATE users SET banned_until = {FOREVER} WHERE banned")
    op.drop_column("users", "banned")
    op.create_index("ix_users_email", "users", ["email"])
    op.add_column(
        "players", sa.Column("seated", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("ix_tickets_user", "tickets", ["user"])
