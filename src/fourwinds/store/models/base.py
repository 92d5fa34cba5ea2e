"""What all tables have in common.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, String
from sqlalchemy.orm import DeclarativeBase

ID = String(32)
HASH = String(64)


class Base(DeclarativeBase):
    type_annotation_map = {int: BigInteger, dict[str, Any]: JSON}  # noqa: RUF012
