"""WP-5: where a ship may sail, and when it must (WP-4.1)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.games.winds_of_plunder.state import (
    BITS,
    DIRECTIONS,
    FARTHER,
    PORTS,
    SAIL,
    SAME_PORT,
    TOO_FAR,
    TURN_POINTS,
    Table,
    is_across,
)


def owes_sailing(t: Table) -> bool:
    """WP-4.1: one sailing a turn; Heave (WP-1.4) adds one."""
    return t.sailed <= t.heaved


def reach(t: Table, form: i64) -> i64:
    """The ports open to the seat on turn: a wind, or 4 + a wind for a zone farther."""
    return t.box.reach[form * PORTS + t.ship[t.turn]]


def must_sail(t: Table) -> bool:
    """WP-4.1: sailing is a duty unless no port can be reached."""
    return owes_sailing(t) and reach(t, t.wind) != 0


def may_buy_gust(t: Table) -> bool:
    """WP-4.2: three ordinary points, at the moment of sailing."""
    return t.action_points == TURN_POINTS and owes_sailing(t)


def gust_form(t: Table, gust: i64) -> i64:
    """What a gust makes of the wind: another direction, or the same a zone farther."""
    return 4 + t.wind if gust == FARTHER else gust


def fill_ports(ports: i64, out: vec[i64], n: i64) -> i64:
    for port in range(PORTS):
        if ports & BITS[port]:
            out[n] = SAIL + port
            n += 1
    return n


def no_course(t: Table, port: i64, wind: i64, farther: i64) -> IllegalAction:
    """Why a port cannot be reached (WP-5.1 to WP-5.3)."""
    details: dict[str, object] = {"port": t.box.port_names[port], "wind": DIRECTIONS[wind]}
    course = t.box.course(t.ship[t.turn], port, wind, farther)
    rule = "WP-5.2" if is_across(wind) else "WP-5.1"
    if course == SAME_PORT:
        return IllegalAction("already-there", rule, details)
    if course == TOO_FAR:
        return IllegalAction("too-far", "WP-5.3" if farther else rule, details)
    return IllegalAction("against-the-wind", rule, details)


def cite_course(t: Table, wind: i64) -> None:
    t.cite("WP-5.2" if is_across(wind) else "WP-5.1")
    t.cite("WP-3.6")


def company(t: Table, seat: i64, port: i64) -> bool:
    for other in range(t.players):
        if other != seat and t.ship[other] == port:
            return True
    return False
