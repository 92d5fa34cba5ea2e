from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from fourwinds.arena import plots
from fourwinds.arena.contest import play
from fourwinds.arena.plots import Row, Series
from fourwinds.arena.report import page, shown
from fourwinds.arena.results import summarise
from fourwinds.arena.schedule import Job, make_run_plan
from fourwinds.arena.sprt import SequentialTest

HOSTILE = 'first:<script>alert("x")</script>&\'"><img src=http://evil.example/x onerror=alert(1)>'
VOID = {"meta", "img", "br"}


class Reader(HTMLParser):
    """Collects tags and addresses, and checks that tags are closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def report(*bots: str, deals: int = 3) -> str:
    plan = make_run_plan("santa-timea", list(bots), options={"rounds": 1})
    rules = plan.rules()
    played = [[play(plan, rules, Job(d, r)) for r in range(plan.players)] for d in range(deals)]
    test = SequentialTest(1 / plan.players)
    for _ in range(deals):
        test.add(0.5)
    summary = summarise(plan, rules, played, deals * plan.players, test)
    return page(summary, plan, played, "fourwinds arena ...", test)


@pytest.mark.usefixtures("known_bots")
def test_a_report_loads_nothing_and_escapes_the_names_of_bots() -> None:
    text = report(HOSTILE, "deckhand", "seer")
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    assert not reader.tags & {"script", "img", "link", "iframe", "object", "image", "use", "a"}
    for name, value in reader.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href", "xlink:href")
        assert (
            name == "xmlns"
            or "http" not in (value or "").replace("http-equiv", "")
            or (name == "aria-label")
        )
    assert "url(" not in text
    assert "@import" not in text
    assert "&lt;script&gt;" in text
    assert "seer sees all cards" in text


@pytest.mark.usefixtures("known_bots")
def test_a_report_says_what_is_not_repeatable() -> None:
    assert "first:200ms has a budget of time" in report("first:200ms", "deckhand")
    assert "budget of time" not in report("first:200", "deckhand")


@pytest.mark.usefixtures("known_bots")
def test_a_report_of_nothing_is_still_a_report() -> None:
    assert "Standing" in report("first", "deckhand", deals=0)
    assert "Standing" in report("first", "deckhand", deals=1)


def test_plots_are_well_formed_and_keep_inside() -> None:
    drawings = [
        plots.whiskers("a < b & c", [Row("<x>", 0.3, 0.2, 0.4), Row("y", 0.5)], 0.25),
        plots.whiskers("none", [], None),
        plots.whiskers("one", [Row("x", 0.0, 0.0, 0.0)], None, plots.plain),
        plots.histogram("h", [1, 1, 2, 9, 300], "score"),
        plots.histogram("h", [], "score"),
        plots.histogram("h", [-3], "score"),
        plots.lines("l", [Series("<s>", [0.1, 0.4, 0.3], [0, 0, 0], [1, 1, 1])], [0.25], "deals"),
        plots.lines("l", [Series("s", [0.5] * 5000)], [], "deals", plots.plain),
        plots.lines("l", [], [], "deals"),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        height = float(root.attrib["height"])
        for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
            assert 0 <= float(circle.attrib["cx"]) <= plots.WIDTH
            assert 0 <= float(circle.attrib["cy"]) <= height
        for line in root.iter("{http://www.w3.org/2000/svg}polyline"):
            for x, y in re.findall(r"([-\d.]+),([-\d.]+)", line.attrib["points"]):
                assert 0 <= float(x) <= plots.WIDTH
                assert 0 <= float(y) <= height


def test_intervals_read_as_people_write_them() -> None:
    assert shown({"mean": 0.452, "low": 0.41, "high": 0.494}) == "45.2 % (41.0 to 49.4)"
    assert shown({"mean": 2.5, "low": 2.25, "high": 2.75}, "plain") == "2.50 (2.25 to 2.75)"
    assert shown({"mean": 0.5, "low": None, "high": None}) == "50.0 %"
    assert shown(None) == "-"
