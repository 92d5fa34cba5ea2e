"""Metrics for Prometheus; nothing in them tells of persons or matches.

Where several processes serve, each keeps its measures in a folder that all of them share, and
whichever is asked answers for all.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "fourwinds_requests", "Requests", ["method", "route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "fourwinds_request_seconds",
            "Time of requests",
            ["route"],
            registry=registry,
            buckets=BUCKETS,
        )
        self.entries = Counter("fourwinds_entries", "Entries written", registry=registry)
        self.writes = Histogram(
            "fourwinds_write_seconds",
            "Time until entries are on disk",
            registry=registry,
            buckets=BUCKETS,
        )
        self.notices = Counter(
            "fourwinds_notices", "Notices sent", ["kind", "status"], registry=registry
        )
        self.short = Counter(
            "fourwinds_short_thinking",
            "Moves of bots that had time for fewer iterations than their floor",
            registry=registry,
        )
        self.live = _gauge("fourwinds_live_matches", "Matches in memory", registry)
        self.connections = _gauge("fourwinds_connections", "Open channels", registry)
        self.thinking = _gauge("fourwinds_thinking", "Moves bots think over", registry)
        self.bus = _gauge("fourwinds_bus_up", "Processes that reach Redis", registry)

        self._of: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request that was answered; there are few kinds of them, found once."""
        found = self._of.get((method, route, status))
        if found is None:
            counted = self.requests.labels(method, route, str(status))
            found = self._of[method, route, status] = counted, self.seconds.labels(route)
        found[0].inc()
        found[1].observe(seconds)

    def text(self) -> bytes:
        folder = os.environ.get(FOLDER)
        if folder is None:
            return generate_latest(self.registry)
        for kept in Path(folder).glob("gauge_live*.db"):
            process = int(kept.stem.rsplit("_", 1)[1])
            if not Path(f"/proc/{process}").exists():
                mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
        together = CollectorRegistry()
        MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def _gauge(name: str, text: str, registry: CollectorRegistry) -> Gauge:
    return Gauge(name, text, registry=registry, multiprocess_mode="livesum")
