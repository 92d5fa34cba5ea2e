"""People in browsers: Debian's Chromium, driven; whatever a browser complains about is kept."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from fourwinds import bots

ENGLISH = "en-GB"
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 60_000  # milliseconds; machines that test are busy ones
# What the page itself never asks for: a browser tells of broken connections on its own.
OF_THE_LINE = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket connection to")


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise RuntimeError("browser tests need Debian's package chromium")
    expect.set_options(timeout=PATIENCE)
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=sandbox)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """One person with a browser of his own."""

    def __init__(self, browser: Browser, address: str, **more: Any) -> None:
        options: dict[str, Any] = {
            "base_url": address,
            "locale": ENGLISH,
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "color_scheme": "light",
        }
        self.context: BrowserContext = browser.new_context(**{**options, **more})
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.api = f"{address}/api/v1"

    def _hear(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type in ("error", "warning") and not any(each in text for each in OF_THE_LINE):
            self.troubles.append(f"{message.type}: {text}")

    def close(self) -> None:
        self.context.close()

    # Asking the server as this person.

    def get(self, path: str) -> Any:
        response = self.context.request.get(self.api + path)
        assert response.ok, (path, response.status, response.text())
        return response.json()

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        response = self.context.request.post(self.api + path, data=body or {})
        assert response.ok, (path, response.status, response.text())
        return response.json()

    def guest(self, name: str) -> None:
        self.post("/guests", {"name": name})

    def table(self, game: str, seats: list[Any], **more: Any) -> str:
        """Make a match; seats are kinds, or the names of bots."""
        kinds = ("me", "open", "invited", "hot-seat")
        planned = [{"kind": s} if s in kinds else {"kind": "bot", "bot": s} for s in seats]
        made = self.post("/matches", {"game": game, "seats": planned, **more})
        return str(made["id"])

    def started(self, game: str, seats: list[Any], **more: Any) -> str:
        match = self.table(game, seats, **more)
        self.post(f"/matches/{match}/start")
        return match

    def look(self, match: str, seat: int | None = None) -> Any:
        return self.get(f"/matches/{match}" + (f"?seat={seat}" if seat is not None else ""))

    def advised(self, match: str, mate: Any, seat: int | None = None) -> dict[str, Any] | None:
        """What a competent player would do there now, None if nothing is asked."""
        message = self.look(match, seat)
        asked = message["asked"]
        if asked is None or asked["chosen"]:
            return None
        actions = [each["action"] for each in asked["actions"]]
        action = mate.choose(message["view"], actions, None)
        found: dict[str, Any] = next(a for a in asked["actions"] if a["action"] == action)
        return {**found, "decision": asked["decision"], "seat": message["viewer"]}

    def play_out(self, match: str, most: int = 2000) -> None:
        """Play the match to its end without looking at any page."""
        mate = bots.make("mate", 1)
        for _ in range(most):
            message = self.look(match)
            if message["table"]["status"] == "over":
                return
            move = self.advised(match, mate)
            if move is None:
                self.page.wait_for_timeout(30)
                continue
            body = {name: move[name] for name in ("action", "decision", "seat")}
            self.post(f"/matches/{match}/actions", body)
        raise AssertionError("the match did not end")

    # At the page.

    def open(self, match: str) -> Page:
        self.page.goto(f"/match/{match}")
        self.page.locator("h1").wait_for()
        return self.page
