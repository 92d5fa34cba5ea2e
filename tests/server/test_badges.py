"""Whose a badge is: known for a moment, asked for again in time, never kept longer than that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from fourwinds.server.badges import FRESH, SOON_STALE, Badge, Badges, Name
from fourwinds.server.hall import Hall
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.people import People, User
from fourwinds.store.store import Store


class Desk:
    """Badges over a store, a clock that is set, and a count of the questions put to the store."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        settings = Settings(f"sqlite:///{folder / 'people.db'}")
        self.store = Store.open(settings.database)
        self.people = People(self.store.engine)
        self.hall = Hall(self.store, settings, Sources(now=lambda: self.now))
        self.asked: list[str] = []
        real = self.hall.ask

        async def ask(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
            self.asked.append(call.__name__)
            return await real(call, *args, **named)

        self.hall.ask = ask  # type: ignore[method-assign]
        self.badges = Badges(self.hall, self.people)
        self.user = self.people.add("Ann", self.now)
        self.token = Badge.of(self.people.add_token(self.user.id, "bot", 1)[1], of_program=True)
        self.session = Badge.of(self.people.sign_in(self.user.id, self.now), of_program=False)

    def run(self, work: Callable[[], Awaitable[None]]) -> None:
        async def whole() -> None:
            await work()
            await self.hall.close()

        asyncio.run(whole())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.store.close()


def test_the_store_is_asked_once_in_a_while(desk: Desk) -> None:
    async def work() -> None:
        for badge, call in ((desk.token, "of_token"), (desk.session, "of_session")):
            assert desk.badges.fresh(badge) is None
            for _ in range(3):
                found = await desk.badges.holder(badge)
                assert found == desk.user
            assert desk.badges.fresh(badge) == desk.user
            assert desk.asked.count(call) == 1
        desk.now += FRESH
        assert desk.badges.fresh(desk.token) is None
        assert await desk.badges.holder(desk.token) == desk.user
        assert desk.asked.count("of_token") == 2

    desk.run(work)


def test_who_comes_often_is_asked_for_before_it_is_time_and_all_at_once(desk: Desk) -> None:
    async def work() -> None:
        for badge in (desk.token, desk.session):
            await desk.badges.holder(badge)
        for _ in range(20):
            desk.now += SOON_STALE
            await desk.badges.keep_up()
            assert desk.badges.fresh(desk.token) == desk.user
            assert desk.badges.fresh(desk.session) == desk.user
        assert desk.asked == ["of_token", "of_session", *["holders"] * 20]

    desk.run(work)


def test_who_comes_no_more_is_forgotten(desk: Desk) -> None:
    async def work() -> None:
        await desk.badges.holder(desk.token)
        for _ in range(3):
            desk.now += SOON_STALE
            await desk.badges.keep_up()
        assert desk.badges.fresh(desk.token) is None
        assert desk.asked == ["of_token", "holders"]

    desk.run(work)


def test_what_another_process_changes_counts_at_the_next_question(desk: Desk) -> None:
    async def work() -> None:
        await desk.badges.holder(desk.token)
        await desk.badges.holder(desk.session)
        desk.people.rename(desk.user.id, "Anna")
        assert desk.people.drop_token(desk.user.id, desk.people.tokens(desk.user.id)[0]["id"])
        desk.now += SOON_STALE
        await desk.badges.keep_up()
        assert desk.badges.fresh(desk.token) is None
        renamed = desk.badges.fresh(desk.session)
        assert renamed is not None
        assert renamed.name == "Anna"

    desk.run(work)


def test_who_is_forgotten_while_we_ask_stays_forgotten(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = desk.people.holders

    def holders(asked: Sequence[Name], now: int) -> dict[Name, User]:
        found = real(asked, now)
        desk.badges.forget(desk.user.id)  # he was banned just now, after we had read him
        return found

    async def work() -> None:
        await desk.badges.holder(desk.token)
        monkeypatch.setattr(desk.people, "holders", holders)
        desk.now += SOON_STALE
        await desk.badges.keep_up()
        assert desk.badges.fresh(desk.token) is None

    desk.run(work)


def test_nobody_is_found_by_a_wrong_badge_of_either_kind(desk: Desk) -> None:
    async def work() -> None:
        for badge in (desk.token, desk.session):
            assert await desk.badges.holder(badge) == desk.user
            crossed = Badge.of(badge.secret, of_program=not badge.of_program)
            assert desk.badges.fresh(crossed) is None
            assert await desk.badges.holder(crossed) is None
        assert await desk.badges.holder(Badge.of("no such", of_program=True)) is None
        (token, _), (session, _) = desk.token.name, desk.session.name
        assert desk.people.holders([(session, True), (token, False)], desk.now) == {}
        many = [(f"{number:064x}", bool(number % 2)) for number in range(2400)]
        found = desk.people.holders([*many, (token, True), (session, False)], desk.now)
        assert found == {(token, True): desk.user, (session, False): desk.user}

    desk.run(work)
