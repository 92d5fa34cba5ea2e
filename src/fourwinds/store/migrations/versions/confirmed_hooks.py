"""Addresses of programs are confirmed before anything is sent there.

Those of before are not; their owners have them asked again by trying them out.
"""

import sqlalchemy as sa
from alembic import op

revision = "confirmed_hooks"
down_revision = "second_factors"
branch_labels = None
depends_on = None


def upgrade() -> None:
    yes = sa.true()
    op.add_column(
        "channels", sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=yes)
    )
    channels = sa.table("channels", sa.column("kind"), sa.column("confirmed", sa.Boolean))
    hooks = sa.update(channels).where(channels.c.kind == "webhook")
    op.execute(hooks.values(confirmed=False))
