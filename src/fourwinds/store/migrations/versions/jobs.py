"""Jobs for worker processes."""

import sqlalchemy as sa
from alembic import op

revision = "jobs"
down_revision = "numbers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("job", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("lease", sa.BigInteger(), nullable=True),
        sa.Column("worker", sa.String(length=32), nullable=True),
        sa.Column("tries", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("jobs_by_age", "jobs", ["done", "created"], unique=False)
