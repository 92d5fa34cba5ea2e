"""Routes for whoever runs the server."""

from __future__ import annotations

from fastapi import APIRouter, Response

from fourwinds.server.errors import ServerError
from fourwinds.server.identity import TheHall
from fourwinds.server.wire import Done, Trouble

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> Done:
    """The server runs."""
    return Done()


@router.get("/ready", responses={503: {"model": Trouble}})
async def ready(hall: TheHall) -> Done:
    """The server runs and its database answers."""
    try:
        await hall.ask(hall.store.ready)
    except Exception:
        raise ServerError("unavailable", "expected a database that answers") from None
    return Done()


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(hall: TheHall) -> Response:
    """Measures for Prometheus; keep this route from the public."""
    return Response(hall.measures.text(), media_type="text/plain; version=0.0.4")
