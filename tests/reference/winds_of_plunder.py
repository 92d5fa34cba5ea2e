"""Vote, cards, arrival and end count of Winds of Plunder again, short, slow, by the rules page.

It knows nothing of the package: a table is what a position says, in words and plain lists.
"""

from __future__ import annotations

from typing import Any

ITEMS = {"w": "weapons", "c": "crew", "p": "provisions"}
MARKERS = {"weapons": "most-weapons", "crew": "largest-crew", "provisions": "most-provisions"}
LOOT = {"weapon": "weapons", "crew": "crew", "provision": "provisions"}
PURCHASES = {"weapons": "weapons", "hire": "crew", "provisions": "provisions"}
STRIKES = {"misfire": "weapons", "mutiny": "crew", "spoilage": "provisions"}


# WP-3.


def tied_players(bids: list[int]) -> set[int]:
    return {seat for seat, bid in enumerate(bids) if bid == max(bids)}


def tied_winds(votes: list[str], bids: list[int]) -> set[str]:
    cubes = {wind: sum(b for v, b in zip(votes, bids, strict=True) if v == wind) for wind in votes}
    return {wind for wind, number in cubes.items() if number == max(cubes.values())}


# WP-6 and WP-7.


class Sea:
    """What an arrival changes."""

    def __init__(
        self, position: dict[str, Any], chart: dict[str, int], data: dict[str, Any]
    ) -> None:
        self.zone_of = chart
        self.booty_points: list[int] = data["booty"]["points"]
        self.zone_points: list[int] = data["reputation"]["points"]
        self.ships = list(position["ships"])
        self.vp = list(position["vp"])
        self.tracks = {track: list(position[track]) for track in MARKERS}
        self.markers = dict(position["advantages"])
        self.ports = dict(position["ports"])
        self.bar = list(position["bar"])
        self.booty = list(position["booty"])
        self.cubes = list(position["cubes"])
        self.reputation = [set(ports) for ports in position["reputation"]]
        known = position["treasures"]
        self.treasures = [set(hand) for hand in known["open"]]
        for draw, port in zip(known["drawn"], known["order"], strict=False):
            if port not in known["played"]:
                self.treasures[draw["seat"]].add(port)
        self.treasure_deck = known["order"][len(known["drawn"]) :] + known["under"]

    def move_marker(self, track: str) -> None:
        """WP-7.1: it stays until another has more; then it is his who alone has the most."""
        counts = self.tracks[track]
        holder = self.markers[MARKERS[track]]
        if holder is not None and counts[holder] == max(counts):
            return
        alone = counts.count(max(counts)) == 1 and max(counts) > 0
        self.markers[MARKERS[track]] = counts.index(max(counts)) if alone else None

    def sail(self, seat: int, port: str) -> None:
        """WP-6.1 to WP-6.3."""
        self.ships[seat] = port
        tile = self.ports[port]
        for letter, track in ITEMS.items():
            if letter in tile:
                self.tracks[track][seat] = min(9, self.tracks[track][seat] + 1)
                self.move_marker(track)
        if "t" in tile and self.treasure_deck:
            self.treasures[seat].add(self.treasure_deck.pop(0))
        self.bar = [tile, *self.bar]
        self.ports[port] = self.bar.pop()
        self.vp[seat] += int(tile[0])
        if self.markers["most-provisions"] == seat:
            self.vp[seat] += 1

    def may_heave(self, seat: int, turn: dict[str, Any], reach: list[str]) -> bool:
        """WP-1.4, WP-6.7: whether the card Heave could be played."""
        others = [points for s, points in enumerate(self.vp) if s != seat]
        once = turn["sailed"] > 0 and not turn["heaved"] and turn["points"] > 0
        return once and min(others) > self.vp[seat] and self.tracks["crew"][seat] > 0 and any(reach)

    def play_card(self, seat: int, card: str) -> None:
        """WP-1.4: what a card does; it may do nothing (WP-6.7)."""
        kind, _, rest = card.partition(" ")
        if kind in PURCHASES:
            ship = self.ships[seat]
            is_free = rest.startswith(f"{ship} ") or rest.endswith(f" {ship}")
            self.vp[seat] -= 0 if is_free else 2
            self.change(PURCHASES[kind], seat, 1)
        elif kind in STRIKES:
            self.change(STRIKES[kind], int(rest) - 1, -1)
        elif kind == "heave":
            self.change("crew", seat, -1)
        elif kind == "rumour" and self.treasure_deck:
            self.treasures[seat].add(self.treasure_deck.pop(0))

    def change(self, track: str, seat: int, by: int) -> None:
        """WP-1.5: from 0 to 9, the rest is lost."""
        self.tracks[track][seat] = min(9, max(0, self.tracks[track][seat] + by))
        self.move_marker(track)

    def boardings(self, seat: int) -> set[str]:
        """WP-6.4: whom and for what the seat may board."""
        weapons = self.tracks["weapons"]
        out = set()
        for victim, ship in enumerate(self.ships):
            if victim == seat or ship != self.ships[seat]:
                continue
            if self.markers["most-weapons"] == seat or weapons[seat] > weapons[victim]:
                if self.vp[victim] > 0:
                    out.add(f"board {victim + 1} vp")
                for loot, track in LOOT.items():
                    if self.tracks[track][victim] > 0:
                        out.add(f"board {victim + 1} {loot}")
        return out

    def board(self, seat: int, move: str) -> None:
        _, who, loot = move.split()
        victim = int(who) - 1
        if loot == "vp":
            taken = min(2, self.vp[victim])
            self.vp[victim] -= taken
            self.vp[seat] += taken
        else:
            track = LOOT[loot]
            self.tracks[track][victim] -= 1
            self.tracks[track][seat] = min(9, self.tracks[track][seat] + 1)
            self.move_marker(track)

    def settle(self, seat: int) -> None:
        """WP-6.5 and WP-6.6."""
        port = self.ships[seat]
        if port in self.treasures[seat]:
            self.treasures[seat].remove(port)
            self.treasure_deck.append(port)
            self.booty[seat] = min(self.booty[seat] + 1, len(self.booty_points))
            self.vp[seat] += self.booty_points[self.booty[seat] - 1]
        weapons = self.tracks["weapons"]
        there = [s for s, ship in enumerate(self.ships) if ship == port and s != seat]
        reserve = 26 - self.cubes[seat] - len(self.reputation[seat])
        if port in self.reputation[seat] or reserve == 0:
            return
        if all(weapons[seat] >= weapons[other] for other in there):
            self.reputation[seat].add(port)
            zone = {p for p, z in self.zone_of.items() if z == self.zone_of[port]}
            if zone <= self.reputation[seat]:
                place = sum(zone <= known for known in self.reputation)
                self.vp[seat] += self.zone_points[place - 1]


# WP-8.


def end_scores(position: dict[str, Any]) -> list[int]:
    return [
        position["vp"][seat]
        + position["cubes"][seat] // 3
        + position["weapons"][seat] // 3
        + position["crew"][seat] // 2
        + position["provisions"][seat]
        + 2 * sum(holder == seat for holder in position["advantages"].values())
        for seat in range(position["players"])
    ]


def ranking(scores: list[int], position: dict[str, Any]) -> list[int]:
    """Each seat's place; the tie-breaks one after the other."""

    def merits(seat: int) -> tuple[int, ...]:
        holders = position["advantages"]
        clockwise = (seat - position["blackbeard"]) % len(scores)
        return (
            scores[seat],
            position["blackbeard"] == seat,
            sum(holder == seat for holder in holders.values()),
            holders["most-weapons"] == seat,
            holders["largest-crew"] == seat,
            len(position["hands"][seat]),
            -clockwise if position["options"]["tournament_tiebreak"] else 0,
        )

    everybody = [merits(seat) for seat in range(len(scores))]
    return [1 + sum(other > mine for other in everybody) for mine in everybody]
