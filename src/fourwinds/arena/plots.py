"""Plots as SVG, drawn by hand: no scripts, no fonts, nothing loaded from anywhere.

Each is a whole document of its own that can stand in a page or be a file; it follows the reader's
light or dark setting.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

WIDTH = 720
ROW = 24
TOP, BOTTOM, RIGHT = 36, 40, 24
TICKS = 6
MOST_BARS = 40
LONGEST_LABEL = 54
LETTER = 7.6  # as wide as in the widest of usual fonts
WORDS = 84
GAP = 8
# Okabe and Ito's colours, told apart by everybody.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.t{font-weight:600}.g{stroke:#8884}"
    ".f{stroke:#888;stroke-dasharray:5 4}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)

Format = Callable[[float], str]


@dataclass(frozen=True)
class Row:
    """A labelled mean with its interval, and perhaps words that stand at the right."""

    label: str
    mean: float
    low: float | None = None
    high: float | None = None
    words: str = ""


@dataclass(frozen=True)
class Group:
    """Rows that belong together under a heading, with the reference that is theirs."""

    label: str
    rows: Sequence[Row]
    reference: float | None = None


@dataclass(frozen=True)
class Series:
    """A line; `low` and `high` make a band around it."""

    label: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


def row(label: str, interval: Mapping[str, Any] | None) -> Row:
    """A row of an interval as summaries have it."""
    if interval is None:
        return Row(label, 0.0)
    return Row(label, interval["mean"], interval["low"], interval["high"])


def percent(value: float) -> str:
    return f"{100 * value:.4g} %"


def plain(value: float) -> str:
    return f"{value:.4g}"


def whiskers(
    title: str, rows: Sequence[Row], reference: float | None, form: Format = percent
) -> str:
    """A dot and its interval for each row; the reference is a dashed line."""
    return _groups(title, [Group("", rows, reference)], form, WIDTH - RIGHT)


def grouped_whiskers(title: str, groups: Sequence[Group], form: Format = percent) -> str:
    """Groups of rows one below the other on one scale."""
    return _groups(title, groups, form, WIDTH - RIGHT - WORDS)


def _groups(title: str, groups: Sequence[Group], form: Format, right: float) -> str:
    rows = [row for group in groups for row in group.rows]
    longest = max((len(_short(row.label, LONGEST_LABEL)) for row in rows), default=4)
    left = 24 + LETTER * longest
    ends = [end for row in rows for end in (row.mean, row.low, row.high) if end is not None]
    ends += [group.reference for group in groups if group.reference is not None]
    bounds = (0.0, 1.0) if form is percent else (-math.inf, math.inf)
    scale = _Scale(_with_margin(ends, *bounds), left, right)
    headings = sum(1 for group in groups if group.label)
    height = TOP + ROW * (len(rows) + headings) + GAP * headings + BOTTOM
    parts = [_axis(scale, TOP, height - BOTTOM, form)]
    y: float = TOP
    for group in groups:
        if group.label:
            y += ROW + GAP
            parts.append(f'<text class="t" x="12" y="{y - 6:g}">{escape(group.label)}</text>')
        if group.reference is not None:
            x = scale(group.reference)
            parts.append(_line(x, y, x, y + ROW * len(group.rows), "f"))
            if group.label:
                parts.append(_text(x, y - 6, f"fair: {form(group.reference)}", "middle"))
        for at, row in enumerate(group.rows):
            colour = COLOURS[at if len(group.rows) <= len(COLOURS) else 0]
            parts.append(_whisker(row, y + ROW / 2, colour, scale, form))
            if row.words:
                parts.append(_text(WIDTH - RIGHT / 2, y + ROW / 2 + 4, row.words, "end"))
            y += ROW
    return _svg(title, height, parts)


def _whisker(row: Row, y: float, colour: str, scale: _Scale, form: Format) -> str:
    parts = [_text(scale.start - 10, y + 4, _short(row.label, LONGEST_LABEL), "end")]
    hint = form(row.mean)
    if row.low is not None and row.high is not None:
        hint += f" ({form(row.low)} to {form(row.high)})"
        low, high = scale(row.low), scale(row.high)
        parts.append(
            f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10"'
            f' stroke="{colour}" stroke-width="2" fill="none"/>'
        )
    parts.append(
        f'<circle cx="{scale(row.mean):.1f}" cy="{y}" r="5" fill="{colour}">'
        f"<title>{escape(row.label)}: {escape(hint)}</title></circle>"
    )
    return "".join(parts)


def histogram(title: str, values: Iterable[int], unit: str) -> str:
    """How often each value, or each range of values, came."""
    counts = Counter(values)
    if not counts:
        return _svg(title, TOP + BOTTOM, [])
    least, most = min(counts), max(counts)
    step = max(1, math.ceil((most - least + 1) / MOST_BARS))
    bars = [0] * ((most - least) // step + 1)
    for value, count in counts.items():
        bars[(value - least) // step] += count
    left, height = 64, 220
    base = height - BOTTOM
    width = (WIDTH - RIGHT - left) / len(bars)
    tall = _Scale([0, max(bars)], base, TOP)
    parts = [_ticks_left(tall, left, plain)]
    every = max(1, math.ceil(len(bars) / 12))
    for at, count in enumerate(bars):
        x, y = left + at * width, tall(count)
        first = least + at * step
        label = str(first) if step == 1 else f"{first} to {first + step - 1}"
        parts.append(
            f'<rect x="{x + 0.5:.1f}" y="{y:.1f}" width="{max(1, width - 1):.1f}"'
            f' height="{base - y:.1f}" fill="{COLOURS[0]}"><title>{label}: {count}</title></rect>'
        )
        if at % every == 0:
            parts.append(_text(x + width / 2, base + 16, str(first), "middle"))
    parts.append(_text((left + WIDTH) / 2, height - 4, unit, "middle"))
    return _svg(title, height, parts)


def lines(
    title: str,
    series: Sequence[Series],
    references: Sequence[float],
    unit: str,
    form: Format = percent,
) -> str:
    """How values moved from deal to deal."""
    length = max((len(one.values) for one in series), default=0)
    if length == 0:
        return _svg(title, TOP + BOTTOM, [])
    left, top, height = 72, TOP + 20, 280
    # Bands of the first deals are so wide that they would flatten all that follows.
    settled = max(1, length // 20)
    seen = [
        value
        for one in series
        for values in (one.values, one.low, one.high)
        for value in values[min(settled, len(values) - 1) :]
        if math.isfinite(value)
    ]
    across = _Scale([1, max(2, length)], left, WIDTH - RIGHT)
    up = _Scale([*seen, *references], height - BOTTOM, top)
    parts = [_ticks_left(up, left, form)]
    for reference in references:
        parts.append(_line(left, up(reference), WIDTH - RIGHT, up(reference), "f"))
    for at, one in enumerate(series):
        colour = COLOURS[at % len(COLOURS)]
        chosen = _thinned(len(one.values))
        if one.low and one.high:
            there = [(across(i + 1), up(one.low[i])) for i in chosen]
            back = [(across(i + 1), up(one.high[i])) for i in reversed(chosen)]
            parts.append(
                f'<polygon points="{_points([*there, *back])}" fill="{colour}" opacity=".15"/>'
            )
        there = [(across(i + 1), up(one.values[i])) for i in chosen]
        parts.append(
            f'<polyline points="{_points(there)}" fill="none" stroke="{colour}" stroke-width="2">'
            f"<title>{escape(one.label)}</title></polyline>"
        )
        parts.append(
            f'<rect x="{left + 8 + at * 128}" y="{TOP - 4}" width="10" height="10"'
            f' fill="{colour}"/>'
        )
        parts.append(_text(left + 22 + at * 128, TOP + 6, _short(one.label, 15), "start"))
    for tick in across.ticks():
        if tick == int(tick):
            parts.append(_text(across(tick), height - BOTTOM + 16, plain(tick), "middle"))
    parts.append(_text((left + WIDTH) / 2, height - 4, unit, "middle"))
    return _svg(title, height, parts)


class _Scale:
    """Maps values to coordinates on the page."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.low, self.high = min(values, default=0.0), max(values, default=1.0)
        if self.high - self.low < 1e-12:
            self.low, self.high = self.low - 0.5, self.high + 0.5
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        part = (inside - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round numbers, about TICKS of them."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def _with_margin(values: Sequence[float], least: float, most: float) -> list[float]:
    """The values with some room beside them, but not beyond what can be."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low) * 0.05 or 0.05 * max(1.0, abs(high))
    return [max(least, low - room), min(most, high + room)]


def _axis(scale: _Scale, top: float, bottom: float, form: Format) -> str:
    parts = []
    for tick in scale.ticks():
        x = scale(tick)
        parts.append(_line(x, top, x, bottom, "g") + _text(x, bottom + 18, form(tick), "middle"))
    return "".join(parts)


def _ticks_left(scale: _Scale, left: float, form: Format) -> str:
    parts = []
    for tick in scale.ticks():
        y = scale(tick)
        parts.append(_line(left, y, WIDTH - RIGHT, y, "g"))
        parts.append(_text(left - 6, y + 4, form(tick), "end"))
    return "".join(parts)


def _thinned(count: int) -> list[int]:
    """At most as many places as can be seen, the last among them."""
    step = max(1, count // WIDTH)
    return [*range(0, count - 1, step), count - 1]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" class="{style}"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    heading = f'<text class="t" x="12" y="20">{escape(title)}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}"'
        f' width="{WIDTH}" height="{height:g}" role="img" aria-label="{escape(title)}">'
        f"<style>{STYLE}</style>{heading}{''.join(parts)}</svg>"
    )
