"""What the table refuses, each by a stable code; the rules' own refusals stay as they are."""

from __future__ import annotations

from fourwinds.core.errors import FourWindsError

CODES = {
    "bad-seats": "a list of seats that does not fit the game",
    "bad-clock": "a clock that cannot run",
    "bad-delay": "a delay for spectators that is none",
    "bad-text": "a name, salt or line that is empty, too long or unprintable",
    "not-your-seat": "a seat that somebody else holds",
    "seat-taken": "a seat that is not free",
    "not-invited": "an invitation that does not open this seat",
    "already-seated": "a person who sits at the table already",
    "not-host": "something only the host may do",
    "not-started": "play before the start",
    "already-started": "a change of seats after the start",
    "seats-open": "a start with free seats",
    "match-ended": "play after the end",
    "not-ended": "what is kept secret until the end",
    "not-private": "a match that anybody can see anyhow",
    "stale-decision": "an action that answers another question than the present one",
    "nothing-to-retract": "taking back where nothing was chosen",
    "nothing-to-undo": "taking back a move that was never made",
    "nothing-asked": "an answer to a question nobody put",
    "not-absent": "a stand-in for somebody who is there",
    "not-told": "a stand-in for somebody who may not know that the match has begun",
    "clock-decides": "a stand-in where days for each move are agreed, or in a tournament",
    "bot-stands-in": "play in a seat where a bot stands in",
    "no-hints": "advice in a rated match",
    "same-deal": "what would spoil a deal that others play as well",
    "rules-changed": "a match of other rules than the present ones",
    "log-differs": "a match whose log does not fit the rules it names",
    "not-frozen": "ending a match alone that could go on",
    "match-full": "more entries than the log of a match holds",
    "chat-full": "more lines of chat than a match holds",
    "no-such-line": "a line of the chat that nobody said",
    "out-of-time": "the return to a seat whose time has run out",
}


class MatchError(FourWindsError):
    """Refused by the table; `code` is one of CODES."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        assert code in CODES
        self.code = code
        super().__init__(message, **details)
