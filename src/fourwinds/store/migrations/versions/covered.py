"""Indexes for people who have played much, and for tables of many; when each match ended."""

import sqlalchemy as sa
from alembic import op

revision = "covered"
down_revision = "boxes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("ended", sa.BigInteger(), nullable=True))
    over = "(SELECT changed FROM matches WHERE id = players.\"match\" AND status = 'over')"
    op.execute(f"UPDATE players SET ended = {over}")
    op.drop_index("ix_players_user", "players")
    op.create_index("players_by_user", "players", ["user", "ended", "match", "seated"])
    for name, columns in (("results_by_user", ["user"]), ("results_by_game", ["user", "game"])):
        op.drop_index(name, "results")
        op.create_index(name, "results", [*columns, "ended", "match", "outcome", "private"])
    op.create_index("results_by_name", "results", ["match", "name", "user"])
    op.drop_index("results_judged", "results")
    op.create_index(
        "results_judged",
        "results",
        ["user", "ended", "match", "game", "accuracy", "private"],
        sqlite_where=sa.text("accuracy IS NOT NULL"),
        postgresql_where=sa.text("accuracy IS NOT NULL"),
    )
    op.add_column("ratings", sa.Column("least", sa.Double(), nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET least = mu - 3 * sigma")
    op.create_index("ratings_by_least", "ratings", ["game", "players", "least", "user"])
