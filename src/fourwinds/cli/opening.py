"""Opening the page: `fourwinds serve --open` says where it is once the server answers."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from fourwinds.server.settings import Settings

PATIENCE = 60.0


def open_when_ready(host: str, port: int) -> int:
    """Wait for the server in a thread; the port to serve at, another one if it is taken."""
    port = port if _free(host, port) else _any(host)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{port}/"
    threading.Thread(target=_wait, args=(shown, port, address), daemon=True).start()
    return port


def quiet(settings: Settings) -> Settings:
    """People who play at this machine read of troubles alone."""
    return replace(settings, log_level="warning")


def has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _wait(host: str, port: int, address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _answers(host, port):
        if time.monotonic() > deadline:
            return
        time.sleep(0.1)
    typer.echo(f"Four Winds is ready: {address}  (Ctrl+C ends it)")
    if has_display():
        webbrowser.open(address)


def _answers(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False


def _free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _any(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        found: int = probe.getsockname()[1]
        return found
