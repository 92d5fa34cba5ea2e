"""Servers on this machine that catch what is sent: mails, and requests of notices."""

from __future__ import annotations

import contextlib
import email
import email.policy
import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

T = TypeVar("T")


def wait_for(found: Callable[[], list[T]], count: int, seconds: float = 15) -> list[T]:
    """What was found, once there are `count`."""
    deadline = time.monotonic() + seconds
    while len(found()) < count and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(found()) >= count, found()
    return found()


@dataclass
class Mail:
    to: list[str]
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def text(self) -> str:
        return str(self.message.get_content())


@dataclass
class Letters:
    port: int = 0
    caught: list[Mail] = field(default_factory=list)

    def wait(self, count: int) -> list[Mail]:
        return wait_for(lambda: self.caught, count)


@contextlib.contextmanager
def catch_mail() -> Iterator[Letters]:
    letters = Letters()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            to: list[str] = []
            while line := self.rfile.readline():
                word = line.decode().strip()
                if word.upper().startswith("RCPT TO:"):
                    to.append(word[8:].strip().strip("<>"))
                if word.upper() == "DATA":
                    self.say("354 go on")
                    letters.caught.append(Mail(to, self.data()))
                    to = []
                elif word.upper() == "QUIT":
                    self.say("221 bye")
                    return
                self.say("250 ok")

        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def data(self) -> EmailMessage:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            return email.message_from_bytes(b"".join(lines), policy=email.policy.default)

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        letters.port = server.server_address[1]
        with _running(server):
            yield letters


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Hooks:
    url: str = ""
    answers: list[int] = field(default_factory=list)
    """What to answer to the next requests; 200 when there are none."""
    caught: list[Request] = field(default_factory=list)
    """Without the question whose the address is, which is answered unless `silent`."""
    asked: list[Request] = field(default_factory=list)
    silent: bool = False
    slow: float = 0

    def wait(self, count: int) -> list[Request]:
        return wait_for(lambda: self.caught, count)


@contextlib.contextmanager
def catch_requests(port: int = 0) -> Iterator[Hooks]:
    hooks = Hooks()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            came = Request(self.path, dict(self.headers.items()), body)
            told = json.loads(body) if body.startswith(b"{") else {}
            if told.get("kind") == "confirm":
                hooks.asked.append(came)
                self.send_response(200)
                self.end_headers()
                if not hooks.silent:
                    self.wfile.write(json.dumps({"challenge": told["challenge"]}).encode())
                return
            time.sleep(hooks.slow)
            hooks.caught.append(came)
            self.send_response(hooks.answers.pop(0) if hooks.answers else 200)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        hooks.url = f"http://127.0.0.1:{server.server_address[1]}"
        with _running(server):
            yield hooks


@contextlib.contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=lambda: server.serve_forever(0.05))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
