"""Scale: 1, 2 and 4 server processes on one PostgreSQL and one Redis, the players spread over them.

    python bench/scale.py                          # on as many cores as there are
    python bench/scale.py --processes 1 2 --rate 200 --seconds 8

The two players of a match sit at different processes, so that every move is told over Redis. With
`--pin` the servers share one half of the cores and everything else has the other. On a machine with
few cores the moves/s of several processes say little; what counts is what a move costs: the
processor time of all servers, of PostgreSQL and of Redis for one move.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from load import free_port, halves, our_server, ours, postgres, run_async, running, shown


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[tuple[str, int]]:
    """A Redis of our own that keeps nothing: its address and its process."""
    port = free_port()
    words = ["redis-server", "--port", str(port), "--save", "", "--dir", str(folder)]
    with (folder / "redis.txt").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    time.sleep(0.5)
    try:
        yield f"redis://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


def seconds_of(pids: list[int]) -> float:
    """Processor time of processes and all their children, also of those that have ended."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            pid = int(stat.parent.name)
            parents[pid], used[pid] = int(fields[1]), sum(int(f) for f in fields[11:15])
    total = 0
    for pid, ticks in used.items():
        above = pid
        while above not in pids and above in parents:
            above = parents[above]
        if above in pids:
            total += ticks
    return total / os.sysconf("SC_CLK_TCK")


def measure(processes: int, wanted: argparse.Namespace) -> list[float]:
    folder = Path(tempfile.mkdtemp(prefix="scale-"))
    try:
        with contextlib.ExitStack() as stack:
            (folder / "postgres").mkdir()
            folder.chmod(0o755)
            url = stack.enter_context(postgres(folder / "postgres"))
            data = folder / "postgres" / "data" / "postmaster.pid"
            database = int(data.read_text().split()[0])
            os.environ["FOURWINDS_REDIS"], bus = stack.enter_context(redis(folder))
            ports, servers = [], []
            for number in range(processes):
                port = free_port()
                log = folder / f"log-{number}.txt"
                process = stack.enter_context(running(our_server(url, port), port, log, "/ready"))
                ports.append(port)
                servers.append(process.pid)
            if wanted.pin:
                for_servers, for_others = halves()
                for pid in servers:
                    os.sched_setaffinity(pid, for_servers)
                os.sched_setaffinity(0, for_others)
            parts: dict[str, list[int]] = {"servers": servers, "database": [database], "bus": [bus]}
            marks: list[dict[str, float]] = []

            def used() -> float:
                marks.append({name: seconds_of(pids) for name, pids in parts.items()})
                return marks[-1]["servers"]

            paced, flat_out = run_async(ours(ports, wanted, used))
            figures = []
            for taken, (before, after) in (
                (paced, marks[0:2]),
                (flat_out, marks[2:4]),
            ):
                figures += [taken.rate(), taken.percentile(0.5), taken.percentile(0.99)]
                figures += [1000 * (after[n] - before[n]) / max(1, taken.moves) for n in parts]
            return figures
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    about = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    about.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4])
    about.add_argument("--matches", type=int, default=200)
    about.add_argument("--players", type=int, default=2)
    about.add_argument("--game", default="santa-timea")
    about.add_argument("--seconds", type=float, default=15)
    about.add_argument("--rate", type=float, default=200, help="moves a second, of all together")
    about.add_argument("--pin", action="store_true", help="the servers apart from all else")
    wanted = about.parse_args()
    print(f"{wanted.matches} matches, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    columns = "moves/s | median ms | p99 ms | core ms a move: servers | PostgreSQL | Redis"
    print(f"| processes | paced: {columns} | flat out: {columns} |\n{'|---' * 13}|")
    for processes in wanted.processes:
        cells = " | ".join(shown(figure) for figure in measure(processes, wanted))
        print(f"| {processes} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
