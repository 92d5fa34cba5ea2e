"""Pictures of every page, by day and night, on a desktop and on a phone.

python -m tests.browser.screenshots [FOLDER [PAGE...]]     (screenshots/ and all of them by default)

`docs/pictures.py` makes the pictures of the README from those of home and the tables.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds import bots
from tests.browser.visitor import Visitor, chromium
from tests.server.running import server

DEVICES = {
    "desktop": {"width": 1360, "height": 800},
    "large": {"width": 1920, "height": 1080},
    "phone": {"width": 400, "height": 800},
}
SETTINGS: dict[str, dict[str, Any]] = {"santa-timea": {"options": {"rounds": 2}}}
SHORT = {"santa-timea": {"options": {"rounds": 1}}}


@dataclass
class Scene:
    """A page, and what must be on it before its picture is taken."""

    name: str
    path: str
    there: str
    before: Callable[[Visitor], None] | None = None


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        address = stack.enter_context(server(Path(scratch, "fourwinds.db")))
        browser = stack.enter_context(chromium())
        host = Visitor(browser, address)
        host.guest("Ada")
        scenes = [each for each in _scenes(host) if not wanted or each.name in wanted]
        state = host.context.storage_state()
        for theme, colours in (("day", "light"), ("night", "dark")):
            for device, size in DEVICES.items():
                look: dict[str, Any] = {"viewport": size, "color_scheme": colours}
                visitor = Visitor(browser, address, storage_state=state, **look)
                for scene in scenes:
                    visitor.page.goto(scene.path)
                    visitor.page.locator(scene.there).first.wait_for()
                    visitor.page.wait_for_load_state("networkidle")
                    if scene.before is not None:
                        scene.before(visitor)
                    visitor.page.wait_for_timeout(300)
                    path = folder / f"{scene.name}-{theme}-{device}.png"
                    visitor.page.screenshot(path=path, full_page=True)
                if visitor.troubles:
                    print(*visitor.troubles, sep="\n")
                visitor.close()
        host.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def _scenes(host: Visitor) -> list[Scene]:
    scenes = []
    for game in fw.games():
        seats = ["me", *["mate"] * (fw.game(game).usual_players - 1)]
        match = host.started(game, seats, **SETTINGS.get(game, {}))
        _advance(host, match, 9)
        scenes.append(Scene(f"table-{game}", f"/match/{match}", "[data-choice]"))
    seats = ["me", "mate", "mate", "mate"]
    over = host.started("santa-timea", seats, **SHORT["santa-timea"])
    host.play_out(over)
    lobby = host.table("winds-of-plunder", ["me", "open", "invited", "mate"])
    hot = host.started("santa-timea", ["me", "hot-seat"], options={"rounds": 1})
    _advance(host, hot, 1)
    return [
        Scene("home", "/", "text=Santa Timea"),
        Scene("new", "/new?game=winds-of-plunder", "#players"),
        Scene("lobby", f"/match/{lobby}", "#seats"),
        *scenes,
        Scene("curtain", f"/match/{hot}", "#hand-over"),
        Scene("result", f"/match/{over}", "#result"),
        Scene("replay", f"/match/{over}/replay?move=20&from=open", "[data-slot]"),
        Scene("rules", "/rules", "text=Regatta"),
        Scene("rules-of", "/rules/santa-timea#ST-5.2", "text=ST-5.2"),
        Scene("fairness", f"/match/{over}/fairness", "text=fits the commitment"),
        Scene("ratings", "/ratings", "h1"),
        Scene("settings", "/settings", "#tokens"),
        Scene("privacy", "/privacy", "h1"),
        Scene("about", "/about", "text=reconstructed"),
        Scene("operator", "/operator", "h1"),
        Scene("lost", "/nowhere", "h1"),
    ]


def _advance(host: Visitor, match: str, moves: int) -> None:
    """Play some moves, and stop where something is asked."""
    mate = bots.make("mate", 1)
    while True:
        move = host.advised(match, mate)
        if move is None:
            if host.look(match)["table"]["status"] == "over":
                return
            # Without bots nothing comes of waiting: whoever begins, it is the other's turn.
            if "hot-seat" in str(host.look(match)["table"]["seats"]):
                return
            host.page.wait_for_timeout(50)
            continue
        if moves <= 0:
            return
        moves -= 1
        body = {name: move[name] for name in ("action", "decision", "seat")}
        host.post(f"/matches/{match}/actions", body)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"), sys.argv[2:])
