"""`fourwinds openapi`: the document that describes the server's API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourwinds.core.errors import BadOptions


def openapi(
    file: Annotated[
        Path | None, typer.Argument(help="Where to write it (default: print it).")
    ] = None,
) -> None:
    """Print the OpenAPI document of the server, for clients in other languages."""
    try:
        from fourwinds.server.openapi import document
    except ModuleNotFoundError as error:
        raise BadOptions(
            f"serving needs the extra 'server': pip install 'fourwinds[server]' ({error.name})"
        ) from None
    if file is None:
        typer.echo(document())
    else:
        file.write_text(document() + "\n", encoding="utf-8")
