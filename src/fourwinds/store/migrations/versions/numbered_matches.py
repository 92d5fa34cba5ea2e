"""How long the log of a match is, so that servers see at once that it has grown."""

import sqlalchemy as sa
from alembic import op

revision = "numbers"
down_revision = "studies"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Adding a column with a default leaves the table as it is. To alter one, SQLite would write the
    # table anew and drop the old one, and with it, by cascade, the log of every match.
    number = sa.Column("number", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("matches", number)
    op.execute(
        "UPDATE matches SET number = coalesce("
        "(SELECT max(entries.number) FROM entries WHERE entries.match = matches.id), 0)"
    )
