"""Friends: who follows whom, invitations, notes to oneself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Wire
from fourwinds.server.wire.people import UserId

LONGEST_NOTE = 2000


class Standing(Wire):
    """How the reader stands to somebody."""

    following: bool = Field(description="The reader follows him, and agrees to his invitations.")
    follower: bool = Field(description="He follows the reader.")
    blocked: bool = Field(description="The reader blocks him.")


class FriendOut(Standing):
    user: str
    name: str
    online: bool | None = Field(description="Friends alone are told; null for others.")


class InvitationOut(Wire):
    """What the reader is invited to."""

    kind: Literal["match", "club", "duplicate"]
    target: str
    sender: str
    sender_name: str
    name: str = Field(description="The game, or what the club or duplicate match is called.")
    code: str | None = Field(description="What opens it.")
    created: int


class FriendsOut(Wire):
    people: list[FriendOut]
    invitations: list[InvitationOut]


class PersonFound(Wire):
    user: str
    name: str


class InviteIn(Wire):
    user: UserId


class NoteIn(Wire):
    text: Annotated[str, Field(max_length=LONGEST_NOTE)]


class NoteOut(Wire):
    text: str
