"""WP-5: where a ship may sail, and when it must (WP-4.1)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.games.winds_of_plunder import refusals
from fourwinds.games.winds_of_plunder.actions import SAIL
from fourwinds.games.winds_of_plunder.pieces import (
    BITS,
    DIRECTIONS,
    FARTHER,
    PORTS,
    SAME_PORT,
    TOO_FAR,
    TURN_POINTS,
    is_across,
)
from fourwinds.games.winds_of_plunder.state import Table


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
    if gust == FARTHER:
        return t.wind + 4
    return gust


def fill_ports(ports: i64, out: vec[i64], n: i64) -> i64:
    for port in range(i64(PORTS)):
        if ports & BITS[port]:
            out[n] = SAIL + port
            n += 1
    return n


def no_course(t: Table, port: i64, wind: i64, farther: i64) -> IllegalAction:
    """Why a port cannot be reached (WP-5.1 to WP-5.3)."""
    across = is_across(wind)
    course = t.box.course(t.ship[t.turn], port, wind, farther)
    if course == SAME_PORT:
        found = refusals.ALREADY_THERE_ACROSS if across else refusals.ALREADY_THERE_ALONG
    elif course != TOO_FAR:
        found = refusals.AGAINST_THE_WIND_ACROSS if across else refusals.AGAINST_THE_WIND_ALONG
    elif farther > 0:
        found = refusals.TOO_FAR_WITH_GUST
    else:
        found = refusals.TOO_FAR_ACROSS if across else refusals.TOO_FAR_ALONG
    return found.error({"port": t.box.port_names[port], "wind": DIRECTIONS[wind]})


def cite_course(t: Table, wind: i64, farther: i64) -> None:
    """Which rules let a ship sail with that wind; call it only while `recording`."""
    t.cite("WP-5.2" if is_across(wind) else "WP-5.1")
    if farther > 0:
        t.cite("WP-5.3")
    t.cite("WP-3.6")


def has_company(t: Table, seat: i64, port: i64) -> bool:
    """Whether another ship lies in the port."""
    for other in range(t.players):
        if other != seat and t.ship[other] == port:
            return True
    return False
