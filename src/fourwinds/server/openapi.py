"""The OpenAPI document, from which clients are made: `fourwinds openapi`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings


def document() -> str:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{Path(folder) / 'fourwinds.db'}"))
        app.state.registry.store.close()
        return json.dumps(app.openapi(), indent=1)


if __name__ == "__main__":
    print(document())
