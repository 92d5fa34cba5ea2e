"""Feeds: what all channels are sent that see a match as the same viewer in the same language.

A picture is made, put into words and compared with the one before once, however many listen. It is
kept while somebody listens.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from fourwinds.match.feeds import Viewer
from fourwinds.match.match import Match
from fourwinds.server.localisation import Called, spoken_at
from fourwinds.server.wire.base import pack
from fourwinds.server.wire.patch import difference

FEW_UPDATES = 400
"""To put these into words takes some milliseconds; who wants more at once pays for the work."""
UPDATES_A_MILLISECOND = 150


class ViewerFeed:
    def __init__(self, viewer: Viewer, language: str) -> None:
        self.viewer = viewer
        self.language = language
        self.version = 0
        """Counts what was to be pushed."""
        self.number = 0
        """The number of the last update."""
        self._state: object = None
        self._picture: dict[str, Any] = {}
        self._called: Called | None = None
        """The match of the last picture with names; if nothing changed it is the same object."""
        self.patch = ""
        """What the last version changed, as JSON without an opening brace."""

    def refresh(self, match: Match, present: list[bool], now: int) -> None:
        """Add what has happened since, if this viewer may know any of it."""
        state = (match.number_shown(self.viewer, now), present)
        if state == self._state:
            return
        head, picture = self._look(match, self.number, present, now)
        change = difference(self._picture, picture)
        self.patch = f'{head},"patch":{pack(change)}}}'
        self._picture = picture
        self._state, self.number = state, state[0]
        self.version += 1

    def whole(self, match: Match, since: int, present: list[bool], now: int) -> str:
        """The picture, and all updates after a number; without an opening brace."""
        head, picture = self._look(match, since, present, now)
        return f"{head},{pack(picture)[1:]}"

    def _look(
        self, match: Match, since: int, present: list[bool], now: int
    ) -> tuple[str, dict[str, Any]]:
        """The head of a push, and the picture in words."""
        viewer = self.viewer
        holder = None if viewer is None else match.seats[viewer].holder
        message = match.message(viewer, since, now)
        called, table = self._called, message["table"]
        if called is None or called.table is not table:
            called = self._called = Called(table, self.language)
        picture = spoken_at(
            called, {**message, "muted": match.muted_by(holder), "present": present}
        )
        number, updates = picture.pop("number"), picture.pop("updates")
        shown = now - match.delay_of(viewer)
        return f'"number":{number},"now":{shown},"updates":{pack(updates)}', picture


@dataclass
class Subscription:
    """One channel: who looks at which match as whom, and how far he has been sent it."""

    match: str
    user: str | None
    viewer: Viewer
    since: int
    """The last update he has heard."""
    invitation: str | None
    language: str
    watching: bool = False
    """Sent what spectators are sent, whether he has a seat or not."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    pushes: int = 0
    _feed: ViewerFeed | None = None
    _version: int = 0

    def next_push(
        self, feed: ViewerFeed, match: Match, present: list[bool], now: int
    ) -> str | None:
        """What to send next, None if there is nothing new."""
        same = feed is self._feed
        if same and self._version == feed.version:
            return None
        if same and self._version == feed.version - 1:
            body = feed.patch
        else:
            body = feed.whole(match, self.since, present, now)
        self._feed, self._version, self.since = feed, feed.version, feed.number
        self.pushes += 1
        return f'{{"push":{self.pushes},{body}'

    def start_over(self) -> None:
        """Send the whole picture next."""
        self._feed = None
        self.news.set()
