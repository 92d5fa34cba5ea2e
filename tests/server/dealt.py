"""A server whose matches can be played again: one deal, and bots that always decide alike.

python -m tests.server.dealt PORT DATABASE DEAL
"""

from __future__ import annotations

import os
import sys
from functools import partialmethod
from hashlib import sha256
from typing import Any
from unittest.mock import patch

from fourwinds.match import fairness
from fourwinds.server import logs
from fourwinds.server.app import create_app
from fourwinds.server.botqueue import local_pool
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.run import run_app
from fourwinds.server.settings import Settings


def main(port: int, database: str, deal: str) -> None:
    settings = Settings.read(dict(os.environ) | {"FOURWINDS_DATABASE": database})
    logs.install(settings.log, settings.log_level)
    secret = sha256(f"deal {deal}".encode()).digest()

    def seed_of(job: dict[str, Any]) -> int:
        """By the seat alone: those who choose at the same time may answer in any order."""
        return fairness.bot_seed(secret, job["seat"], 0)

    create = partialmethod(MatchRegistry.create, secret=secret)
    with (
        patch.object(local_pool, "seed_of", seed_of),
        patch.object(MatchRegistry, "create", create),
    ):
        run_app(create_app(settings), settings, "127.0.0.1", port)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
