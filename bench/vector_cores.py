"""How many decisions a second `vector` plays on one core and on several: processes and threads.

    python -m bench.vector_cores --workers 1,2

Each worker has matches of its own. Threads share Python's lock, which compiled rules hold as well.
How many cores were really had says whether something else was running.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import fourwinds as fw


def play(game: str, envs: int, steps: int, seed: int) -> tuple[float, float, float]:
    """When the steps began and ended, and their processor time, without making the matches."""
    matches = fw.vector(game, envs=envs, seed=seed, copy=False, max_decisions=20_000)
    start, spent = time.time(), time.thread_time()
    for _ in range(steps):
        matches.step(matches.sample())
    return start, time.time(), time.thread_time() - spent


def measure(pool: Executor, workers: int, game: str, envs: int, steps: int) -> str:
    jobs = [pool.submit(play, game, envs, steps, seed) for seed in range(workers)]
    spans = [job.result() for job in jobs]
    seconds = max(end for _, end, _ in spans) - min(start for start, _, _ in spans)
    cores = sum(spent for _, _, spent in spans) / seconds
    return f"{workers * envs * steps / seconds:,.0f} decisions/s on {cores:.2f} cores"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--envs", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=200)
    chosen = parser.parse_args()
    for game in fw.games():
        for workers in map(int, chosen.workers.split(",")):
            with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
                apart = measure(processes, workers, game, chosen.envs, chosen.steps)
            with ThreadPoolExecutor(workers) as threads:
                together = measure(threads, workers, game, chosen.envs, chosen.steps)
            print(
                f"{game}, {workers} workers: {apart} in processes, {together} in threads",
                flush=True,
            )


if __name__ == "__main__":
    main()
