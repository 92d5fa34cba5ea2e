"""Who follows and blocks whom, invitations, notes on matches, people by name."""

import sqlalchemy as sa
from alembic import op

revision = "friends"
down_revision = "lobby"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["other"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user", "other"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "follows",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["other"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user", "other"),
    )
    op.create_index("ix_follows_other", "follows", ["other"])
    op.create_table(
        "invitations",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=32), nullable=False),
        sa.Column("sender", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["sender"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user", "kind", "target"),
    )
    op.create_index("ix_invitations_sender", "invitations", ["sender"])
    op.create_table(
        "notes",
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user", "match"),
    )
    op.create_index("ix_notes_match", "notes", ["match"])
    op.create_index("ix_users_name", "users", ["name"])
