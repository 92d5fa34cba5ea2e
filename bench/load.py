"""Load: bots play many matches at once, as people would, over WebSockets.

    python bench/load.py                        # every server that can be run here
    python bench/load.py --servers sqlite       # ours on SQLite alone
    python bench/load.py --rounds 5             # a machine is not the same from minute to minute

Every player listens all the time, as browsers do. In the first part each match makes a move at its
pace, so that the server gets `--rate` moves a second together; in the second everybody moves as
soon as he is asked. A move goes over the mover's channel and has taken as long as it takes until
every player of the match has heard of it (and, of ours, until it was acknowledged). boardgame.io's
server gets the same load on a game of the same kind; it needs `npm install` in bench/boardgame_io.
`--pin` keeps the server to one half of the cores and the players to the other.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import msgspec

from fourwinds.server.wire.patch import patched

HERE = Path(__file__).parent
API = "/api/v1"
read = msgspec.json.decode


# The network: as little as there can be, so that both cores are for the servers.


class Socket(asyncio.Protocol):
    """A WebSocket; `heard` gets every text."""

    def __init__(self, request: bytes, heard: Any) -> None:
        self.request = request
        self.heard = heard
        self.buffer = bytearray()
        self.open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

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
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size or start > len(buffer):
                break
            if buffer[at] & 15 == 1:
                self.heard(bytes(buffer[start : start + size]))
            elif buffer[at] & 15 == 9:
                self.send(bytes(buffer[start : start + size]), 10)
            at = start + size
        del buffer[:at]

    def send(self, data: bytes, kind: int = 1) -> None:
        size = len(data)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254])
        more = b"" if size < 126 else size.to_bytes(2, "big")
        self.transport.write(head + more + bytes(4) + data)  # a mask of zeros


def upgrade(path: str, token: str = "") -> bytes:
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{bearer}"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def call(url: str, body: object = None, token: str = "", method: str | None = None) -> Any:
    """A request that is not part of the load."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as came:
        text = came.read()
    return json.loads(text) if text else None


# Matches.


class Table(Protocol):
    """A match, as its players have it before them."""

    over: bool

    async def move(self) -> None:
        """Make one move; returns when every player has heard of it."""


@dataclass
class Taken:
    """Times in seconds."""

    times: list[float] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0
    moves: int = 0
    processor: float = 0.0

    def rate(self) -> float:
        return len(self.times) / (self.ended - self.began)

    def figures(self) -> list[float]:
        processor = self.processor / max(1, self.moves) * 1000
        return [self.rate(), self.percentile(0.5), self.percentile(0.99), processor]

    def percentile(self, share: float) -> float:
        if not self.times:
            raise SystemExit("not a single move was made in time; run it on a machine at rest")
        return sorted(self.times)[min(len(self.times) - 1, int(share * len(self.times)))] * 1000


