"""What all models share: ids, shapes that the games fill in, JSON."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from starlette.responses import Response

PREFIX = "/api/v1"
MATCH_ID = r"^[a-z0-9-]{1,32}$"
BOX_ID = r"^[a-f0-9]{24}$"
MatchId = Annotated[str, Field(pattern=MATCH_ID)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Key = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Sent again, it gets its first answer."),
]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Proposable = Literal["undo", "end"]
EndedBy = Literal["rules", "agreement", "resignation", "withdrawal", "rules-changed", "closing"]

# What the games declare themselves, each its own: see game_schemas.py.
SHAPE = "x-shape"
View = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "View"})]
Position = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Position"})]
Components = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Components"})]
Fact = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Fact"})]
Preview = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Preview"})]
OfferedAction = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "OfferedAction"})]
RefusedAction = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "RefusedAction"})]


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Wire):
    code: str
    message: str
    rule: str | None


class Done(Wire):
    done: Literal[True] = True


def pack(data: object) -> str:
    """JSON; in plain ASCII where UTF-8 cannot hold what a stranger sent."""
    try:
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode()
    except TypeError:
        return json.dumps(data, separators=(",", ":"))


def answer(data: object, status: int = 200) -> Response:
    return Response(pack(data), status, media_type="application/json")
