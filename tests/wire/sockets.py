"""Plain sockets: every byte a server sends is kept as it came."""

from __future__ import annotations

import base64
import json
import socket
import struct
from typing import Any

TIMEOUT = 60
TEXT, PING, PONG = 1, 9, 10


class Line:
    """One kept connection over HTTP/1.1."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.file = self.socket.makefile("rb")

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The whole answer: status, headers and body."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Content-Length: {len(content)}",
            "Content-Type: application/json",
        ]
        if self.cookie:
            head.append(f"Cookie: {self.cookie}")
        self.socket.sendall("\r\n".join([*head, "", ""]).encode() + content)
        return self.answer()

    def answer(self) -> bytes:
        lines = [self.file.readline()]
        length = 0
        while lines[-1] != b"\r\n":
            assert lines[-1], "the server hung up"
            lines.append(self.file.readline())
            name, _, value = lines[-1].partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return b"".join(lines) + self.file.read(length)

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class Channel:
    """A WebSocket read frame by frame."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(bytes(16)).decode()
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if cookie:
            head.append(f"Cookie: {cookie}")
        self.socket.sendall("\r\n".join([*head, "", ""]).encode())
        self.hello = b""
        while not self.hello.endswith(b"\r\n\r\n"):
            self.hello += self.file.readline()

    def frame(self) -> bytes:
        """The next frame but for pings, which come by the clock and hold random bytes."""
        found = self._any_frame()
        while found[0] & 0x0F == PING:
            self._send(PONG, payload(found))
            found = self._any_frame()
        return found

    def _any_frame(self) -> bytes:
        head = self.file.read(2)
        length = head[1] & 127
        more = b""
        if length == 126:
            more = self.file.read(2)
            (length,) = struct.unpack(">H", more)
        elif length == 127:
            more = self.file.read(8)
            (length,) = struct.unpack(">Q", more)
        return head + more + self.file.read(length)

    def say(self, text: str) -> None:
        content = text.encode()
        self._send(TEXT, content)

    def _send(self, kind: int, content: bytes) -> None:
        size = len(content)
        long = size >= 126
        length = bytes([0xFE]) + struct.pack(">H", size) if long else bytes([0x80 | size])
        self.socket.sendall(bytes([0x80 | kind]) + length + bytes(4) + content)

    def until(self, number: int) -> list[bytes]:
        """All frames up to the push of that number, and to the answer of a ping after it."""
        frames: list[bytes] = []
        heard = -1
        while heard < number:
            frames.append(self.frame())
            heard = number_of(frames[-1])
        self.say("ping")
        while payload(frames[-1] if frames else b"\0\0") != b'"pong"':
            frames.append(self.frame())
        return frames

    def close(self) -> None:
        self.file.close()
        self.socket.close()


def payload(frame: bytes) -> bytes:
    return frame[{126: 4, 127: 10}.get(frame[1] & 127, 2) :]


def number_of(frame: bytes) -> int:
    found = json.loads(payload(frame))
    return found["number"] if isinstance(found, dict) and "push" in found else -1


def body_of(answer: bytes) -> Any:
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])
