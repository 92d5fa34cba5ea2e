"""What is measured, for Prometheus; nothing in it tells of persons or matches."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Measures:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "fourwinds_requests", "Requests", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "fourwinds_request_seconds", "Time of requests", ["route"], registry=self.registry
        )
        self.entries = Counter("fourwinds_entries", "Entries written", registry=self.registry)
        self.notices = Counter(
            "fourwinds_notices", "Notices sent", ["kind", "status"], registry=self.registry
        )
        self.live = Gauge("fourwinds_live_matches", "Matches in memory", registry=self.registry)
        self.connections = Gauge("fourwinds_connections", "Open channels", registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