class OurTable:
    """A match on servers of ours; each player is at one of them."""

    def __init__(self, ports: list[int], tokens: list[str], game: str) -> None:
        self.ports = ports
        self.tokens = tokens
        self.game = game
        self.players = len(tokens)
        self.asked: list[Any] = [None] * self.players
        self.heard = [0] * self.players
        self.acknowledged = 0
        self.news = asyncio.Event()
        self.over = False
        self.count = 0
        self.size = 0

    async def begin(self) -> None:
        base = f"http://127.0.0.1:{self.ports[0]}{API}"
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (self.players - 1)

        def make() -> str:
            made = call(f"{base}/matches", {"game": self.game, "seats": seats}, self.tokens[0])
            for token in self.tokens[1:]:
                call(f"{base}/matches/{made['id']}/seats", {}, token)
            call(f"{base}/matches/{made['id']}/start", {}, self.tokens[0])
            found: str = made["id"]
            return found

        self.id = await asyncio.to_thread(make)
        loop = asyncio.get_running_loop()
        self.sockets = []
        for seat, token in enumerate(self.tokens):
            request = upgrade(f"{API}/matches/{self.id}/channel?since=0", token)
            _, there = await loop.create_connection(
                lambda r=request, s=seat: Socket(r, lambda text: self.hear(s, text)),
                "127.0.0.1",
                self.ports[seat % len(self.ports)],
            )
            self.sockets.append(there)
        while not all(self.heard):
            self.news.clear()
            await self.news.wait()

    def hear(self, seat: int, text: bytes) -> None:
        self.size += len(text)
        came = read(text)
        if "push" in came:
            patch = came.get("patch")
            if patch is None:
                self.asked[seat] = came["asked"]
                self.over = came["table"]["status"] == "over"
            else:
                if "asked" in patch:
                    self.asked[seat] = patched(self.asked[seat], patch["asked"])
                if "status" in patch.get("table", ()):
                    self.over = patch["table"]["status"] == ["over"]
            if came["updates"]:
                self.heard[seat] = came["number"]
        if "ack" in came:
            self.acknowledged = int(came["ack"])
        elif "push" not in came:
            raise SystemExit(f"refused: {came}")
        self.news.set()

    def mover(self) -> int | None:
        """Who is asked, and has not answered yet."""
        for seat, asked in enumerate(self.asked):
            if asked is not None and not asked["chosen"]:
                return seat
        return None

    async def move(self) -> None:
        while (seat := self.mover()) is None:
            self.news.clear()
            await self.news.wait()
        asked = self.asked[seat]
        self.count += 1
        command = {
            "do": "play",
            "seat": seat,
            "decision": asked["decision"],
            "action": random.choice(asked["actions"])["action"],
            "key": str(self.count),
        }
        before = list(self.heard)
        self.sockets[seat].send(msgspec.json.encode(command))
        # What only its owner may see is not heard by the others.
        wanted = [seat] if asked["retractable"] else range(self.players)
        while self.acknowledged < self.count or any(self.heard[s] <= before[s] for s in wanted):
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), 60)
            except TimeoutError:
                raise SystemExit(f"a move was not heard: {before} {self.heard}") from None

    def close(self) -> None:
        for there in self.sockets:
            there.transport.close()


class TheirTable:
    """A match on boardgame.io's server, by the Socket.IO protocol."""

    RANKS = 15

    def __init__(self, port: int, players: int) -> None:
        self.port = port
        self.players = players
        self.heard = [-1] * players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.state: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.over = False
        self.size = 0

    async def begin(self) -> None:
        base = f"http://127.0.0.1:{self.port}/games/tricks"

        def make() -> tuple[str, list[str]]:
            made: str = call(f"{base}/create", {"numPlayers": self.players})["matchID"]
            joined = [
                call(f"{base}/{made}/join", {"playerID": str(s), "playerName": f"P{s}"})
                for s in range(self.players)
            ]
            return made, [j["playerCredentials"] for j in joined]

        self.id, self.credentials = await asyncio.to_thread(make)
        loop = asyncio.get_running_loop()
        self.sockets = []
        for seat in range(self.players):
            request = upgrade("/socket.io/?EIO=4&transport=websocket")
            _, there = await loop.create_connection(
                lambda r=request, s=seat: Socket(r, lambda text: self.hear(s, text)),
                "127.0.0.1",
                self.port,
            )
            self.sockets.append(there)
        while not all(number >= 0 for number in self.heard):
            self.news.clear()
            await self.news.wait()

    def hear(self, seat: int, text: bytes) -> None:
        self.size += len(text)
        there = self.sockets[seat] if seat < len(self.sockets) else None
        if text.startswith(b"0"):  # the connection is open: enter the game's space

            def enter() -> None:
                self.sockets[seat].send(b"40/tricks,")

            asyncio.get_running_loop().call_soon(enter)
        elif text.startswith(b"40/tricks"):
            sync = ["sync", self.id, str(seat), self.credentials[seat], self.players]
            self.sockets[seat].send(b"42/tricks," + msgspec.json.encode(sync))
        elif text == b"2" and there is not None:
            there.send(b"3")
        elif text.startswith(b"42/tricks,"):
            kind, *rest = read(text[10:])
            if kind in ("sync", "update"):
                state = rest[1]["state"] if kind == "sync" else rest[1]
                self.heard[seat] = state["_stateID"]
                self.hands[seat] = state["G"]["hands"][seat]
                self.state = state
                self.over = "gameover" in state["ctx"]
                self.news.set()

    async def move(self) -> None:
        number, trick = self.state["_stateID"], self.state["G"]["trick"]
        player = self.state["ctx"]["currentPlayer"]
        hand = self.hands[int(player)]
        if trick:
            led = trick[0]["card"] // self.RANKS
            hand = [card for card in hand if card // self.RANKS == led] or hand
        payload = {
            "type": "play",
            "args": [random.choice(hand)],
            "playerID": player,
            "credentials": self.credentials[int(player)],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        update = ["update", action, number, self.id, player]
        self.sockets[int(player)].send(b"42/tricks," + msgspec.json.encode(update))
        while not all(heard > number for heard in self.heard):
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), 20)
            except TimeoutError:
                raise SystemExit(f"a move was not heard: {number} {self.heard}") from None

    def close(self) -> None:
        for there in self.sockets:
            there.transport.close()


