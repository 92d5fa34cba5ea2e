"""Notices that it is one's turn: sent once, to the right people, never lost."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from fastapi.testclient import TestClient

from fourwinds.server.app import create_app
from fourwinds.server.errors import ServerError
from fourwinds.server.notify import dispatcher, outgoing_http, web_push
from fourwinds.server.notify.dispatcher import Dispatcher
from fourwinds.server.notify.web_push import decoded, encoded
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.outbox import ACCOUNT, FIRST_WAIT, LEASE, MOST_TRIES, WEBHOOK, Outbox
from fourwinds.store.people import People
from fourwinds.store.store import Store
from tests.server.catchers import Hooks, Letters, catch_mail, catch_requests, wait_for
from tests.server.test_api import API, begun, look, play_first

SLOW = {"kind": "days", "amount": 3}
MINUTES = 60_000


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 10**12

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hooks() -> Iterator[Hooks]:
    with catch_requests() as caught:
        yield caught


@pytest.fixture
def letters() -> Iterator[Letters]:
    with catch_mail() as caught:
        yield caught


@pytest.fixture
def settings(settings: Settings, letters: Letters) -> Settings:
    mail = f"smtp://127.0.0.1:{letters.port}"
    return replace(
        settings, smtp=mail, contact="a@example.org", private_hooks=True, public_url="https://x.org"
    )


@pytest.fixture
def server(
    settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(dispatcher, "PAUSE", 1000)  # nothing is sent but when a test says so
    app = create_app(settings, Sources(now=clock))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def deliver(server: TestClient) -> None:
    """Send what is to be sent by now."""
    assert server.portal is not None
    there: Dispatcher = server.app.state.dispatcher  # type: ignore[attr-defined]
    server.portal.call(there.round)


def hook(client: TestClient, hooks: Hooks, **more: Any) -> Any:
    body = {"url": f"{hooks.url}/mine", **more}
    came = client.post(f"{API}/me/notices/webhook", json=body)
    assert came.status_code == 201, came.text
    assert not came.json()["confirmed"]
    deliver(client)
    return came.json()


def mover_of(match: str, *clients: TestClient) -> tuple[TestClient, TestClient]:
    """Who is to move, and the other one."""
    one, other = clients
    return (one, other) if look(one, match)["asked"] is not None else (other, one)


def test_a_program_is_told_at_once_and_once(server: TestClient, guest: Any, hooks: Hooks) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben, clock=SLOW)
    mover, other = mover_of(match, ann, ben)
    made = hook(other, hooks)
    play_first(mover, match)
    turn = look(other, match)
    assert turn["asked"] is not None
    deliver(server)
    deliver(server)
    [told] = hooks.caught
    body = json.loads(told.body)
    assert (body["kind"], body["match"], body["seat"]) == ("turn", match, turn["viewer"])
    assert body["decision"] == turn["asked"]["decision"]
    assert told.headers["Idempotency-Key"] == body["id"]
    signed = told.headers["FourWinds-Time"].encode() + b"." + told.body
    made_here = hmac.new(made["secret"].encode(), signed, hashlib.sha256).hexdigest()
    assert told.headers["FourWinds-Signature"] == f"sha256={made_here}"
    listed = other.get(f"{API}/me/notices").json()["channels"]
    assert [each["kind"] for each in listed] == ["webhook"]
    assert made["secret"] not in other.get(f"{API}/me/notices").text
    assert other.delete(f"{API}/me/notices/{made['id']}").status_code == 200
    assert ann.delete(f"{API}/me/notices/{made['id']}").status_code == 404


def test_quick_matches_are_told_of_only_if_wanted(
    server: TestClient, guest: Any, hooks: Hooks
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    mover, other = mover_of(match, ann, ben)
    hook(other, hooks)
    play_first(mover, match)
    deliver(server)
    assert hooks.caught == []
    play_first(other, match)
    hook(other, hooks, always=True)
    while look(other, match)["asked"] is not None:
        play_first(other, match)
    play_first(mover, match)
    deliver(server)
    assert len(hooks.caught) == (look(other, match)["asked"] is not None)


def test_who_moves_soon_or_sits_at_the_table_gets_no_mail(
    server: TestClient, guest: Any, letters: Letters, clock: Clock
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben, clock=SLOW)
    mover, other = mover_of(match, ann, ben)
    assert other.post(f"{API}/me/notices/mail", json={}).json()["error"]["code"] == "no-address"
    people = server.app.state.auth.people  # type: ignore[attr-defined]
    people.set_email(other.get(f"{API}/me").json()["id"], "other@example.org")
    clock.now += 6_000  # who somebody is is remembered for five seconds
    made = other.post(f"{API}/me/notices/mail", json={}, params={"lang": "de"})
    assert made.status_code == 201
    play_first(mover, match)
    clock.now += 1 * MINUTES
    deliver(server)
    assert letters.caught == []
    while look(other, match)["asked"] is not None:
        play_first(other, match)
    clock.now += 10 * MINUTES
    deliver(server)
    assert letters.caught == []  # he has moved meanwhile
    while look(mover, match)["asked"] is not None:
        play_first(mover, match)
    with other.websocket_connect(f"{API}/matches/{match}/channel") as channel:
        channel.receive_json()
        clock.now += 10 * MINUTES
        deliver(server)
        assert letters.caught == []
    clock.now += 10 * MINUTES
    deliver(server)
    [letter] = letters.caught
    assert letter.to == ["other@example.org"]
    assert letter.subject == "Santa Timea: du bist am Zug"
    assert f"https://x.org/match/{match}" in letter.text
    assert letter.message["Message-ID"]
    clock.now += 100 * MINUTES
    deliver(server)
    assert len(letters.caught) == 1


class Browser:
    """The other end of web push: decrypts what it gets and checks who signed it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(web_push.CURVE)
        self.auth = os.urandom(16)
        self.p256dh = encoded(web_push._public(self.key))

    def read(self, body: bytes) -> Any:
        salt, size = body[:16], body[20]
        theirs, sealed = body[21 : 21 + size], body[21 + size :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(web_push.CURVE, theirs)
        shared = self.key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\0" + decoded(self.p256dh) + theirs
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def claims_of(authorization: str, public: str) -> Any:
    """What the token of a push request claims, if it is signed by that key."""
    scheme, token, key = authorization.replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={public}")
    head, claims, signature = token.removeprefix("t=").split(".")
    raw = decoded(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(web_push.CURVE, decoded(public))
    made = encode_dss_signature(*numbers)
    point.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(claims))


def test_a_browser_is_pushed_to_and_forgotten_when_it_is_gone(
    server: TestClient, guest: Any, hooks: Hooks, clock: Clock
) -> None:
    ann, ben, browser = guest("Ann"), guest("Ben"), Browser()
    match = begun(ann, ben, clock=SLOW)
    mover, other = mover_of(match, ann, ben)
    body = {"endpoint": f"{hooks.url}/push/1", "p256dh": browser.p256dh}
    bad = other.post(f"{API}/me/notices/push", json=body | {"auth": "A" * 22 + "AAAA"})
    assert bad.json()["error"]["code"] == "bad-address"
    subscribed = body | {"auth": encoded(browser.auth)}
    assert other.post(f"{API}/me/notices/push", json=subscribed).status_code == 201
    play_first(mover, match)
    clock.now += MINUTES
    deliver(server)
    [told] = hooks.caught
    shown = browser.read(told.body)
    assert shown["title"] == "Santa Timea: it is your turn"
    assert shown["url"] == f"https://x.org/match/{match}"
    assert told.headers["TTL"] == "86400"
    public = other.get(f"{API}/me/notices").json()["push_key"]
    claims = claims_of(told.headers["Authorization"], public)
    assert claims["aud"] == hooks.url
    assert claims["sub"] == "mailto:a@example.org"
    hooks.answers.append(410)
    [channel] = other.get(f"{API}/me/notices").json()["channels"]
    tried = other.post(f"{API}/me/notices/{channel['id']}/test")
    assert tried.status_code == 202
    deliver(server)
    assert len(hooks.caught) == 2
    assert other.get(f"{API}/me/notices").json()["channels"] == []


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    private = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = web_push.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(private, web_push.CURVE),
    )
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
        "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
        "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_what_fails_is_tried_again_ever_more_rarely(
    server: TestClient, guest: Any, hooks: Hooks, clock: Clock
) -> None:
    ann = guest("Ann")
    made = hook(ann, hooks)
    hooks.answers += [500] * 100
    ann.post(f"{API}/me/notices/{made['id']}/test")
    times = []
    for _ in range(60_000):
        seen = len(hooks.caught)
        deliver(server)
        if len(hooks.caught) > seen:
            times.append(clock.now)
        if len(times) == 4:
            break
        clock.now += FIRST_WAIT // 2
    waits = [b - a for a, b in itertools.pairwise(times)]
    assert waits == [FIRST_WAIT, 4 * FIRST_WAIT, 16 * FIRST_WAIT]
    assert len({each.headers["Idempotency-Key"] for each in hooks.caught}) == 1
    for _ in range(MOST_TRIES):
        clock.now += 7 * 3600_000
        deliver(server)
    assert len(hooks.caught) == MOST_TRIES
    assert Outbox(server.app.state.registry.store.engine).waiting() == 0  # type: ignore[attr-defined]


