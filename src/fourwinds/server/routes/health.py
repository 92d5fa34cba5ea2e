"""Health, readiness and metrics, for the operator."""

from __future__ import annotations

from fastapi import APIRouter, Response

from fourwinds.server.dependencies import TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.wire.base import Done
from fourwinds.server.wire.errors import Trouble

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> Done:
    """The server runs."""
    return Done()


@router.get("/ready", responses={503: {"model": Trouble}})
async def ready(registry: TheRegistry) -> Done:
    """The server runs and its database answers."""
    try:
        await registry.call_store(registry.store.ready)
    except Exception:
        raise ServerError("unavailable", "expected a database that answers") from None
    return Done()


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(registry: TheRegistry) -> Response:
    """Metrics for Prometheus; keep this route from the public."""
    return Response(registry.metrics.text(), media_type="text/plain; version=0.0.4")
