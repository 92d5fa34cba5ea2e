"""Write docs/calibration.md and docs/calibration.svg from what `fourwinds calibrate` found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fourwinds as fw

DOCS = Path(__file__).parent
THIRDS = ("first", "second", "last")
COLOURS = {2: "#1f5f8b", 3: "#b4521e", 4: "#3d7a3a", 5: "#7a4a8c"}
SIDE, GAP, EDGE, TOP = 200, 44, 40, 46
INTRODUCTION = """# Calibration

This page is for people who ask whether 70 % wins seven times in ten when a bot says it.

Made by `python docs/calibration.py` from the `calibration.json` of each game, which
`fourwinds calibrate GAME --players N --matches M` makes; docs/search.md says how. Log-loss is that
of the mover's own win or not, two classes, in matches the slope was not fitted to; an even guess
says one win in as many as there are players. The choice between a slope of the third, of the whole
match and none was made by the same numbers, which flatters them a little.

![What was said and what came true](calibration.svg)

Each point is a tenth of the samples: how likely a win was said to be, and how often it came. On the
line, chances mean what they say.

| game | players | matches | third | samples | slope | as believed | calibrated | even guess |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def main() -> None:
    found = {game: _read(game) for game in fw.games()}
    rows = []
    for game, data in found.items():
        for players, report in sorted(data["held_out"].items()):
            for phase in report["phases"]:
                cells = [
                    fw.game(game).title,
                    players,
                    report["matches"],
                    THIRDS[phase["phase"]],
                    phase["samples"],
                    f"{data['slopes'][players][phase['phase']]:.2f}",
                    *(f"{phase[key]:.3f}" for key in ("raw", "calibrated", "even")),
                ]
                rows.append(f"| {' | '.join(map(str, cells))} |")
    (DOCS / "calibration.md").write_text(INTRODUCTION + "\n".join(rows) + "\n", encoding="utf-8")
    (DOCS / "calibration.svg").write_text(_diagram(found), encoding="utf-8")


def _read(game: str) -> dict[str, Any]:
    path = fw.game(game).folder / "calibration.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def _diagram(found: dict[str, dict[str, Any]]) -> str:
    """One square a game: what was said to the right, what came upwards, a line for each number."""
    wide = EDGE + len(found) * (SIDE + GAP)
    high = TOP + SIDE + 40
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
    ]
    for i, (players, colour) in enumerate(COLOURS.items()):
        out.append(f'<text x="{EDGE + i * 90}" y="16" fill="{colour}">{players} players</text>')
    for place, (game, data) in enumerate(found.items()):
        left = EDGE + place * (SIDE + GAP)
        base = TOP + SIDE
        out.append(f'<text x="{left}" y="{TOP - 8}">{fw.game(game).title}</text>')
        out.append(
            f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
        )
        out.append(
            f'<line x1="{left}" y1="{base}" x2="{left + SIDE}" y2="{TOP}" stroke="#bbb"'
            ' stroke-dasharray="4 3"/>'
        )
        for share in (0, 50, 100):
            at = SIDE * share / 100
            out.append(
                f'<text x="{left + at:.0f}" y="{base + 16}" text-anchor="middle">{share}</text>'
            )
            out.append(
                f'<text x="{left - 5}" y="{base - at + 4:.0f}" text-anchor="end">{share}</text>'
            )
        middle = left + SIDE // 2
        out.append(f'<text x="{middle}" y="{base + 32}" text-anchor="middle">said, %</text>')
        for players, report in sorted(data["held_out"].items()):
            points = [
                (left + SIDE * part["said"], base - SIDE * part["came"])
                for part in report["reliability"]
            ]
            colour = COLOURS[int(players)]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
            out += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points
            ]
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