# The load.


async def drive(
    tables: list[Any], again: Any, seconds: float, rate: float | None, used: Any
) -> Taken:
    """Play for so long; `rate` moves a second together, or as many as there can be."""
    taken = Taken()
    before = used()
    began = time.perf_counter()
    count_from = began + min(3.0, seconds / 4)  # warming up does not count
    end = began + seconds

    async def play(index: int) -> None:
        due = began + random.random() * (len(tables) / rate if rate else 0.1)
        while True:
            now = time.perf_counter()
            if rate is not None:
                await asyncio.sleep(max(0.0, due - now))
                due = max(now, due) + random.expovariate(rate / len(tables))
            if time.perf_counter() >= end:
                return
            if tables[index].over:
                tables[index].close()
                tables[index] = await again(index)
            sent = time.perf_counter()
            await tables[index].move()
            done = time.perf_counter()
            taken.moves += 1
            if sent >= count_from and done <= end:
                taken.times.append(done - sent)

    await asyncio.gather(*(play(index) for index in range(len(tables))))
    taken.began, taken.ended = count_from, end
    taken.processor = used() - before
    return taken


async def ours(ports: list[int], wanted: argparse.Namespace, used: Any) -> tuple[Taken, Taken]:
    base = f"http://127.0.0.1:{ports[0]}{API}"

    def sign_up() -> list[str]:
        tokens = []
        for number in range(wanted.players):
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            for path, body in (("guests", {"name": f"P{number}"}), ("tokens", {"name": "load"})):
                request = urllib.request.Request(f"{base}/{path}", json.dumps(body).encode())
                request.add_header("Content-Type", "application/json")
                with opener.open(request) as came:
                    answer = json.load(came)
            tokens.append(answer["token"])
        return tokens

    people = [await asyncio.to_thread(sign_up) for _ in range(20)]

    async def make(index: int) -> OurTable:
        # The players of a match sit at the servers in turn.
        turned = [ports[(index + seat) % len(ports)] for seat in range(len(ports))]
        table = OurTable(turned, people[index % len(people)], wanted.game)
        await table.begin()
        return table

    return await both(make, wanted, used)


async def theirs(ports: list[int], wanted: argparse.Namespace, used: Any) -> tuple[Taken, Taken]:
    async def make(index: int) -> TheirTable:
        table = TheirTable(ports[0], wanted.players)
        await table.begin()
        return table

    return await both(make, wanted, used)


async def both(make: Any, wanted: argparse.Namespace, used: Any) -> tuple[Taken, Taken]:
    tables: list[Any] = []
    for start in range(0, wanted.matches, 20):
        several = range(start, min(start + 20, wanted.matches))
        tables += await asyncio.gather(*(make(index) for index in several))
    paced = await drive(tables, make, wanted.seconds, wanted.rate, used)
    flat_out = await drive(tables, make, wanted.seconds, None, used)
    for table in tables:
        table.close()
    return paced, flat_out


# The servers.


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


LIMITS = "REQUESTS BURST STRANGERS MATCHES SOCKETS PLACE_SOCKETS CONNECTIONS WORK".split()
GENEROUS = {f"FOURWINDS_{name}": "1000000" for name in LIMITS}


def halves() -> tuple[set[int], set[int]]:
    """The cores for the servers, and those for who plays."""
    cores = sorted(os.sched_getaffinity(0))
    half = max(1, len(cores) // 2)
    return set(cores[:half]), set(cores[half:]) or set(cores)


@contextlib.contextmanager
def running(
    words: list[str], port: int, log: Path, ready: str
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as out:
        process = subprocess.Popen(words, stdout=out, stderr=out, env=os.environ | GENEROUS)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ready}").close()
                break
            if process.poll() is not None:
                raise SystemExit(log.read_text())
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def our_server(url: str, port: int) -> list[str]:
    words = [sys.executable, "-m", "fourwinds", "serve", "--port", str(port)]
    return [*words, "--database", url]


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own, with its usual settings: what is acknowledged is on disk."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    folder.chmod(0o777)
    data = folder / "data"
    user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") * (not os.getuid())

    def run(program: str, *words: str) -> None:
        command = (*user, str(binaries / program), "-D", str(data), *words)
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    run("initdb", "-U", "fourwinds", "-A", "trust")
    options = f"-k {folder} -c listen_addresses=''"
    run("pg_ctl", "-l", str(folder / "log"), "-o", options, "-w", "start")
    try:
        yield f"postgresql://fourwinds@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-m", "immediate", "-w", "stop")


