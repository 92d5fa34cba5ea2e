"""What all tests share: Hypothesis profiles, and the table of rules without a test.

A test names the rules it proves: `@pytest.mark.rule("ST-5.2")`. A run of the whole folder ends with
the rules that no test proved, and fails if there are any.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest

import fourwinds as fw
from fourwinds._loading import INTERPRETED
from tests.services import BINARIES, Postgres

TESTS = Path(__file__).parent
NUMBER = re.compile(r"[A-Z]{2}-\d+\.\d+")
# Tests here prove no rule, so a run without them is still one of everything.
PROVES_NO_RULE = {TESTS / "browser"}

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
    "interpreted", hypothesis.settings.get_profile("ci"), max_examples=8
)
PROFILE = "interpreted" if INTERPRETED else "ci" if os.environ.get("CI") else "default"
hypothesis.settings.load_profile(PROFILE)


def rule_numbers(game_id: str) -> set[str]:
    """The numbers of all rules in the texts of a game, without the headings."""
    path = fw.game(game_id).folder / "texts" / "en.toml"
    if not path.exists():
        return set()
    rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rules", {})
    return {number for number in rules if NUMBER.fullmatch(number)}


class Coverage:
    """Which rules were proved in this run, and whether it was a run of everything."""

    def __init__(self, config: pytest.Config) -> None:
        self.proved: set[str] = set()
        self.whole = _whole(config)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.whole = False

    def pytest_runtest_call(self, item: pytest.Item) -> None:
        for mark in item.iter_markers("rule"):
            self.proved.update(mark.args)

    def findings(self) -> list[str]:
        """What is wrong: rules without a test, and tests of rules that do not exist."""
        rules = {game: rule_numbers(game) for game in fw.games()}
        known = set[str]().union(*rules.values())
        prefixes = {number[:2] for number in known}
        out = []
        for game, numbers in rules.items():
            missing = sorted(numbers - self.proved, key=_in_order)
            if missing:
                out.append(f"rules of {game} without a test: {', '.join(missing)}")
        stray = sorted(n for n in self.proved - known if n[:2] in prefixes)
        if stray:
            out.append(f"tests of rules that do not exist: {', '.join(stray)}")
        return out

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._speaks(session.config) and session.exitstatus == 0 and self.findings():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        if self._speaks(config):
            terminalreporter.section("rules")
            for line in self.findings() or ["rules without a test: none"]:
                terminalreporter.line(line)

    def _speaks(self, config: pytest.Config) -> bool:
        return self.whole and not config.option.collectonly


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
    config.pluginmanager.register(Coverage(config), "rule-coverage")


def _whole(config: pytest.Config) -> bool:
    """Whether everything below tests/ was asked for."""
    option = config.option
    if getattr(option, "numprocesses", None) or hasattr(config, "workerinput"):
        return False  # each process sees only its share
    if option.keyword or option.markexpr or getattr(option, "lf", False):
        return False
    ignored = {Path(path).resolve() for path in option.ignore or ()}
    if not ignored <= PROVES_NO_RULE:
        return False
    if option.ignore_glob or option.deselect or getattr(option, "stepwise", False):
        return False
    asked = [(config.invocation_params.dir / arg).resolve() for arg in config.args]
    return any(TESTS.is_relative_to(path) for path in asked)


def _in_order(number: str) -> tuple[str, list[int]]:
    return number[:2], [int(part) for part in number[3:].split(".")]