def test_two_dispatchers_send_nothing_twice(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'a.db'}")
    outbox = Outbox(store.engine)
    user = People(store.engine).add("Ann", 1)
    for _ in range(5):
        outbox.put(user.id, "password", 1, {"language": "en"})
    first, second = (outbox.claim(10, ACCOUNT, 3, 9, {}) for _ in range(2))
    assert len({item.id for item in [*first, *second]}) == 5
    assert outbox.claim(10, ACCOUNT, 9, 9, {}) == []
    for item in first:
        outbox.sent(item)
    # The second dispatcher died: what it had claimed is taken over, the rest is not sent again.
    again = outbox.claim(10 + LEASE, ACCOUNT, 9, 9, {})
    assert {item.id for item in again} == {item.id for item in second}
    store.close()


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:word@example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://169.254.169.254/latest",
        "https://10.1.2.3/",
        "https://0.0.0.0/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https:///nowhere",
        "https://exa mple.org/",
        "https://localhost/",
    ],
)
def test_nothing_is_sent_to_machines_only_we_can_reach(url: str) -> None:
    with pytest.raises(ServerError) as refused:
        outgoing_http.post(url, b"", {}, private=False)
    assert refused.value.code == "bad-address"


def test_public_addresses_are_known_from_private_ones() -> None:
    assert outgoing_http.public("93.184.216.34")
    assert outgoing_http.public("2606:2800:220:1:248:1893:25c8:1946")
    for address in (
        "192.168.1.1",
        "100.64.0.1",
        "fe80::1%eth0",
        "224.0.0.1",
        "fc00::1",
        "255.1.1.1",
    ):
        assert not outgoing_http.public(address)


