"""Running the server: one process, or several that share a database."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import uvicorn
from fastapi import FastAPI

from fourwinds.server import logs
from fourwinds.server.settings import Settings

LARGEST_FRAME = 4096
KEEP_ALIVE = 75  # seconds; longer than a proxy before us keeps its connections
MEASURES = "PROMETHEUS_MULTIPROC_DIR"


def application() -> FastAPI:
    """The application of one process among several; they get their settings by the environment."""
    from fourwinds.server.app import create_app

    settings = Settings.read()
    logs.install(settings.log, settings.log_level)
    return create_app(settings)


def run(settings: Settings, host: str, port: int) -> None:
    logs.install(settings.log, settings.log_level)
    if settings.workers == 1:
        from fourwinds.server.app import create_app

        run_app(create_app(settings), settings, host, port)
        return
    os.environ.update(settings.environment())
    with tempfile.TemporaryDirectory(prefix="fourwinds-measures-") as folder:
        os.environ.setdefault(MEASURES, folder)
        uvicorn.run(
            "fourwinds.server.running:application",
            factory=True,
            workers=settings.workers,
            **options(settings, host, port),
        )


def run_app(app: FastAPI, settings: Settings, host: str, port: int) -> None:
    uvicorn.run(app, **options(settings, host, port))


def options(settings: Settings, host: str, port: int) -> dict[str, Any]:
    from fourwinds.server.frames import ChannelProtocol
    from fourwinds.server.lane import LaneProtocol

    return {
        "host": host,
        "port": port,
        "http": LaneProtocol,
        "ws": ChannelProtocol,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or None,
        "timeout_keep_alive": KEEP_ALIVE,
        "timeout_graceful_shutdown": 5,
        "ws_max_size": LARGEST_FRAME,
        # A state for compressing costs more memory a channel than all else, and time at each push.
        "ws_per_message_deflate": False,
    }
