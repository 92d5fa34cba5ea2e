"""Write docs/calibration.md and docs/calibration.svg from what `fourwinds calibrate` found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fourwinds as fw

DOCS = Path(__file__).parent
THIRDS = ("first", "second", "last")
COLOURS = {2: "#1f5f8b", 3: "#b4521e", 4: "#3d7a3a", 5: "#7a4a8c"}
SIDE, GAP, EDGE, TOP = 200, 44, 40, 46
INTRODUCTION = """# Calibration

This page is for people who ask whether 70 % wins seven times in ten when a bot says it.

Made by `python docs/calibration.py` from what `fourwinds calibrate GAME --matches M` wrote into the
`calibration.json` and `model.json` of each game; docs/search.md says how. Log-loss is that
of the mover's own win or not, two classes, in matches the slope was not fitted to; an even guess
says one win in as many as there are players. The choice between a slope of the third, of the whole
match and none was made by the same numbers, which flatters them a little.

![What was said and what came true](calibration.svg)

Each point is a tenth of the samples: how likely a win was said to be, and how often it came, by the
chances that people read. On the line, chances mean what they say.

## Whose chances people read

Searches by the game's own value, as the captain's, and by its model, as the admiral's, judged the
same positions. Log-loss is that of calibrated chances; better by: how much less the model's
surprise, a position, with the 95 % interval over matches. The model is in use where its chances are
the better ones.

| game | players | matches | positions | own value | model | better by | in use |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""
THIRDS_OF_ALL = """
## By thirds of a match

Log-loss as believed and calibrated, and the slope of what is in use.

| game | players | third | samples | even | own value | calibrated | model | calibrated | slope |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
LUCK = """
## Chances that luck is made of

Log-loss of the chances of the seat to move in the same positions, all hands open, by 32 roll-outs
with what is in use.

| game | players | third | samples | even | as believed | calibrated | slope |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Found:
    """What was found of the chances of one game for one number of players."""

    game: str
    players: int
    own: dict[str, Any]
    model: dict[str, Any] | None
    slopes: list[float]
    luck: list[float]
    uses_model: bool

    @property
    def used(self) -> dict[str, Any]:
        return self.model if self.uses_model and self.model is not None else self.own


def main() -> None:
    found = {game: _read(game) for game in fw.games()}
    all_ = [each for several in found.values() for each in several]
    compared = [_row(_compared(each)) for each in all_]
    thirds = [_row(cells) for each in all_ for cells in _thirds(each)]
    luck = [_row(cells) for each in all_ for cells in _luck(each)]
    parts = [INTRODUCTION, *compared, THIRDS_OF_ALL, *thirds, LUCK, *luck]
    (DOCS / "calibration.md").write_text("".join(parts), encoding="utf-8")
    (DOCS / "calibration.svg").write_text(_diagram(found), encoding="utf-8")


def _read(game: str) -> list[Found]:
    folder = fw.game(game).folder
    own = json.loads((folder / "calibration.json").read_text(encoding="utf-8"))
    model: dict[str, Any] = {}
    if (folder / "model.json").is_file():
        model = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    learned = model.get("calibration", {"slopes": {}, "luck": {}, "held_out": {}})
    return [
        Found(
            game,
            int(players),
            report,
            learned["held_out"].get(players),
            learned["slopes"].get(players, own["slopes"][players]),
            learned["luck"].get(players, own["luck"][players]),
            players in learned["slopes"] and int(players) in model["players"],
        )
        for players, report in sorted(own["held_out"].items())
    ]


def _row(cells: list[Any]) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"


def _compared(each: Found) -> list[Any]:
    better = ""
    if each.model is not None and "gain" in each.model:
        less, doubt = each.model["gain"]
        better = f"{less:.4f} ± {doubt:.4f}"
    return [
        fw.game(each.game).title,
        each.players,
        each.own["matches"],
        sum(phase["samples"] for phase in each.own["phases"]),
        _whole(each.own),
        "" if each.model is None else _whole(each.model),
        better,
        "model" if each.uses_model else "own value",
    ]


def _whole(report: dict[str, Any]) -> str:
    """The log-loss of a whole match, calibrated."""
    phases = report["phases"]
    total = sum(phase["samples"] for phase in phases)
    return f"{sum(phase['samples'] * phase['calibrated'] for phase in phases) / total:.3f}"


def _thirds(each: Found) -> Iterator[list[Any]]:
    for place, phase in enumerate(each.own["phases"]):
        learned = ["", ""]
        if each.model is not None:
            theirs = each.model["phases"][place]
            learned = [f"{theirs[key]:.3f}" for key in ("raw", "calibrated")]
        yield [
            fw.game(each.game).title,
            each.players,
            THIRDS[phase["phase"]],
            phase["samples"],
            f"{phase['even']:.3f}",
            *(f"{phase[key]:.3f}" for key in ("raw", "calibrated")),
            *learned,
            f"{each.slopes[phase['phase']]:.2f}",
        ]


def _luck(each: Found) -> Iterator[list[Any]]:
    for phase in each.used["phases_of_luck"]:
        yield [
            fw.game(each.game).title,
            each.players,
            THIRDS[phase["phase"]],
            phase["samples"],
            *(f"{phase[key]:.3f}" for key in ("even", "raw", "calibrated")),
            f"{each.luck[phase['phase']]:.2f}",
        ]


def _diagram(found: dict[str, list[Found]]) -> str:
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
    for place, (game, several) in enumerate(found.items()):
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
        for each in several:
            points = [
                (left + SIDE * part["said"], base - SIDE * part["came"])
                for part in each.used["reliability"]
            ]
            colour = COLOURS[each.players]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
            out += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points
            ]
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
