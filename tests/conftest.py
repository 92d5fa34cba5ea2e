"""What all tests share: Hypothesis profiles, services, and the plugins of the run.

A test names the rules it proves: `@pytest.mark.rule("ST-5.2")`; see tests/rule_marks.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import hypothesis
import pytest

from fourwinds._loading import INTERPRETED
from tests.rule_marks import RuleMarks
from tests.services import BINARIES, Postgres

hypothesis.settings.register_profile(
    "default",
    deadline=None,
    max_examples=25,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large],
)
hypothesis.settings.register_profile(
    "ci", hypothesis.settings.get_profile("default"), derandomize=True, database=None
)
# The laws are proven with the compiled rules; that their source does the same needs fewer examples.
hypothesis.settings.register_profile(
    "interpreted", hypothesis.settings.get_profile("ci"), max_examples=3
)
# For daily work, and for `make test-long`.
hypothesis.settings.register_profile("quick", hypothesis.settings.get_profile("ci"), max_examples=4)
hypothesis.settings.register_profile(
    "long", hypothesis.settings.get_profile("default"), max_examples=500
)
PROFILE = "interpreted" if INTERPRETED else "ci" if os.environ.get("CI") else "default"
hypothesis.settings.load_profile(PROFILE)


class NoSkips:
    """In CI a skipped test fails the run: everything it needs is there."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for test in self.skipped:
            terminalreporter.line(f"skipped, which CI does not allow: {test}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that runs for the whole session."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed (package postgresql)")
    server = Postgres()
    server.start()
    try:
        yield server.url
    finally:
        server.stop()
        server.remove()


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI"):
        config.pluginmanager.register(NoSkips(), "no-skips")
    config.addinivalue_line("markers", "rule(number): the test proves this rule of the rules page")
    config.pluginmanager.register(RuleMarks(config), "rule-marks")
