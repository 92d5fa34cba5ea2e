"""How well each seat played, from the analyses that are there."""

import sqlalchemy as sa
from alembic import op

revision = "accuracy"
down_revision = "duplicates"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("accuracy", sa.Double(), nullable=True))
    op.create_index(
        "results_judged",
        "results",
        ["user", "ended", "match"],
        sqlite_where=sa.text("accuracy IS NOT NULL"),
        postgresql_where=sa.text("accuracy IS NOT NULL"),
    )
    _fill()


def _fill() -> None:
    """From studies that are whole; others are entered when they are."""
    studies = sa.table("studies", sa.column("match"), sa.column("study", sa.JSON))
    results = sa.table("results", sa.column("match"), sa.column("seat"), sa.column("accuracy"))
    matches = op.get_bind().execute(sa.select(studies.c.match)).scalars().all()
    for match in matches:
        found = sa.select(studies.c.study).where(studies.c.match == match)
        study = op.get_bind().execute(found).scalar_one()
        moves = study.get("moves", [])
        if len(moves) < study.get("of", 0):
            continue
        for seat in {each["seat"] for each in moves}:
            there = (results.c.match == match) & (results.c.seat == seat)
            values = {"accuracy": _accuracy(moves, seat)}
            op.execute(results.update().where(there).values(**values))


def _accuracy(moves: list[dict[str, float]], seat: int) -> float | None:
    mine = [(each["chance"], each["loss"]) for each in moves if each["seat"] == seat]
    kept = [chance / (chance + loss) for chance, loss in mine if chance + loss > 0]
    return round(sum(kept) / len(kept), 4) if kept else None
