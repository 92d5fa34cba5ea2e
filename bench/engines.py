"""Engines: what it costs a server to read a command and to send what follows, by each engine.

    python bench/engines.py                     # every engine that is installed
    python bench/engines.py --seconds 5 uvicorn-websockets-sansio granian

Pairs of sockets are open all the time. A command of one of them gets an acknowledgement, and both
of the pair get a push, as with a move in a match of two; no rules, no database. So the figures are
those of the engine alone. `core ms` is the processor time the server used for one command.
Needs `pip install granian picows wsproto websockets uvicorn uvloop httptools`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

COMMAND = b'{"do":"play","seat":0,"action":17,"decision":"12.0","key":"k000000001"}'
ACK = '{"ack":"k000000001","number":12}'
PUSH = '{"push":12,"patch":{"view":{"hand":[' + ",".join(str(n) for n in range(100, 220)) + "]}}}"
ENGINES = (
    "uvicorn-websockets-sansio",
    "uvicorn-websockets-sansio-deflate",
    "uvicorn-websockets",
    "uvicorn-wsproto",
    "granian",
    "websockets",
    "picows",
)


# The servers; all of them keep pairs by the path.

PAIRS: dict[str, set[Any]] = {}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The smallest ASGI application that does it: one task reads, others are sent to directly."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    pair = PAIRS.setdefault(scope["path"], set())
    pair.add(send)
    try:
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": ACK})
            for other in pair:
                await other({"type": "websocket.send", "text": PUSH})
    finally:
        pair.discard(send)


def serve_uvicorn(port: int, protocol: str, deflate: bool) -> None:
    import uvicorn

    uvicorn.run(
        application,
        port=port,
        http="httptools",
        ws=protocol,  # type: ignore[arg-type]
        log_level="critical",
        ws_per_message_deflate=deflate,
    )


def serve_granian(port: int) -> None:
    from granian import Granian  # type: ignore[import-not-found]

    Granian(
        "engines:application",
        port=port,
        interface="asgi",
        workers=1,
        loop="uvloop",
        log_enabled=False,
    ).serve()


async def serve_websockets(port: int) -> None:
    from websockets.asyncio.server import ServerConnection, serve

    async def talk(there: ServerConnection) -> None:
        assert there.request is not None
        pair = PAIRS.setdefault(there.request.path, set())
        pair.add(there)
        try:
            async for _ in there:
                await there.send(ACK)
                for other in pair:
                    await other.send(PUSH)
        finally:
            pair.discard(there)

    async with serve(talk, "127.0.0.1", port, compression=None) as server:
        await server.serve_forever()


async def serve_picows(port: int) -> None:
    from picows import (  # type: ignore[import-not-found]
        WSListener,
        WSMsgType,
        ws_create_server,
    )

    class Talk(WSListener):  # type: ignore[misc]
        def __init__(self, pair: set[Any]) -> None:
            self.pair = pair

        def on_ws_connected(self, transport: Any) -> None:
            self.pair.add(transport)

        def on_ws_disconnected(self, transport: Any) -> None:
            self.pair.discard(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                frame.get_payload_as_utf8_text()
                transport.send(WSMsgType.TEXT, ACK.encode())
                for other in self.pair:
                    other.send(WSMsgType.TEXT, PUSH.encode())

    server = await ws_create_server(
        lambda request: Talk(PAIRS.setdefault(request.path.decode(), set())), "127.0.0.1", port
    )
    await server.serve_forever()


def serve(engine: str, port: int) -> None:
    import uvloop

    if engine.startswith("uvicorn-"):
        protocol = engine.removeprefix("uvicorn-").removesuffix("-deflate")
        serve_uvicorn(port, protocol, deflate=engine.endswith("-deflate"))
    elif engine == "granian":
        serve_granian(port)
    else:
        uvloop.run({"websockets": serve_websockets, "picows": serve_picows}[engine](port))


# The clients.


class Socket(asyncio.Protocol):
    def __init__(self, path: str, deflate: bool, heard: Any) -> None:
        self.path = path
        self.deflate = deflate
        self.heard = heard
        self.buffer = bytearray()
        self.open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        more = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self.deflate else ""
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{more}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                raise SystemExit(f"expected a WebSocket, got {bytes(buffer[:200])!r}")
            del buffer[: end + 4]
            self.open = True
            self.heard(self)
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            if len(buffer) < start + size:
                break
            if buffer[at] & 15 == 1:
                self.heard(self)
            at = start + size
        del buffer[:at]

    def say(self, text: bytes) -> None:
        self.transport.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)


async def drive(port: int, pairs: int, seconds: float, deflate: bool, used: Any) -> list[float]:
    """Each pair sends a command as soon as everything of the last one was heard."""
    loop = asyncio.get_running_loop()
    done = 0

    class Pair:
        def __init__(self) -> None:
            self.sockets: list[Socket] = []
            self.awaited = 2  # both open

        def hear(self, one: Socket) -> None:
            nonlocal done
            self.awaited -= 1
            if self.awaited == 0:
                done += 1
                self.awaited = 3
                self.sockets[0].say(COMMAND)

    everyone = []
    for number in range(pairs):
        pair = Pair()
        everyone.append(pair)
        made = [Socket(f"/{number}", deflate, pair.hear) for _ in range(2)]
        pair.sockets = made
        for each in made:
            await loop.create_connection(lambda each=each: each, "127.0.0.1", port)
    await asyncio.sleep(1)
    before, began, count = used(), time.perf_counter(), done
    await asyncio.sleep(seconds)
    took, commands, core = time.perf_counter() - began, done - count, used() - before
    for pair in everyone:
        for each in pair.sockets:
            each.transport.close()
    return [commands / took, core / max(1, commands) * 1000]


def processor_seconds(process: int) -> float:
    """Of a process and its children."""
    total = 0
    for found in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = found.read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == process or found.parent.name == str(process):
                total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def measure(engine: str, pairs: int, seconds: float) -> list[float]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, __file__, "--serve", str(port), engine]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            if process.poll() is not None:
                raise ModuleNotFoundError(engine)
            time.sleep(0.1)
        work = drive(
            port, pairs, seconds, engine.endswith("deflate"), lambda: processor_seconds(process.pid)
        )
        import uvloop

        found: list[float] = uvloop.run(work)
        return found
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    about.add_argument("engines", nargs="*", default=ENGINES)
    about.add_argument("--pairs", type=int, default=200)
    about.add_argument("--seconds", type=float, default=3.0)
    about.add_argument("--rounds", type=int, default=1)
    about.add_argument("--serve", type=int)
    wanted = about.parse_args()
    if wanted.serve:
        serve(wanted.engines[0], wanted.serve)
        return
    print(f"{wanted.pairs} pairs, load before: {os.getloadavg()[0]:.1f}\n")
    print("| engine | commands/s | core ms a command |\n|---|---|---|")
    for _ in range(wanted.rounds):
        for engine in wanted.engines:
            try:
                rate, core = measure(engine, wanted.pairs, wanted.seconds)
            except ModuleNotFoundError:
                print(f"| {engine} | not installed | |")
                continue
            print(f"| {engine} | {rate:.0f} | {core:.3f} |", flush=True)


if __name__ == "__main__":
    main()
