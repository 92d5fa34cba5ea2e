"""The session cache: fresh for a moment, refreshed in time, never kept longer than that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from fourwinds.server.accounts.session_cache import (
    FRESH,
    SOON_STALE,
    Credential,
    Name,
    SessionCache,
)
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.people import People, User
from fourwinds.store.store import Store


class Counted:
    """A session cache over a store, with a clock that is set; calls of the store are counted."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        settings = Settings(f"sqlite:///{folder / 'people.db'}")
        self.store = Store.open(settings.database)
        self.people = People(self.store.engine)
        self.registry = MatchRegistry(self.store, settings, Sources(now=lambda: self.now))
        self.asked: list[str] = []
        real = self.registry.call_store

        async def ask(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
            self.asked.append(call.__name__)
            return await real(call, *args, **named)

        self.registry.call_store = ask  # type: ignore[method-assign]
        self.sessions = SessionCache(self.registry, self.people)
        self.user = self.people.add("Ann", self.now)
        self.token = Credential.of(
            self.people.add_token(self.user.id, "bot", 1)[1], of_program=True
        )
        self.session = Credential.of(self.people.sign_in(self.user.id, self.now), of_program=False)

    def run(self, work: Callable[[], Awaitable[None]]) -> None:
        async def whole() -> None:
            await work()
            await self.registry.close()

        asyncio.run(whole())


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[Counted]:
    made = Counted(tmp_path)
    yield made
    made.store.close()


def test_the_store_is_asked_once_in_a_while(counted: Counted) -> None:
    async def work() -> None:
        for credential, call in ((counted.token, "of_token"), (counted.session, "of_session")):
            assert counted.sessions.peek(credential) is None
            for _ in range(3):
                found = await counted.sessions.user_of(credential)
                assert found == counted.user
            assert counted.sessions.peek(credential) == counted.user
            assert counted.asked.count(call) == 1
        counted.now += FRESH
        assert counted.sessions.peek(counted.token) is None
        assert await counted.sessions.user_of(counted.token) == counted.user
        assert counted.asked.count("of_token") == 2

    counted.run(work)


def test_who_comes_often_is_asked_for_before_it_is_time_and_all_at_once(counted: Counted) -> None:
    async def work() -> None:
        for credential in (counted.token, counted.session):
            await counted.sessions.user_of(credential)
        for _ in range(20):
            counted.now += SOON_STALE
            await counted.sessions.refresh()
            assert counted.sessions.peek(counted.token) == counted.user
            assert counted.sessions.peek(counted.session) == counted.user
        assert counted.asked == ["of_token", "of_session", *["holders"] * 20]

    counted.run(work)


def test_who_comes_no_more_is_forgotten(counted: Counted) -> None:
    async def work() -> None:
        await counted.sessions.user_of(counted.token)
        for _ in range(3):
            counted.now += SOON_STALE
            await counted.sessions.refresh()
        assert counted.sessions.peek(counted.token) is None
        assert counted.asked == ["of_token", "holders"]

    counted.run(work)


def test_what_another_process_changes_counts_at_the_next_question(counted: Counted) -> None:
    async def work() -> None:
        await counted.sessions.user_of(counted.token)
        await counted.sessions.user_of(counted.session)
        counted.people.rename(counted.user.id, "Anna")
        assert counted.people.drop_token(
            counted.user.id, counted.people.tokens(counted.user.id)[0]["id"]
        )
        counted.now += SOON_STALE
        await counted.sessions.refresh()
        assert counted.sessions.peek(counted.token) is None
        renamed = counted.sessions.peek(counted.session)
        assert renamed is not None
        assert renamed.name == "Anna"

    counted.run(work)


def test_who_is_forgotten_while_we_ask_stays_forgotten(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = counted.people.holders

    def holders(asked: Sequence[Name], now: int) -> dict[Name, User]:
        found = real(asked, now)
        counted.sessions.invalidate(
            counted.user.id
        )  # he was banned just now, after we had read him
        return found

    async def work() -> None:
        await counted.sessions.user_of(counted.token)
        monkeypatch.setattr(counted.people, "holders", holders)
        counted.now += SOON_STALE
        await counted.sessions.refresh()
        assert counted.sessions.peek(counted.token) is None

    counted.run(work)


def test_nobody_is_found_by_a_wrong_credential_of_either_kind(counted: Counted) -> None:
    async def work() -> None:
        for credential in (counted.token, counted.session):
            assert await counted.sessions.user_of(credential) == counted.user
            crossed = Credential.of(credential.secret, of_program=not credential.of_program)
            assert counted.sessions.peek(crossed) is None
            assert await counted.sessions.user_of(crossed) is None
        assert await counted.sessions.user_of(Credential.of("no such", of_program=True)) is None
        (token, _), (session, _) = counted.token.name, counted.session.name
        assert counted.people.holders([(session, True), (token, False)], counted.now) == {}
        many = [(f"{number:064x}", bool(number % 2)) for number in range(2400)]
        found = counted.people.holders([*many, (token, True), (session, False)], counted.now)
        assert found == {(token, True): counted.user, (session, False): counted.user}

    counted.run(work)
