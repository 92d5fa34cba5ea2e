"""The plugin behind `@pytest.mark.rule("ST-5.2")`: a test names the rules it proves.

While a marked test runs, the rules that are cited and the rules that refuse something are counted
(fourwinds.core.citations). A test in which its rule plays no part fails. The cases of a
parametrised test prove their rules together, because some of them show where the rule does not
apply: they are judged at the end of the run, if all of them ran. A run of the whole folder ends
with the rules that no test proved, and fails if there are any.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

import fourwinds as fw
from fourwinds.core.citations import WATCH

TESTS = Path(__file__).parent
NUMBER = re.compile(r"[A-Z]{2}-\d+\.\d+")
# Tests here prove no rule, so a run without them is still one of everything.
PROVES_NO_RULE = {TESTS / "browser"}
MARKS = "rule marks"


def rule_numbers(game_id: str) -> set[str]:
    """The numbers of all rules in the texts of a game, without the headings."""
    path = fw.game(game_id).folder / "texts" / "en.toml"
    if not path.exists():
        return set()
    rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rules", {})
    return {number for number in rules if NUMBER.fullmatch(number)}


@dataclass
class Cases:
    """What the cases of one parametrised test proved together."""

    wanted: int
    seen: int = 0
    marked: set[str] = field(default_factory=set)
    proved: set[str] = field(default_factory=set)


class RuleMarks:
    """Which rules were proved in this run, and whether it was a run of everything."""

    def __init__(self, config: pytest.Config) -> None:
        self.proved: set[str] = set()
        self.cases: dict[str, Cases] = {}
        self.counts: dict[str, int] = {}
        self.one_case = any("[" in str(arg) for arg in config.args)
        self.whole = _whole(config)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            test = _function(item.nodeid)
            self.counts[test] = self.counts.get(test, 0) + 1

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.whole = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Count what is cited, from the first fixture of a marked test on."""
        if item.get_closest_marker("rule") is None:
            return (yield)
        WATCH.cited = {}
        try:
            return (yield)
        finally:
            WATCH.cited = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        marked = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        proved = marked & set(WATCH.cited or ())
        if marked:
            cases = self.counts.get(_function(item.nodeid), 1)
            if cases > 1 or self.one_case:
                # Noted in the report, because cases may run in several processes.
                wanted = 0 if self.one_case else cases
                item.user_properties.append((MARKS, (wanted, sorted(marked), sorted(proved))))
            else:
                item.user_properties.append((MARKS, (1, sorted(proved), sorted(proved))))
                finding = judge(item.nodeid, marked, proved)
                if finding:
                    pytest.fail(finding, pytrace=False)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" or not report.passed:
            return
        for name, value in report.user_properties:
            if name != MARKS:
                continue
            wanted, marked, proved = cast(tuple[int, list[str], list[str]], value)
            self.proved.update(proved)
            cases = self.cases.setdefault(_function(report.nodeid), Cases(wanted))
            cases.seen += 1
            cases.marked.update(marked)
            cases.proved.update(proved)

    def findings(self) -> list[str]:
        """What is wrong: parametrised tests whose rule played no part, and, after a run of
        everything, rules without a test and tests of rules that do not exist."""
        out = []
        for test, cases in self.cases.items():
            finding = None
            if cases.seen == cases.wanted > 1:
                finding = judge(test, cases.marked, cases.proved)
            if finding:
                out.append(finding)
        return out + self.missing() if self.whole else out

    def missing(self) -> list[str]:
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
        if session.config.option.collectonly or hasattr(session.config, "workerinput"):
            return
        if session.exitstatus == 0 and self.findings():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        findings = [] if config.option.collectonly else self.findings()
        if self.whole and not findings and not config.option.collectonly:
            findings = ["rules without a test: none"]
        if findings:
            terminalreporter.section("rules")
            for line in findings:
                terminalreporter.line(line)


def judge(test: str, marked: set[str], proved: set[str]) -> str | None:
    """What is wrong with a test that is marked with these rules and proved those."""
    silent = ", ".join(sorted(marked - proved, key=_in_order))
    if silent:
        return f"{test} is marked with {silent}, but nothing cited it or was refused by it"
    return None


def _function(nodeid: str) -> str:
    """A test without its case."""
    return nodeid.split("[", 1)[0]


def _whole(config: pytest.Config) -> bool:
    """Whether everything below tests/ was asked for."""
    option = config.option
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
