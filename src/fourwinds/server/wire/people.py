"""People: accounts, notices, ratings, the operator's lists."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Name, Wire

UserId = Annotated[str, Field(pattern=r"^[0-9a-f]{8,32}$")]
RowId = Annotated[str, Field(pattern=r"^[0-9a-f]{8,32}$")]
Password = Annotated[str, Field(min_length=10, max_length=200)]
Time = Annotated[int, Field(ge=0, le=253_402_300_799_000, description="Milliseconds since 1970.")]
Secret = Annotated[str, Field(min_length=8, max_length=100)]
Email = Annotated[
    str, Field(max_length=254, pattern=r"^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$")
]


# Accounts.


class GuestIn(Wire):
    name: Name


class AccountIn(Wire):
    login: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.@+-]{3,64}$")]
    password: Annotated[str, Field(min_length=10, max_length=200)]


class UserOut(Wire):
    id: str
    name: str
    login: str | None
    email: str | None
    operator: bool


class SessionOut(Wire):
    user: UserOut | None


class TokenIn(Wire):
    name: Name


class TokenOut(Wire):
    id: str
    name: str
    created: int


class NewTokenOut(Wire):
    id: str
    token: str


class KeepIn(AccountIn):
    current: str | None = Field(
        None, max_length=200, description="The present password, to change an account."
    )


class NameIn(Wire):
    name: Name


class PasswordIn(Wire):
    current: Annotated[str, Field(max_length=200)]
    password: Password


Current = Annotated[
    str | None,
    Field(max_length=200, description="The present password; who has an account is asked for it."),
]
Code = Annotated[
    str, Field(max_length=40, description="Of an authenticator app, or a recovery code.")
]


class ConfirmIn(Wire):
    current: Current = None


class EmailIn(ConfirmIn):
    email: Email


class SignInIn(AccountIn):
    code: Code | None = None


class SignedInOut(Wire):
    """A browser that is signed in."""

    id: str
    agent: str = Field(description="What the browser calls itself; may be empty.")
    created: int
    here: bool = Field(description="Whether it is the one that asks.")


class SecurityOut(Wire):
    sessions: list[SignedInOut]
    second_factor: bool = Field(description="Whether a code is asked for at sign-in.")
    recovery_codes: int = Field(description="How many are left.")


class SecondFactorOut(Wire):
    """For an authenticator app: scanned, or typed."""

    secret: str
    address: str
    size: int = Field(description="How many modules the QR code is wide.")
    path: str = Field(description="The dark modules, as the path of an SVG.")


class CodeIn(Wire):
    code: Code


class RecoveryOut(Wire):
    codes: list[str] = Field(description="Each lets one in once; shown this once.")


class DropSecondFactorIn(ConfirmIn):
    code: Code


class TicketIn(Wire):
    ticket: Secret


class ResetIn(Wire):
    login: Annotated[
        str, Field(min_length=3, max_length=254, description="Login or mail address of an account.")
    ]


class NewPasswordIn(Wire):
    ticket: Secret
    password: Password


class PrivacySection(Wire):
    title: str
    text: str


class PrivacyOut(Wire):
    title: str
    sections: list[PrivacySection]


# Notices.


class ChannelIn(Wire):
    always: bool = Field(False, description="In quick matches as well, when one is away.")


class PushIn(ChannelIn):
    """What the browser's pushManager.subscribe() gave."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class WebhookIn(ChannelIn):
    url: Annotated[str, Field(min_length=10, max_length=1000)]


class ChannelOut(Wire):
    id: str
    kind: Literal["push", "mail", "webhook"]
    address: str
    always: bool
    confirmed: bool = Field(description="Whether a webhook has answered with the challenge.")
    created: int


class NewWebhookOut(ChannelOut):
    secret: str = Field(description="Signs what is sent; shown this once.")


class NoticesOut(Wire):
    channels: list[ChannelOut]
    push_key: str = Field(description="The applicationServerKey of push subscriptions.")
    mail: bool = Field(description="Whether this server sends mails.")
    email: str | None = Field(description="One's confirmed address.")


# Ratings.


class RatingOut(Wire):
    user: str = Field(description='The id of a person, or "bot:" and the name of a bot.')
    name: str
    bot: bool
    game: str
    players: int
    rating: float = Field(description="What somebody is worth at least, almost surely.")
    mu: float
    sigma: float
    matches: int


# The operator.


class ReportOut(Wire):
    id: str
    match: str
    line: int
    text: str = Field(description="What was said; empty once it is removed.")
    speaker: str | None = Field(description="The id of who said it, if he is still here.")
    speaker_name: str
    reporter: str
    reason: str
    time: int
    settled: bool


class BanIn(Wire):
    until: Time | None = Field(None, description="When the ban ends; null: never.")
    reason: Annotated[str, Field(min_length=1, max_length=500)]


class BanOut(Wire):
    user: str
    name: str
    login: str | None
    until: int | None
    reason: str


class LikenessOut(Wire):
    """How often somebody played like the engine in rated matches that were analysed."""

    user: str
    name: str
    game: str
    matches: int
    decisions: int
    share: float = Field(description="Of what was at stake in his decisions with a choice.")
    expected: float = Field(
        description="What his rating explains, were he stronger by one of its deviations."
    )
    beyond: float = Field(description="By how many standard deviations he is beyond it.")
    alarm: bool


class RenameIn(Wire):
    name: Name | None = Field(None, description="What to call the person instead.")
