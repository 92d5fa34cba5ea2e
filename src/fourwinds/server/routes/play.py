"""Routes of play: the commands of a match, one route each.

They are the same over the channel (routes/channel.py), and both are executed by live/commands.py,
which answers once the log is on disk. What may go wrong with them is the same as well.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fourwinds.match.setup import LONGEST_LINE, tidy
from fourwinds.server.dependencies import Somebody, TheAuth, TheCommands, TheRegistry
from fourwinds.server.localisation import Lang
from fourwinds.server.wire.base import Done, MatchId, SeatNumber
from fourwinds.server.wire.channel import (
    ActionNumber,
    AnswerCommand,
    AutomaticCommand,
    MuteCommand,
    OfferEndCommand,
    PlayCommand,
    Refusal,
    ReplaceCommand,
    ResignCommand,
    RetractCommand,
    ReturnCommand,
    SaltCommand,
    SayCommand,
    ShareCommand,
    StartCommand,
    UndoCommand,
)
from fourwinds.server.wire.matches import Acted, ReportIn
from fourwinds.store.reports import Reports

router = APIRouter(tags=["play"], prefix="/matches/{match}")


@router.post("/salt")
async def salt(match: MatchId, body: SaltCommand, user: Somebody, commands: TheCommands) -> Acted:
    """Add to the chance of the deal."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/start")
async def start(match: MatchId, user: Somebody, commands: TheCommands) -> Acted:
    return Acted(**await commands.execute(match, user.id, StartCommand(), program=user.program))


@router.post("/actions")
async def play(match: MatchId, body: PlayCommand, user: Somebody, commands: TheCommands) -> Acted:
    """Play an action; a stale one gets the present state, a repeated one its first answer."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/retract")
async def retract(
    match: MatchId, body: RetractCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Take back the last part of a choice that is not final, or a secret vote."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/undo")
async def undo(match: MatchId, body: UndoCommand, user: Somebody, commands: TheCommands) -> Acted:
    """Take back one's last move: freely if nobody has learnt anything, else the others decide."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/offer-end")
async def offer_end(
    match: MatchId, body: OfferEndCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Offer to end the match without a result."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/answer")
async def reply(
    match: MatchId, body: AnswerCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Agree to what another asks (to undo, to end), or not."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/resign")
async def resign(
    match: MatchId, body: ResignCommand, user: Somebody, commands: TheCommands
) -> Acted:
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/replace")
async def replace(
    match: MatchId, body: ReplaceCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Have a bot stand in for a player who is away."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/return")
async def come_back(
    match: MatchId, body: ReturnCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Take one's seat back from the bot that stood in."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/automatic")
async def automatic(
    match: MatchId, body: AutomaticCommand, user: Somebody, commands: TheCommands
) -> Acted:
    """Whether moves without a choice are made by themselves."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/chat")
async def say(match: MatchId, body: SayCommand, user: Somebody, commands: TheCommands) -> Acted:
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/mute")
async def mute(match: MatchId, body: MuteCommand, user: Somebody, commands: TheCommands) -> Acted:
    """Whether one wants to hear what another player says."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.post("/share")
async def share(match: MatchId, body: ShareCommand, user: Somebody, commands: TheCommands) -> Acted:
    """Whether anybody with the link may see the replay of a private match."""
    return Acted(**await commands.execute(match, user.id, body, program=user.program))


@router.get("/why-not")
async def why_not(
    match: MatchId,
    user: Somebody,
    commands: TheCommands,
    lang: Lang,
    seat: Annotated[SeatNumber, Query()],
    action: Annotated[ActionNumber, Query()],
) -> Refusal | None:
    """Why an action of one's own is refused; null if it is not."""
    found = await commands.why_not(match, user.id, seat, action, lang)
    return None if found is None else Refusal(**found)


@router.post("/reports", status_code=201)
async def report(
    match: MatchId, body: ReportIn, user: Somebody, registry: TheRegistry, auth: TheAuth
) -> Done:
    """Report a line of the chat to the operator."""
    reason = tidy(body.reason, "reason", LONGEST_LINE)
    live = await registry.get(match)
    registry.check_access(live.match, user.id, None, None)
    entry = live.match.entry_of(body.line)
    auth.favours.take(user.id)
    await registry.call_store(
        Reports(registry.store.engine).add, match, entry, user.id, reason, registry.sources.now()
    )
    return Done()
