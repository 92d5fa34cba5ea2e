"""Studies of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "studies"
down_revision = "ratings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("study", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match"),
    )
