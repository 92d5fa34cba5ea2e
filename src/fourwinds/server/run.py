"""Running the server: one process, or several that share a database."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE

from fourwinds.core.errors import FourWindsError
from fourwinds.server import logs
from fourwinds.server.connection_guard import Connections, GuardedChannel, GuardedProtocol
from fourwinds.server.routes import web_page
from fourwinds.server.runtime.child_processes import end_with_parent
from fourwinds.server.settings import Settings
from fourwinds.store.store import Store

log = logging.getLogger("fourwinds.server")
LARGEST_FRAME = 8192  # bytes; a line of the chat in any script fits
KEEP_ALIVE = 75  # seconds; longer than a proxy before us keeps its connections
BOOTS_WITHIN = 120  # seconds in which a process must answer, however busy the machine is
MEASURES = "PROMETHEUS_MULTIPROC_DIR"


def application() -> FastAPI:
    """The application of one process among several; they get their settings by the environment."""
    from fourwinds.server.app import create_app

    settings = Settings.read()
    logs.install(settings.log, settings.log_level)
    end_with_parent(gently=True)
    try:
        return create_app(settings)
    except FourWindsError as error:
        log.error("%s", error)
        sys.exit(STARTUP_FAILURE)


def run(settings: Settings, host: str, port: int) -> None:
    logs.install(settings.log, settings.log_level)
    if settings.workers == 1:
        from fourwinds.server.app import create_app

        app = create_app(settings)
        _say_where(host, port)
        run_app(app, settings, host, port)
        return
    # What is wrong with the database is said once, and its tables are brought up to date once.
    Store.open(settings.database).close()
    _say_where(host, port)
    os.environ.update(settings.environment())
    with tempfile.TemporaryDirectory(prefix="fourwinds-measures-") as folder:
        os.environ.setdefault(MEASURES, folder)
        uvicorn.run(
            "fourwinds.server.run:application",
            factory=True,
            workers=settings.workers,
            **options(settings, host, port),
        )


def _say_where(host: str, port: int) -> None:
    """Once the database is found to be in order; else that alone is said."""
    log.info("serving at http://%s:%d", f"[{host}]" if ":" in host else host, port)
    if not web_page.is_built():
        log.warning("%s", web_page.NOT_BUILT)


def run_app(app: FastAPI, settings: Settings, host: str, port: int) -> None:
    uvicorn.run(app, **options(settings, host, port))


def options(settings: Settings, host: str, port: int) -> dict[str, Any]:
    return {
        "host": host,
        "port": port,
        "http": partial(GuardedProtocol, Connections(settings.connections, settings.proxies)),
        "ws": partial(GuardedChannel, settings.requests, settings.burst),
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or None,
        "timeout_keep_alive": KEEP_ALIVE,
        "timeout_graceful_shutdown": 5,
        "timeout_worker_healthcheck": BOOTS_WITHIN,
        "ws_max_size": LARGEST_FRAME,
        # A state for compressing costs more memory a channel than all else, and time at each push.
        "ws_per_message_deflate": False,
    }
