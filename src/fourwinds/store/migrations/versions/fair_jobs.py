"""Jobs say whose they are, so that workers take them in turn."""

import sqlalchemy as sa
from alembic import op

revision = "fair_jobs"
down_revision = "pinned"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("person", "match"):
        column = sa.Column(name, sa.String(length=32), nullable=False, server_default="")
        op.add_column("jobs", column)
    op.create_table(
        "job_turns",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
