"""Routes of play. Each checks whose seat it is and answers once the log is on disk."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from fourwinds.match.match import Match
from fourwinds.match.setup import LONGEST_LINE, tidy
from fourwinds.server.hall import Command, Hall
from fourwinds.server.identity import Somebody, TheHall, TheIdentity
from fourwinds.server.wire import (
    Acted,
    ActionIn,
    AnswerIn,
    AutomaticIn,
    Done,
    LineIn,
    MatchId,
    MuteIn,
    ReportIn,
    SaltIn,
    SeatRequest,
)
from fourwinds.store.people import User

router = APIRouter(tags=["play"], prefix="/matches/{match}")


async def _do(match: str, user: User, hall: Hall, key: str | None, do: Command) -> dict[str, Any]:
    def command(table: Match, now: int) -> int | None:
        hall.admit(table, user.id, None, None)
        return do(table, now)

    return await hall.act(match, command, user.id, key)


async def _act(match: str, user: User, hall: Hall, key: str | None, do: Command) -> Acted:
    return Acted(**await _do(match, user, hall, key, do))


async def act(hall: Hall, match: str, user: User, body: ActionIn) -> dict[str, Any]:
    """What the route of actions does; the lane comes here directly."""

    def do(table: Match, now: int) -> int:
        table.play(user.id, body.seat, body.action, body.decision, now)
        hall.presence.saw(match, body.seat)
        return body.seat

    return await _do(match, user, hall, body.key, do)


@router.post("/salt")
async def salt(match: MatchId, body: SaltIn, user: Somebody, hall: TheHall) -> Acted:
    """Add to the chance of the deal."""

    def do(table: Match, now: int) -> int:
        table.salt(user.id, body.seat, body.salt, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/start")
async def start(match: MatchId, user: Somebody, hall: TheHall) -> Acted:
    def do(table: Match, now: int) -> None:
        table.start(user.id, now)

    return await _act(match, user, hall, None, do)


@router.post("/actions")
async def play(match: MatchId, body: ActionIn, user: Somebody, hall: TheHall) -> Acted:
    """Play an action; a stale one gets the present state, a repeated one its first answer."""
    return Acted(**await act(hall, match, user, body))


@router.post("/retract")
async def retract(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    """Take back the last part of a choice that is not final, or a secret vote."""

    def do(table: Match, now: int) -> int:
        table.retract(user.id, body.seat, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/undo")
async def undo(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    """Take back one's last move: freely if nobody has learnt anything, else the others decide."""

    def do(table: Match, now: int) -> int:
        table.undo(user.id, body.seat, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/offer-end")
async def offer_end(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    """Offer to end the match without a result."""

    def do(table: Match, now: int) -> int:
        table.offer_end(user.id, body.seat, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/answer")
async def reply(match: MatchId, body: AnswerIn, user: Somebody, hall: TheHall) -> Acted:
    """Agree to what another asks (to undo, to end), or not."""

    def do(table: Match, now: int) -> int:
        table.answer(user.id, body.seat, body.yes, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/resign")
async def resign(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    def do(table: Match, now: int) -> int:
        table.resign(user.id, body.seat, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/replace")
async def replace(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    """Have a bot stand in for a player who is away."""

    def do(table: Match, now: int) -> None:
        away = hall.absent(table, body.seat) if body.seat < len(table.seats) else None
        table.replace(user.id, body.seat, away, now)

    return await _act(match, user, hall, body.key, do)


@router.post("/return")
async def come_back(match: MatchId, body: SeatRequest, user: Somebody, hall: TheHall) -> Acted:
    """Take one's seat back from the bot that stood in."""

    def do(table: Match, now: int) -> int:
        table.come_back(user.id, body.seat, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/automatic")
async def automatic(match: MatchId, body: AutomaticIn, user: Somebody, hall: TheHall) -> Acted:
    """Whether moves without a choice are made by themselves."""

    def do(table: Match, now: int) -> int:
        table.be_automatic(user.id, body.seat, body.wanted, now)
        return body.seat

    return await _act(match, user, hall, body.key, do)


@router.post("/chat")
async def say(
    match: MatchId, body: LineIn, user: Somebody, hall: TheHall, identity: TheIdentity
) -> Acted:
    identity.lines.take(user.id)

    def do(table: Match, now: int) -> int:
        table.say(user.id, body.text, now)
        return table.seats_of(user.id)[0]

    return await _act(match, user, hall, body.key, do)


@router.post("/mute")
async def mute(match: MatchId, body: MuteIn, user: Somebody, hall: TheHall) -> Acted:
    """Whether one wants to hear what another player says."""

    def do(table: Match, now: int) -> int:
        table.mute(user.id, body.seat, body.muted, now)
        return table.seats_of(user.id)[0]

    return await _act(match, user, hall, None, do)


@router.post("/reports", status_code=201)
async def report(
    match: MatchId, body: ReportIn, user: Somebody, hall: TheHall, identity: TheIdentity
) -> Done:
    """Report a line of the chat to the operator."""
    reason = tidy(body.reason, "reason", LONGEST_LINE)
    live = await hall.live(match)
    hall.admit(live.match, user.id, None, None)
    entry = live.match.entry_of(body.line)
    identity.favours.take(user.id)
    await hall.ask(hall.store.report, match, entry, user.id, reason, hall.sources.now())
    return Done()
