"""One-time passwords, and what browser a session belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "second_factors"
down_revision = "fair_jobs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    agent = sa.Column("agent", sa.String(length=80), nullable=False, server_default="")
    op.add_column("sessions", agent)
    op.create_table(
        "second_factors",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("hashes", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user"),
    )
