"""Duplicate matches of people."""

import sqlalchemy as sa
from alembic import op

revision = "duplicates"
down_revision = "clubs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "duplicates",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("tables", sa.BigInteger(), nullable=False),
        sa.Column("bot", sa.String(length=100), nullable=False),
        sa.Column("pace", sa.String(length=8), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("days", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("duplicates_by_end", "duplicates", ["status", "until"])
    op.create_table(
        "duplicate_deals",
        sa.Column("duplicate", sa.String(length=32), nullable=False),
        sa.Column("deal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["duplicate"], ["duplicates.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("duplicate", "deal"),
    )
    op.create_table(
        "duplicate_players",
        sa.Column("duplicate", sa.String(length=32), nullable=False),
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["duplicate"], ["duplicates.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("duplicate", "user"),
    )
    op.create_index("ix_duplicate_players_user", "duplicate_players", ["user"])
    op.create_table(
        "duplicate_tables",
        sa.Column("duplicate", sa.String(length=32), nullable=False),
        sa.Column("deal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["duplicate"], ["duplicates.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("duplicate", "deal", "table"),
    )
    op.create_index("ix_duplicate_tables_match", "duplicate_tables", ["match"])
    op.create_index(
        "duplicate_players_by_place", "duplicate_players", ["duplicate", "place"], unique=True
    )
