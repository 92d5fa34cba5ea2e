"""Queries: what viewers, bots and the server ask of a match. Nothing is changed here."""

from __future__ import annotations

from typing import Any, Literal

from fourwinds import bots
from fourwinds.core.facts import Fact
from fourwinds.core.record import Move as RecordedMove
from fourwinds.core.record import Record, written_name
from fourwinds.core.rollout import is_deadlocked
from fourwinds.core.state import State
from fourwinds.match import daily, fairness
from fourwinds.match.errors import MatchError
from fourwinds.match.feeds import Viewer, before, decision_id
from fourwinds.match.log import BY_RULES, BY_WITHDRAWAL
from fourwinds.match.state import MatchState
from fourwinds.match.status import OPEN, OVER, RUNNING
from fourwinds.match.table import winners

Outcome = Literal["won", "shared", "lost", "none"]


class Queries(MatchState):
    """Everything that can be asked of a match."""

    def awaits(self, user: str) -> bool:
        """Whether something is asked of the user now."""
        if self.status != RUNNING or self.state is None:
            return False
        actors = self.state.actors
        return any(seat in actors and self.seats[seat].bot is None for seat in self.seats_of(user))

    @property
    def called_off(self) -> bool:
        """Whether it ended before it began."""
        return self.ended is not None and self.ended.by == BY_WITHDRAWAL

    def result_for(self, user: str) -> Outcome | None:
        """How the match ended for a person who played in it; None while it runs."""
        if self.status != OVER:
            return None
        first, mine = winners(self), self.seats_of(user)
        if not first:
            return "none"
        if not any(seat in first for seat in mine):
            return "lost"
        return "won" if all(seat in mine for seat in first) else "shared"

    def viewer(self, user: str | None, seat: int | None) -> Viewer:
        """The seat a user looks from: the one asked for if it is his, else his first, else none."""
        if seat is None:
            mine = self.seats_of(user)
            return mine[0] if mine else None
        if user is None or not 0 <= seat < len(self.seats) or self.seats[seat].holder != user:
            raise MatchError("not-your-seat", "expected a seat that is yours")
        return seat

    def muted_by(self, user: str | None) -> list[int]:
        return [] if user is None else sorted(self.muted.get(user, ()))

    def delay_of(self, viewer: Viewer) -> int:
        """How many milliseconds later than the players a viewer sees everything."""
        return self.feeds[viewer].delay

    def seats_shown(self) -> list[dict[str, Any]]:
        """The seats as everybody sees them."""
        return [seat.json() for seat in self.seats]

    def seats_shared(self) -> list[dict[str, Any]]:
        """The seats as readers of a shared replay know them: by name who agreed to it, and bots."""
        return [
            there.json() | ({} if there.setup.bot or seat in self.shared else {"name": ""})
            for seat, there in enumerate(self.seats)
        ]

    def message(self, viewer: Viewer, since: int = 0, now: int = 0) -> dict[str, Any]:
        """All updates of a viewer after that number, and what he sees now."""
        return {
            "match": self.id,
            "viewer": viewer,
            "undo": self._has_moved(viewer),
            **self.feeds[viewer].message(since, now),
        }

    def _has_moved(self, viewer: Viewer) -> bool:
        """Whether the viewer has a move to take back, with or without asking the others."""
        if self.setup.shares_deal:
            return False
        return self.status == RUNNING and any(move.seat == viewer for move in reversed(self.moves))

    def view_to_decide(self, user: str, seat: int) -> dict[str, Any]:
        """The view a seat decides by; previews are computed from it."""
        state = self._running()
        self._own(user, seat)
        return before(state, seat).view(seat)

    def refusal(self, user: str, seat: int, action: int) -> dict[str, Any] | None:
        """Why an action of the user's own is refused; None if it is not.

        What nobody would try is not described: the rules need not have a picture of it.
        """
        state = self._running()
        self._own(user, seat)
        there = before(state, seat)
        why = there.refusal(seat, action)
        if why is None:
            return None
        tried = any(action == each for each, _ in there.candidates(seat))
        described = self.rules.describe(there, seat, action) if tried else None
        found = {"code": why.code, "rule": why.rule, "details": why.details}
        return {"action": action, "described": described, **found}

    def advice(self, user: str, seat: int) -> dict[str, Any]:
        """The job for a worker that advises a seat; it holds only what the player sees."""
        state = self._running()
        self._own(user, seat)
        if self.setup.rated or self.setup.tournament is not None:
            raise MatchError("no-hints", "expected a match that is not rated")
        self._not_shared_deal()
        there = before(state, seat)
        if there.decision(seat) is None:
            raise MatchError("nothing-asked", "expected a seat that is asked something")
        return {
            "rules": list(self.rules.recipe()),
            "view": there.view(seat),
            "decision": decision_id(there, seat, self.undone[seat]),
        }

    def number_for(self, viewer: Viewer) -> int:
        return len(self.feeds[viewer].updates)

    def number_shown(self, viewer: Viewer, now: int) -> int:
        """The number of the last update that this viewer has been shown."""
        return self.feeds[viewer].number(now)

    def bot_jobs(self) -> list[dict[str, Any]]:
        """The jobs of bots that are asked now, with no more than a person in that seat sees."""
        out = []
        for seat in self.bots_asked():
            bot = self.seats[seat].bot
            if bot is not None and self.state is not None:
                out.append(
                    {
                        "seat": seat,
                        "bot": bot,
                        "rules": self.rules.recipe(),
                        "view": self.state.view(seat),
                        "actions": self.state.actions(seat),
                        "decision": self.decision(seat),
                        "facts": self._facts(seat) if bots.listens(bot) else [],
                        "seed": self._bot_seed(seat),
                    }
                )
        return out

    def _bot_seed(self, seat: int) -> int | None:
        """The seed of a bot's random choices; None for an unpredictable one."""
        if not self.setup.shares_deal:
            return None
        moves = sum(move.seat == seat for move in self.moves)
        return fairness.bot_seed(self.secret, seat, moves)

    def _facts(self, seat: int) -> list[dict[str, Any]]:
        """All facts that seat has heard of the moves that stand, for a bot that joins late."""
        facts: list[Fact] = []
        state = self.begin(facts)
        for move in self.moves:
            state.play(move.seat, move.text, facts)
        return [
            {
                "kind": fact.kind.name,
                "audience": fact.kind.audience,
                "reveals": fact.reveals,
                "seat": fact.seat,
                "data": fact.data,
            }
            for fact in facts
            if fact.heard_by(seat)
        ]

    def bots_asked(self) -> list[int]:
        """The seats where a bot is to move.

        Bots alone do not play on for ever where nothing can end the match: it waits for a person,
        who can take his seat back and resign, or offer to end it.
        """
        if self.status != RUNNING or self.state is None:
            return []
        if all(seat.bot is not None for seat in self.seats) and is_deadlocked(self.state):
            return []
        return [seat for seat in self.state.actors if self.seats[seat].bot is not None]

    def last_shown(self) -> int:
        """When everybody last saw something happen."""
        last: int = self.feeds[None].updates[-1]["time"]
        return last

    def automatic_moves(self) -> list[tuple[int, str, int]]:
        """Seat, decision and time of moves without a choice that wait to be made."""
        if self.status != RUNNING or self.state is None:
            return []
        out = []
        for seat in self.state.actors:
            there = self.seats[seat]
            if there.automatic and there.bot is None and len(self.state.actions(seat)) == 1:
                due = self.pace.due(seat, len(self.moves))
                out.append((seat, self.decision(seat), due))
        return out

    def wake(self, now: int) -> int | None:
        """When the server must act next: a bot's move, a clock that runs out, a forced move."""
        if self.bots_asked():
            return now
        times = [due for _, _, due in self.automatic_moves()]
        end = self.clock.next_end()
        return min(times if end is None else [*times, end], default=None)

    def decision(self, seat: int) -> str:
        assert self.state is not None
        return decision_id(self.state, seat, self.undone[seat])

    def position(self) -> dict[str, Any] | None:
        """Everything on the table, for snapshots; a secret."""
        return None if self.state is None else self.state.position()

    def entry_of(self, line: int) -> int:
        """The entry of the log that holds a line of the chat."""
        if not 0 < line <= len(self.lines):
            raise MatchError("no-such-line", "expected the number of a line of the chat")
        return self.lines[line - 1]

    def check_rematch(self, user: str) -> None:
        """Only players may ask for another match, and only after the end."""
        if self.status != OVER:
            raise MatchError("not-ended", "expected a match that is over")
        if not self.seats_of(user):
            raise MatchError("not-your-seat", "expected a player of this table")
        self._not_shared_deal()
        if self.setup.tournament is not None:
            raise MatchError("of-tournament", "expected a match that is not of a tournament")

    def places(self) -> list[int] | None:
        """Each seat's place in a match that is over, None if it has no result.

        Who resigned, or had a bot in his place at the end, shares the last one.
        """
        ended = self.ended
        if ended is None or ended.ranking is None:
            return None
        gone = [seat.resigned or seat.stand_in is not None for seat in self.seats]
        ranking = ended.ranking if ended.by == BY_RULES else [1] * len(self.seats)
        return [len(self.seats) if g else r for g, r in zip(gone, ranking, strict=True)]

    def is_closed(self, now: int | None) -> bool:
        """Whether others may still have to play the same deal, so that it must stay secret."""
        if self.setup.duplicate is not None:
            return not self.deal_opened
        return daily.is_closed(self.setup.daily, now)

    def check_shown(self, now: int | None) -> None:
        """Raise an error if the deal of the match must not be shown yet."""
        if self.is_closed(now):
            raise MatchError("same-deal", "expected every table of this deal to be closed")

    def record(self, now: int | None = None) -> Record:
        """The match as a record with all that proves the deal fair; only after the end.

        That of a deal of the day is shown once the day is over; `now` says that it is. That of a
        table of a duplicate match is shown once all its tables are closed.

        Of a match that is frozen it is written from the log alone: only its last move has a digest.
        """
        if self.ended is None or not self.began:
            raise MatchError("not-ended", "expected a match that is over")
        self.check_shown(now)
        record = self._record_of_log() if self.frozen else self._record_of_states()
        if self.setup.continued is None and self.setup.position is None:
            numbers = {move.entry: number for number, move in enumerate(self.moves, 1)}
            record.proof = {
                "commitment": self.commitment,
                "secret": self.secret.hex(),
                "salts": [seat.salt for seat in self.seats],
                "seals": self.seals.proofs(numbers),
            }
        return record

    def _record_of_states(self) -> Record:
        names = [seat.name for seat in self.seats]
        state = self.begin()
        position = None if self.setup.position is None else state.position()
        record = Record.begin(self.rules, self.deal(), position, names)
        for move in self.moves:
            state.play(move.seat, move.text)
            record.add(move.seat, move.text, state)
        return record

    def _record_of_log(self) -> Record:
        assert self.ended is not None
        record = Record(
            game=self.setup.game,
            rules_version=self.pinned.rules_version,
            players=len(self.seats),
            options=dict(self.pinned.options),
            components=self.pinned.components_digest,
            seed=self.deal(),
            position=self.starting_position(),
            names=[written_name(seat.name) for seat in self.seats],
            moves=[RecordedMove(move.seat, move.text) for move in self.moves],
        )
        ranking, scores = self.ended.ranking, self.ended.scores
        if self.ended.by == BY_RULES and ranking is not None and scores is not None:
            record.result = list(scores)
            record.winners = [seat for seat, place in enumerate(ranking) if place == 1]
            record.moves[-1].digest = self.ended.digest
        return record

    # Checks, for commands as well.

    def _not_shared_deal(self) -> None:
        if self.setup.shares_deal:
            raise MatchError("same-deal", "expected a match with a deal of its own")

    def _before_start(self) -> None:
        if self.status != OPEN:
            raise MatchError("already-started", "expected a match that has not begun")
        if self.frozen is not None:
            raise self.frozen.error()

    def _running(self) -> State:
        if self.status == OVER:
            raise MatchError("match-ended", "expected a match that is not over")
        if self.frozen is not None:
            raise self.frozen.error()
        if self.state is None:
            raise MatchError("not-started", "expected a match that has begun")
        return self.state

    def _number(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise MatchError("not-your-seat", f"expected a seat from 0 to {len(self.seats) - 1}")
        return seat

    def _own(self, user: str | None, seat: int) -> None:
        there = self.seats[self._number(seat)]
        if user is None or there.holder != user or there.resigned:
            raise MatchError("not-your-seat", "expected a seat that is yours")

    def _free_seat(self, seat: int | None, invitation: str | None) -> int:
        codes = [there.invitation for there in self.seats]
        if invitation is not None and invitation in codes:
            # One link serves all friends: where its own seat is taken, it opens the next.
            seats = sorted(range(len(codes)), key=lambda number: codes[number] != invitation)
            for number in seats:
                if self.seats[number].free and codes[number] is not None:
                    return number
        for number, there in enumerate(self.seats):
            if invitation is None and there.free and there.invitation is None:
                if seat is None or seat == number:
                    return number
        if invitation is not None:
            raise MatchError("not-invited", "expected an invitation that is still open")
        raise MatchError("seat-taken", "expected a free seat")

    def _stale(self) -> MatchError:
        return MatchError("stale-decision", "expected an answer to the present decision")
