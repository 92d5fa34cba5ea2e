"""Bytes: how much a push of a move takes for each viewer, whole and as what has changed.

    python bench/wire_bytes.py               # all games, three players and a spectator

Random matches are played without a server; what the channel would send is counted. `whole` is what
was pushed before there were patches: the picture, all legal moves, their sentences and refusals.
"""

from __future__ import annotations

import argparse
import random

import fourwinds as fw
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.server.live.feeds import Subscription, ViewerFeed

NOW = 1_760_000_000_000


def play(game: str, players: int, seed: int, most: int) -> tuple[int, int, int]:
    """How many pushes, and their bytes whole and as patches."""
    seats = (SeatSetup("me"), *[SeatSetup("open")] * (players - 1))
    secret = seed.to_bytes(32, "big")
    invitations = [f"invitation-{seat}" for seat in range(players)]
    match = Match.create("match", MatchSetup(game, seats), "u0", "Ann", secret, invitations, NOW)
    for seat in range(1, players):
        match.join(f"u{seat}", f"Person {seat}", NOW)
    match.start("u0", NOW)
    rng, present = random.Random(seed), [True] * players
    viewers = [*range(players), None]
    feeds = {viewer: ViewerFeed(viewer, "en") for viewer in viewers}
    sent = {v: Subscription("match", None, v, 0, None, "en") for v in viewers}
    pushes = whole = patches = 0
    for turn in range(most + 1):
        now = NOW + 5000 * turn
        for viewer in viewers:
            since = sent[viewer].since
            feeds[viewer].refresh(match, present, now)
            push = sent[viewer].next_push(feeds[viewer], match, present, now)
            if push is not None and turn:
                pushes += 1
                patches += len(push.encode())
                whole += len(feeds[viewer].whole(match, since, present, now).encode()) + 1
        state = match.state
        if match.status != "running" or state is None:
            break
        seat = rng.choice(state.actors)
        match.play(f"u{seat}", seat, rng.choice(state.actions(seat)), match.decision(seat), now)
    return pushes, whole, patches


def main() -> None:
    about = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    about.add_argument("--players", type=int, default=3)
    about.add_argument("--matches", type=int, default=1)
    about.add_argument("--moves", type=int, default=200, help="at most, of each match")
    wanted = about.parse_args()
    print("| game | whole | patch | times fewer |\n|---|---|---|---|")
    before = after = 0.0
    for game in fw.games():
        played = [play(game, wanted.players, s, wanted.moves) for s in range(wanted.matches)]
        pushes, whole, patches = (sum(each) for each in zip(*played, strict=True))
        before, after = before + whole / pushes, after + patches / pushes
        times = f"{whole / patches:.1f}"
        print(f"| {game} | {whole / pushes:.0f} | {patches / pushes:.0f} | {times} |", flush=True)
    games = len(fw.games())
    print(f"| mean | {before / games:.0f} | {after / games:.0f} | {before / after:.1f} |")


if __name__ == "__main__":
    main()
