"""Tournaments: their logs, and who is behind the numbers in them."""

import sqlalchemy as sa
from alembic import op

revision = "tournaments"
down_revision = "accuracy"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("organiser", sa.String(length=32), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("players", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("wake", sa.BigInteger(), nullable=True),
        sa.Column("league", sa.String(length=80), nullable=True),
        sa.ForeignKeyConstraint(["organiser"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("league"),
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    op.create_index("tournaments_by_status", "tournaments", ["status", "created"])
    op.create_index("tournaments_by_wake", "tournaments", ["wake"])
    op.create_table(
        "tournament_entries",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "number"),
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=100), nullable=True),
        sa.Column("program", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament", "player"),
    )
    op.create_index("ix_tournament_players_user", "tournament_players", ["user"])
    op.create_index(
        "tournament_players_once", "tournament_players", ["tournament", "user"], unique=True
    )