def test_a_notice_outlives_the_server(
    settings: Settings, clock: Clock, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server fails to tell it, one dies while telling it, the third one tells it."""
    monkeypatch.setattr(dispatcher, "PAUSE", 1000)
    sources = Sources(now=clock)
    with TestClient(create_app(settings, sources)) as ann:
        ben = TestClient(ann.app)
        ben.portal = ann.portal
        for name, client in (("Ann", ann), ("Ben", ben)):
            client.post(f"{API}/guests", json={"name": name})
        match = begun(ann, ben, clock=SLOW)
        mover, other = mover_of(match, ann, ben)
        hook(other, hooks)
        play_first(mover, match)
        hooks.answers.append(503)
        deliver(ann)
        assert len(hooks.caught) == 1
    clock.now += FIRST_WAIT
    store = Store.open(settings.database)
    [claimed] = Outbox(store.engine).claim(
        clock.now, WEBHOOK, 9, 9, {}
    )  # and nothing more is heard of it
    store.close()
    with TestClient(create_app(settings, sources)) as second:
        deliver(second)
        assert len(hooks.caught) == 1
    clock.now += LEASE
    with TestClient(create_app(settings, sources)) as third:
        hooks.wait(2)  # it sends what waits as soon as it is there
        deliver(third)
    assert len(hooks.caught) == 2
    ids = [each.headers["Idempotency-Key"] for each in hooks.caught]
    assert ids == [claimed.id] * 2


def test_notices_are_ones_own(guest: Any, hooks: Hooks) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    made = hook(ann, hooks)
    assert eve.post(f"{API}/me/notices/{made['id']}/test").status_code == 404
    assert eve.get(f"{API}/me/notices").json()["channels"] == []
    for number in range(9):
        hook(ann, hooks, url=f"{hooks.url}/{number}")
    too_many = ann.post(f"{API}/me/notices/webhook", json={"url": f"{hooks.url}/more"})
    assert too_many.status_code == 429


def test_an_address_is_told_nothing_before_its_owner_has_answered(
    server: TestClient, guest: Any, hooks: Hooks, clock: Clock
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben, clock=SLOW)
    mover, other = mover_of(match, ann, ben)
    hooks.silent = True
    made = hook(other, hooks)
    [asked] = hooks.asked
    assert set(json.loads(asked.body)) == {"id", "kind", "challenge", "time"}
    play_first(mover, match)
    deliver(server)
    assert hooks.caught == []
    [listed] = other.get(f"{API}/me/notices").json()["channels"]
    assert not listed["confirmed"]
    hooks.silent = False
    assert other.post(f"{API}/me/notices/{made['id']}/test").status_code == 202
    deliver(server)
    [listed] = other.get(f"{API}/me/notices").json()["channels"]
    assert listed["confirmed"]
    for away, there in ((mover, other), (other, mover)):
        while look(away, match)["asked"] is None:
            play_first(there, match)
    deliver(server)
    assert [json.loads(each.body)["kind"] for each in hooks.caught] == ["turn"]


def test_a_slow_hook_slows_nobody(
    settings: Settings, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest with ten hooks that take three seconds each; another's are quick, mails as well."""
    monkeypatch.setattr(dispatcher, "PAUSE", 0.05)
    with catch_requests() as tarpit, catch_requests() as hooks:
        tarpit.slow = 3.0
        with TestClient(create_app(settings)) as mallory:
            mallory.post(f"{API}/guests", json={"name": "Mallory"})
            ben = TestClient(mallory.app)
            ben.portal = mallory.portal
            ben.post(f"{API}/guests", json={"name": "Ben"})
            ids = [_added(mallory, f"{tarpit.url}/{number}") for number in range(10)]
            mine = _added(ben, f"{hooks.url}/mine")
            wait_for(lambda: tarpit.asked, 10)
            wait_for(lambda: hooks.asked, 1)
            while not all(each["confirmed"] for each in _channels(mallory) + _channels(ben)):
                time.sleep(0.05)
            for channel in ids:
                mallory.post(f"{API}/me/notices/{channel}/test")
            time.sleep(0.3)
            began = time.monotonic()
            ben.post(f"{API}/me/notices/{mine}/test")
            ben.post(f"{API}/me/email", json={"email": "ben@example.org"})
            hooks.wait(1)
            letters.wait(1)
            assert time.monotonic() - began < 2.5
            assert len(tarpit.caught) == 0


def _added(client: TestClient, url: str) -> str:
    came = client.post(f"{API}/me/notices/webhook", json={"url": url}).json()
    return str(came["id"])


def _channels(client: TestClient) -> list[Any]:
    found: list[Any] = client.get(f"{API}/me/notices").json()["channels"]
    return found


def test_a_round_waits_for_what_was_begun_before(server: TestClient, hooks: Hooks) -> None:
    server.post(f"{API}/guests", json={"name": "Ann"})
    hook(server, hooks)
    there: Dispatcher = server.app.state.dispatcher  # type: ignore[attr-defined]
    assert server.portal is not None
    hooks.slow = 0.5
    server.portal.call(there._start_due)
    deliver(server)
    assert len(hooks.asked) == 1
    assert not there._begun()