def measure(server: str, wanted: argparse.Namespace) -> tuple[Taken, Taken]:
    folder = Path(tempfile.mkdtemp(prefix="load-", dir=wanted.folder))
    port = free_port()
    log = folder / "log.txt"
    try:
        with contextlib.ExitStack() as stack:
            if server in ("sqlite", "postgresql"):
                url = f"sqlite:///{folder / 'fourwinds.db'}"
                if server == "postgresql":
                    (folder / "postgres").mkdir()
                    folder.chmod(0o755)
                    url = stack.enter_context(postgres(folder / "postgres"))
                words, ready = our_server(url, port), "/ready"
            else:
                kind = server.split("-")[1]
                script = str(HERE / "boardgame_io" / "server.js")
                words = ["node", script, str(port), kind, str(folder / "matches")]
                ready = "/games"
            process = stack.enter_context(running(words, port, log, ready))
            if wanted.pin:
                for_servers, for_players = halves()
                os.sched_setaffinity(process.pid, for_servers)
                os.sched_setaffinity(0, for_players)
            work = ours if server in ("sqlite", "postgresql") else theirs
            measured: tuple[Taken, Taken]
            measured = run_async(work([port], wanted, lambda: processor_seconds(process.pid)))
            return measured
    finally:
        if wanted.keep:
            print(f"{server}: {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_async(work: Any) -> Any:
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.run(work)
    return uvloop.run(work)


SERVERS = {
    "sqlite": "Four Winds, SQLite",
    "postgresql": "Four Winds, PostgreSQL",
    "boardgameio-sqlite": "boardgame.io, SQLite (synchronous=FULL)",
    "boardgameio-flatfile": "boardgame.io, FlatFile (not synced)",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--servers", nargs="*", choices=SERVERS, default=list(SERVERS))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--game", default="santa-timea")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=300, help="moves a second, of all together")
    parser.add_argument(
        "--rounds", type=int, default=1, help="measure every server so often, one after the other"
    )
    parser.add_argument("--pin", action="store_true", help="the server apart from who plays")
    parser.add_argument("--folder", help="where databases are put")
    parser.add_argument("--keep", action="store_true", help="keep databases and logs")
    wanted = parser.parse_args()
    if not (HERE / "boardgame_io" / "node_modules").exists():
        print("boardgame.io is left out: npm install in bench/boardgame_io", file=sys.stderr)
        wanted.servers = [name for name in wanted.servers if "boardgame" not in name]
    print(
        f"{wanted.matches} matches of {wanted.players}, {wanted.game}, {os.cpu_count()} cores, "
        f"load before: {os.getloadavg()[0]:.1f}\n"
    )
    columns = "moves/s | median ms | p99 ms | server's ms of a core a move"
    head = f"| server | at {wanted.rate:.0f} moves/s asked: {columns} | flat out: {columns} |"
    print(f"{head}\n" + "|---" * 9 + "|")
    figures: dict[str, list[list[float]]] = {server: [] for server in wanted.servers}
    for _ in range(wanted.rounds):
        for server in wanted.servers:
            figures[server].append(
                [f for taken in measure(server, wanted) for f in taken.figures()]
            )
            print(row(server, [shown(f) for f in figures[server][-1]]), flush=True)
    if wanted.rounds > 1:
        print(
            f"\nMedian of {wanted.rounds} rounds (lowest to highest):\n\n{head}\n"
            + "|---" * 9
            + "|"
        )
        for server, rounds in figures.items():
            print(row(server, [spread(list(each)) for each in zip(*rounds, strict=True)]))


def row(server: str, cells: list[str]) -> str:
    return f"| {SERVERS[server]} | {' | '.join(cells)} |"


def shown(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 5 else f"{figure:.2f}"


def spread(figures: list[float]) -> str:
    return f"{shown(median(figures))} ({shown(min(figures))}-{shown(max(figures))})"


if __name__ == "__main__":
    main()
