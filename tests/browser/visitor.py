"""People in browsers: Debian's Chromium, driven; whatever a browser complains about is kept."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError,
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


Hand = Literal["mouse", "finger", "keys"]
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# A ring of 24 steps, and what has to be opened before it.
MOST_TAPS = 28
MOST_TABS = 250

# What shows more choices when it is tapped: a card with several arrows, a menu of the dock.
OPENERS = (
    "[data-choice=card], [data-choice=heave], [data-choice=swap], [data-choice=turn],"
    " .board [aria-expanded], .board .whose, .board [data-place=hand]"
)


class Visitor:
    """One person with a browser of his own."""

    def __init__(
        self, browser: Browser, address: str, pace: float = 0, hand: Hand = "mouse", **more: Any
    ) -> None:
        self.hand: Hand = hand
        options: dict[str, Any] = {
            "base_url": address,
            "locale": ENGLISH,
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "color_scheme": "light",
        }
        if hand == "finger":
            options |= {"has_touch": True, "viewport": PHONE}
        self.context: BrowserContext = browser.new_context(**{**options, **more})
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        # Nothing is staged unless a test wants to see scenes.
        kept = json.dumps({"pace": pace, "known": ["any"]})
        self.context.add_init_script(f"localStorage.fourwinds ??= JSON.stringify({kept})")
        self.page: Page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.api = f"{address}/api/v1"

    def _hear(self, message: ConsoleMessage) -> None:
        text = message.text
        # Previews asked for in the moment in which the decision changes are refused; it asks anew.
        if "409" in text and "/previews" in message.location["url"]:
            return
        if message.type in ("error", "warning") and not any(each in text for each in OF_THE_LINE):
            self.troubles.append(f"{message.type}: {text} {message.location['url']}")

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
        self.page.locator("h1").first.wait_for()
        return self.page

    @property
    def number(self) -> str:
        """How far the page has come."""
        return self.page.locator("body").get_attribute("data-number") or ""

    @property
    def stage(self) -> tuple[str, str]:
        """How far the page has come: a part of a move changes what is asked, and tells nobody."""
        return self.number, self.page.locator("body").get_attribute("data-asked") or ""

    def settle(self) -> None:
        """Wait until all that happened has been shown."""
        self.page.locator("body[data-idle=true]").wait_for()

    def asked_or_over(self) -> bool:
        """Wait until something is asked here, or the result is there; whether it is asked."""
        self.page.locator(
            "body[data-idle=true] :is([data-choice], #moves, #result)"
        ).first.wait_for(state="attached")
        return self.page.locator("#result").count() == 0

    def reach(self, action: int) -> Locator | None:
        """The piece that stands for an action; what must be opened before it is opened."""
        page = self.page
        piece = page.locator(f'[data-choice="{action}"]:not(:disabled):visible').first
        if piece.count():
            return piece
        # What leads to several things names them all; two taps are the rule, a ring is turned on.
        for _ in range(MOST_TAPS):
            opener = page.locator(f'[data-opens~="{action}"]:not(:disabled):visible').last
            if not opener.count():
                break
            self.touch(opener)
            page.evaluate(TWO_FRAMES)
            if piece.count():
                return piece
        # Steps on a slider: the button of the slot names what it would do.
        slider = page.locator(".board input[type=range]:visible").first
        if slider.count():
            low, high = int(slider.get_attribute("min") or 0), int(slider.get_attribute("max") or 0)
            for value in range(low, high + 1):
                slider.fill(str(value))
                if piece.count():
                    return piece
        openers = page.locator(OPENERS)
        for first in range(openers.count()):
            if not openers.nth(first).is_visible() or openers.nth(first).is_disabled():
                continue
            openers.nth(first).click()
            page.wait_for_timeout(60)
            if piece.count():
                return piece
        return None

    def touch(self, piece: Locator) -> None:
        """As this person does it: with the mouse, a finger, or the keyboard alone."""
        if self.hand == "mouse":
            piece.click(timeout=PATIENCE / 2)
        elif self.hand == "finger":
            piece.tap(timeout=PATIENCE / 2)
        else:
            piece.evaluate("(it) => it.setAttribute('data-wanted', '')")
            for _ in range(MOST_TABS):
                if self.page.evaluate("document.activeElement.hasAttribute('data-wanted')"):
                    break
                self.page.keyboard.press("Tab")
            expect(piece).to_be_focused()
            piece.evaluate("(it) => it.removeAttribute('data-wanted')")
            self.page.keyboard.press("Enter")

    def _moved_on(self, before: tuple[str, str]) -> None:
        self.page.wait_for_function(
            "([number, asked]) => document.body.dataset.number !== number"
            " || document.body.dataset.asked !== asked",
            arg=list(before),
        )

    def act(self, action: int) -> str:
        """Do something as people do, by the piece on the board: then it answers "board"."""
        page, before = self.page, self.stage
        piece = self.reach(action)
        if piece is not None:
            with contextlib.suppress(TimeoutError):
                self.touch(piece)
            confirm = page.locator(f'[data-confirm][data-choice="{action}"]:enabled').first
            confirmed = False
            for tried in range(600):
                if tried == 120 and not confirmed and page.locator("[data-confirm]").count() == 0:
                    break
                # A finger that a busy machine saw held has asked what the piece is: once more.
                if tried == 60 and not confirmed:
                    with contextlib.suppress(TimeoutError):
                        self.touch(piece)
                if self.stage != before:
                    self.settle()
                    return "board"
                if not confirmed and confirm.count():
                    confirmed = True
                    with contextlib.suppress(TimeoutError):
                        self.touch(confirm)
                page.wait_for_timeout(50)
        # A piece with several targets only lights them; such a move is sent as a program would.
        page.keyboard.press("Escape")
        match = page.url.rsplit("/", 1)[1]
        message = self.look(match, int(page.locator("body").get_attribute("data-seat") or 0))
        asked = message["asked"]
        if asked is not None and action in [each["action"] for each in asked["actions"]]:
            body = {"seat": message["viewer"], "action": action, "decision": asked["decision"]}
            self.post(f"/matches/{match}/actions", body)
            self._moved_on(before)
            way = "list"
        else:
            # What is left to do at the end of a turn is done by the page itself.
            way = "itself"
        self.settle()
        return way
