"""Commands: the one place where what a person does at a table is limited, checked and executed.

They come over the channel of the match or by an HTTP route, and end here either way.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fourwinds.match.match import Match
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.localisation import names_of, refusal_words, texts
from fourwinds.server.wire.channel import (
    AnswerCommand,
    AutomaticCommand,
    MatchCommand,
    MuteCommand,
    OfferEndCommand,
    PlayCommand,
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

ENDING = (AnswerCommand, ResignCommand)
"""What is left to players of a match that has become too long."""


class Commands:
    """Executes what a person asks for; the answer comes once it is on disk."""

    def __init__(self, registry: MatchRegistry, auth: Authentication) -> None:
        self._registry = registry
        self._auth = auth

    async def execute(
        self,
        match: str,
        user: str,
        command: MatchCommand,
        *,
        program: bool,
        doer: asyncio.Event | None = None,
    ) -> dict[str, Any]:
        """The number of the last update the actor has to hear; a repeated key gets the same.

        `program` says that a program acts for the person, by a token. `doer` wakes the channel the
        command came over, which need not be woken.
        """
        if isinstance(command, SayCommand):
            self._auth.lines.take(user)

        def work(table: Match, now: int) -> int | None:
            self._registry.check_access(table, user, None, None)
            if program and not table.setup.programs:
                raise ServerError("no-programs", "expected you yourself, not a token")
            return self._apply(table, user, command, now)

        return await self._registry.execute(match, work, user, command.key, doer)

    def _apply(self, table: Match, user: str, command: MatchCommand, now: int) -> int | None:
        """Carry out a command; returns the seat from which the actor sees the match afterwards."""
        if not isinstance(command, ENDING) and table.frozen is None:
            table.check_room()
        match command:
            case PlayCommand():
                table.play(user, command.seat, command.action, command.decision, now)
                self._registry.presence.saw(table.id, command.seat, now)
            case RetractCommand():
                table.retract(user, command.seat, now)
            case UndoCommand():
                table.undo(user, command.seat, now)
            case OfferEndCommand():
                table.offer_end(user, command.seat, now)
            case AnswerCommand():
                table.answer(user, command.seat, command.yes, now)
            case ResignCommand():
                table.resign(user, command.seat, now)
            case ReturnCommand():
                table.come_back(user, command.seat, now)
            case AutomaticCommand():
                table.be_automatic(user, command.seat, command.wanted, now)
            case SaltCommand():
                table.salt(user, command.seat, command.salt, now)
            case ReplaceCommand():
                seat = command.seat
                away = self._registry.absent(table, seat) if seat < len(table.seats) else None
                table.replace(user, seat, away, now)
                return None
            case StartCommand():
                table.start(user, now)
                return None
            case SayCommand():
                table.say(user, command.text, now)
                return table.seats_of(user)[0]
            case MuteCommand():
                table.mute(user, command.seat, command.muted, now)
                return table.seats_of(user)[0]
            case ShareCommand():
                table.share(user, command.seat, command.shared, now)
        return command.seat

    async def why_not(
        self, match: str, user: str, seat: int, action: int, language: str
    ) -> dict[str, Any] | None:
        """Why an action of one's own is refused, in words; None if it is not."""
        live = await self._registry.get(match)
        async with live.lock:
            table = live.match
            self._registry.check_access(table, user, None, None)
            found = table.refusal(user, seat, action)
            if found is None:
                return None
            own = texts(language, table.setup.game)
            return refusal_words(own, found, names_of(own, table.seats_shown()))
