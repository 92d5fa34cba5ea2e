"""Processes, databases and Redis are killed at random moments while people play.

Every acknowledged action is there afterwards, none is there twice, and the matches go on. CI kills
a sample, `make test-long` fifty times.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

from fourwinds.match.log import Played
from fourwinds.store.store import Store
from tests.scale.players import Player, a_moment, check, go_on
from tests.scale.processes import Server, Worker, generous
from tests.services import Postgres, Redis

KILLS = int(os.environ.get("FOURWINDS_KILLS", "20"))


def test_a_server_is_killed_many_times(
    tmp_path: Path, log: Path, running: list[Server | Worker]
) -> None:
    database, rng = f"sqlite:///{tmp_path / 'fourwinds.db'}", random.Random(1)
    server = Server(generous(database), log)
    running.append(server)
    server.start()
    server.wait()
    players = [Player([server.api], seed) for seed in range(3)]
    for player in players:
        player.begin()
    for _ in range(KILLS):
        a_moment(players, rng)
        server.kill()
        server.start()
        if rng.random() < 0.7:
            server.wait()
    server.wait()
    go_on(players)
    for player in players:
        player.finish()
    server.kill()
    store = Store.open(database)
    assert check(store, players) > KILLS / 2
    store.close()


def test_servers_and_workers_are_killed_many_times(
    own_postgres: Postgres, redis: Redis, log: Path, running: list[Server | Worker]
) -> None:
    """Two servers share a database, and two workers think for the bots."""
    rng = random.Random(2)
    settings = generous(own_postgres.url, bots=0, redis=redis.url)
    servers = [Server(settings, log) for _ in range(2)]
    workers = [Worker(settings, log) for _ in range(2)]
    running += [*servers, *workers]
    for each in running:
        each.start()
    for server in servers:
        server.wait()
    apis = [server.api for server in servers]
    players = [Player(apis, seed, bots=1 + seed % 2) for seed in range(2)]
    for player in players:
        player.begin()
    for _ in range(KILLS):
        a_moment(players, rng)
        victim = rng.choice(running)
        victim.kill()
        victim.start()
        if isinstance(victim, Server) and rng.random() < 0.7:
            victim.wait()
    for server in servers:
        server.wait()
    go_on(players)
    for player in players:
        player.finish()
    store = Store.open(own_postgres.url)
    assert check(store, players) > 10
    bots = 0
    for player in players:
        stored = store.load(player.match)
        assert stored is not None
        played = [e.content for e in stored.entries if isinstance(e.content, Played)]
        bots += sum(each.user is None for each in played)
    assert bots > 10
    store.close()


def test_the_database_and_redis_are_stopped_and_started(
    own_postgres: Postgres, redis: Redis, log: Path, running: list[Server | Worker]
) -> None:
    rng = random.Random(3)
    settings = generous(own_postgres.url, redis=redis.url)
    servers = [Server(settings, log) for _ in range(2)]
    running += servers
    for server in servers:
        server.start()
    for server in servers:
        server.wait()
    players = [Player([server.api for server in servers], seed) for seed in range(3)]
    for player in players:
        player.begin()
    for turn in range(10):
        a_moment(players, rng)
        service: Postgres | Redis = redis if turn % 2 else own_postgres
        service.stop()
        time.sleep(rng.uniform(0.0, 0.3))
        service.start()
        go_on(players, 1)
    for player in players:
        player.finish()
    store = Store.open(own_postgres.url)
    assert check(store, players) > 20
    store.close()
