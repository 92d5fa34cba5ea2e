"""`fourwinds serve`: the server, without any configuration by default."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Annotated

import typer

from fourwinds.core.errors import BadOptions

Host = Annotated[str, typer.Option(help="The address to listen at.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="sqlite:///FILE (the default: fourwinds.db here) or postgresql://..."
    ),
]
LARGEST_FRAME = 4096


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": self.formatTime(record), "level": record.levelname, "part": record.name}
        message = record.getMessage()
        if record.name == "fourwinds.access":
            line |= json.loads(message)
        else:
            line["message"] = message
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def serve(host: Host = "127.0.0.1", port: Port = 8000, database: Database = None) -> None:
    """Serve matches over HTTP. Settings come from the environment: FOURWINDS_DATABASE and so on."""
    try:
        import uvicorn

        from fourwinds.server.app import create_app
        from fourwinds.server.settings import Settings
    except ModuleNotFoundError as error:
        raise BadOptions(
            f"serving needs the extra 'server': pip install 'fourwinds[server]' ({error.name})"
        ) from None
    settings = Settings.read()
    if database is not None:
        settings = replace(settings, database=database)
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        server_header=False,
    )
