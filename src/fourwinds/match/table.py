"""The table of a match: what all see beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fourwinds.match.state import MatchState


def table_of(match: MatchState) -> dict[str, Any]:
    setup, proposal = match.setup, match.proposal
    return {
        "game": setup.game,
        "options": dict(match.pinned.options),
        "status": match.status,
        "frozen": None if match.frozen is None else match.frozen.json(),
        "rated": setup.rated,
        "private": setup.private,
        "seats": [seat.json() for seat in match.seats],
        "clock": match.clock.json(),
        "delay": setup.delay,
        "daily": setup.daily,
        "duplicate": setup.duplicate,
        "tournament": setup.tournament,
        "continued": None
        if setup.continued is None
        else {"match": setup.continued.match, "move": len(setup.continued.moves)},
        "set_up": setup.position is not None,
        "commitment": None if setup.continued or setup.position else match.commitment,
        "proposal": None
        if proposal is None
        else {"what": proposal.what, "seat": proposal.seat, "asks": list(proposal.asks)},
        "result": _result(match),
        "next_match": match.next_match,
        "shared": sorted(match.shared),
    }


def unchanged(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The table as it is now, as the same object if nothing of it has changed: most moves change
    nothing beside the board, and then nobody need look through it again."""
    return before if before == now else now


def _result(match: MatchState) -> dict[str, Any] | None:
    """How it ended and who has won; now the chance is open to all."""
    ended, setup = match.ended, match.setup
    if ended is None:
        return None
    return {
        "by": ended.by,
        "winners": winners(match),
        "scores": None if ended.scores is None else list(ended.scores),
        # That of a deal of the day is shown with the deal, once its day is over, and that of a
        # duplicate match once its last table is closed.
        "secret": "" if setup.shares_deal and not match.deal_opened else match.secret.hex(),
        "salts": [seat.salt for seat in match.seats],
    }


def winners(match: MatchState) -> list[int]:
    """Who has won; a seat that resigned never has. [] where there is no result."""
    ranking = None if match.ended is None else match.ended.ranking
    if ranking is None:
        return []
    stayed = [seat for seat, there in enumerate(match.seats) if not there.resigned]
    best = min((ranking[seat] for seat in stayed), default=0)
    return [seat for seat in stayed if ranking[seat] == best]
