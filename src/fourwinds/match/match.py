"""Match: one running match. Commands check, then append to the log; the log alone changes things.

A command that is refused raises and changes nothing. `fresh` holds the entries not yet stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fourwinds import bots
from fourwinds.core.errors import FourWindsError
from fourwinds.core.facts import Fact
from fourwinds.core.record import Record
from fourwinds.core.state import State
from fourwinds.match import fairness
from fourwinds.match.clock import TOTAL
from fourwinds.match.errors import MatchError
from fourwinds.match.feeds import Viewer, before, decision_id
from fourwinds.match.log import Entry
from fourwinds.match.seats import FORMER
from fourwinds.match.setup import LONGEST_LINE, LONGEST_NAME, LONGEST_SALT, MatchSetup, tidy
from fourwinds.match.state import OPEN, OVER, RUNNING, MatchState, Seal

ABSENT = 60_000


class Match(MatchState):
    """Everything about one match. Made by `create`, or by `load` from its log."""

    def __init__(self, match_id: str, seal: Seal = fairness.seal) -> None:
        super().__init__(match_id, seal)
        self.fresh: list[Entry] = []
        self.listed: object = None
        """What the store last wrote about the match beside its log; for the store alone."""
        self.turns: dict[int, str | None] = {}
        """Since last taken: seats whose turn has come, with the decision, or (None) has passed."""

    # Made and stored.

    @staticmethod
    def create(
        match_id: str,
        setup: MatchSetup,
        host: str,
        name: str,
        secret: bytes,
        invitations: Sequence[str],
        now: int,
        seal: Seal = fairness.seal,
    ) -> Match:
        setup.check()
        match = Match(match_id, seal)
        data = {
            "plan": setup.json(),
            "name": tidy(name, "name", LONGEST_NAME),
            "secret": secret.hex(),
            "invitations": list(invitations),
        }
        match._write(now, "created", None, host, data)
        return match

    @staticmethod
    def load(
        match_id: str,
        entries: Iterable[Entry],
        snapshots: Mapping[int, Mapping[str, Any]] | None = None,
        seal: Seal = fairness.seal,
    ) -> Match:
        """The match of a log. Where the rules now make something else of it, the snapshots hold."""
        match = Match(match_id, seal)
        kept = snapshots or {}
        for entry in entries:
            try:
                match.apply(entry)
            except FourWindsError:
                match.differs = match.differs or entry.number
                match.number = entry.number
            if entry.number in kept and match.state is not None:
                there = match.rules.position(kept[entry.number])
                if there.digest() != match.state.digest():
                    match.differs = match.differs or entry.number
                    match.state = there
                    match._tell(entry.time, {})
        return match

    def take_fresh(self) -> list[Entry]:
        out, self.fresh = self.fresh, []
        return out

    def take_turns(self) -> dict[int, str | None]:
        out, self.turns = self.turns, {}
        return out

    # Before the start.

    def join(
        self, user: str, name: str, now: int, seat: int | None = None, invitation: str | None = None
    ) -> int:
        """Sit down; returns the seat."""
        self._before_start()
        if self.seats_of(user):
            raise MatchError("already-seated", "expected a person who does not sit here yet")
        found = self._free_seat(seat, invitation)
        called = tidy(name, "name", LONGEST_NAME)
        self._write(now, "joined", found, user, {"name": called})
        return found

    def leave(self, user: str, now: int) -> None:
        self._before_start()
        mine = self.seats_of(user)
        if not mine or user == self.host:
            raise MatchError("not-your-seat", "expected a guest who sits at this table")
        for seat in mine:
            self._write(now, "left", seat, user)

    def salt(self, user: str, seat: int, text: str, now: int) -> None:
        """Add to the chance of the deal."""
        self._before_start()
        self._own(user, seat)
        typed = tidy(text, "salt", LONGEST_SALT)
        self._write(now, "salted", seat, user, {"salt": fairness.salt(typed)})

    def start(self, user: str, now: int) -> None:
        self._before_start()
        if user != self.host:
            raise MatchError("not-host", "expected the host of this table")
        if any(seat.free for seat in self.seats):
            raise MatchError("seats-open", "expected somebody in every seat")
        self._write(now, "started", None, user)

    # Play.

    def play(self, user: str, seat: int, action: int | str, decision: str, now: int) -> None:
        """Answer a decision; a secret choice already made is changed."""
        state = self._running()
        self._own(user, seat)
        if self.seats[seat].stand_in is not None:
            raise MatchError("bot-stands-in", "expected you to take your seat back first")
        self._play(state, user, seat, action, decision, now)

    def play_bot(self, seat: int, action: int, decision: str, now: int) -> None:
        """The answer of the bot that sits or stands in there."""
        state = self._running()
        if self.seats[seat].bot is None:
            raise MatchError("not-your-seat", f"expected a bot in seat {seat}")
        if state.decision(seat) is None:
            raise self._stale()
        self._play(state, None, seat, action, decision, now)

    def play_automatically(self, seat: int, decision: str, now: int) -> None:
        """The only move of a seat that wants such moves made."""
        state = self._running()
        actions = state.actions(seat)
        if not self.seats[seat].automatic or len(actions) != 1:
            raise self._stale()
        self._play(state, self.seats[seat].holder, seat, actions[0], decision, now)

    def retract(self, user: str, seat: int, now: int) -> None:
        """Take back the last part of a choice that is not final, or a secret vote."""
        state = self._running()
        self._own(user, seat)
        if not state.copy().retract(seat):
            raise MatchError("nothing-to-retract", "expected a choice that is not final yet")
        self._write(now, "retracted", seat, user)

    def undo(self, user: str, seat: int, now: int) -> bool:
        """Take back one's last move; whether it was free. Otherwise the others are asked.

        It is free while nobody has learnt anything since and no other person has moved. Parts of
        a choice that only its owner has seen do not count, or the answer would tell of them.
        """
        state = self._running()
        self._own(user, seat)
        if state.copy().retract(seat):
            self._write(now, "retracted", seat, user)
            return True
        to = next((i for i in reversed(range(len(self.moves))) if self.moves[i].seat == seat), None)
        if to is None:
            raise MatchError("nothing-to-undo", "expected a move of this seat")
        after = self.moves[to:]
        seen = {move.seat for move in after if move.by_person and move.seen_by - {move.seat}}
        others = seen - set(self.seats_of(user))
        if not others and not any(move.learnt for move in after):
            self._write(now, "undone", seat, user, {"to": to})
            return True
        return self._propose("undo", user, seat, now, {"to": to})

    def offer_end(self, user: str, seat: int, now: int) -> bool:
        """Offer to end the match without a result; whether it ended at once."""
        self._running()
        self._own(user, seat)
        return self._propose("end", user, seat, now, {})

    def answer(self, user: str, seat: int, yes: bool, now: int) -> None:
        """Agree to what another asks, or not."""
        self._running()
        self._own(user, seat)
        if self.proposal is None or seat not in self.proposal["asks"]:
            raise MatchError("nothing-asked", "expected a question put to this seat")
        if not yes:
            self._write(now, "declined", seat, user)
        elif self.proposal["asks"] == [seat]:
            self._write(now, "agreed", seat, user)
            self._carry_out(user, now)
        else:
            self._write(now, "agreed", seat, user)

    def resign(self, user: str, seat: int, now: int) -> None:
        """Give up. A bot plays on, unless only one player or no person is left."""
        self._running()
        self._own(user, seat)
        self._write(now, "resigned", seat, user)
        left = [s for s in self.seats if not s.resigned]
        if len(left) == 1 or not any(s.person for s in self.seats):
            self._write(now, "ended", None, None, {"by": "resignation"})

    def replace(self, user: str, seat: int, absent: int, now: int) -> None:
        """Have a bot stand in for a player who has been absent for so many milliseconds."""
        self._running()
        if not self.seats_of(user):
            raise MatchError("not-your-seat", "expected a player of this table")
        there = self.seats[self._number(seat)]
        if absent < ABSENT or there.bot is not None or not there.person:
            raise MatchError("not-absent", "expected a player who is absent")
        self._write(now, "replaced", seat, user)

    def come_back(self, user: str, seat: int, now: int) -> None:
        """Take one's seat back from the bot that stood in."""
        self._running()
        self._own(user, seat)
        there = self.seats[seat]
        if there.stand_in is None:
            raise MatchError("not-absent", "expected a seat where a bot stands in")
        if there.timed_out and self.setup.clock.kind == TOTAL:
            raise MatchError("out-of-time", "expected a seat with time left")
        self._write(now, "returned", seat, user)

    def be_automatic(self, user: str, seat: int, wanted: bool, now: int) -> None:
        """Whether moves without a choice are made by themselves."""
        self._own(user, seat)
        if self.seats[seat].automatic != wanted:
            self._write(now, "automatic", seat, user, {"wanted": wanted})

    def tick(self, now: int) -> None:
        """Let bots stand in where the time has run out."""
        if self.status == RUNNING:
            for seat in self.clock.expired(now):
                self._write(now, "timed-out", seat, None)

    # Beside the game.

    def say(self, user: str, text: str, now: int) -> None:
        mine = self.seats_of(user)
        if not mine:
            raise MatchError("not-your-seat", "expected a player of this table")
        data = {"text": tidy(text, "text", LONGEST_LINE), "line": len(self.lines) + 1}
        self._write(now, "said", mine[0], user, data)

    def mute(self, user: str, seat: int, muted: bool, now: int) -> None:
        """Whether a player wants to hear what another says; nobody else learns of it."""
        mine = self.seats_of(user)
        if not mine or self._number(seat) in mine:
            raise MatchError("not-your-seat", "expected another player of this table")
        if muted != (seat in self.muted.get(user, ())):
            self._write(now, "muted", seat, user, {"muted": muted})

    def remove_line(self, line: int, now: int) -> None:
        """Remove a line of the chat; for the operator. It is gone from the log once stored."""
        data = {"line": line, "entry": self.entry_of(line)}
        self._write(now, "line-removed", None, None, data)

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

    def rematch(self, user: str, next_match: str, now: int) -> None:
        """Note where the players meet again."""
        self.check_rematch(user)
        if self.next_match is None:
            self._write(now, "rematched", None, user, {"match": next_match})

    # People who leave for good, or must.

    def rename(self, user: str, name: str, now: int) -> None:
        """Call a person otherwise; his earlier name is gone from the log once this is stored."""
        self._write(now, "renamed", None, user, {"name": tidy(name, "name", LONGEST_NAME)})

    def bench(self, user: str, now: int) -> None:
        """Have bots stand in for somebody who may not play for now."""
        for seat in self.seats_of(user) if self.status == RUNNING else ():
            if self.seats[seat].bot is None:
                self._write(now, "replaced", seat, None)

    def withdraw(self, user: str, now: int) -> None:
        """Leave for good: what has not begun is called off by its host, what runs is resigned."""
        if self.status == OPEN and user == self.host:
            self._write(now, "ended", None, user, {"by": "withdrawal"})
        for seat in self.seats_of(user):
            if self.status == OPEN:
                self._write(now, "left", seat, user)
            elif self.status == RUNNING and not self.seats[seat].resigned:
                self.resign(user, seat, now)

    def forget(self, user: str, alias: str, now: int) -> None:
        """Forget who a person was; to be stored, so that the log forgets it as well."""
        assert alias.startswith(FORMER)
        lines = [line for line, speaker in self.speakers.items() if speaker == user]
        data = {
            "alias": alias,
            "seats": self.seats_of(user),
            "host": user == self.host,
            "lines": lines,
        }
        self._write(now, "forgotten", None, user, data)

    # What can be seen.

    def seats_of(self, user: str | None) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if user is not None and seat.holder == user]

    def awaits(self, user: str) -> bool:
        """Whether something is asked of the user now."""
        if self.status != RUNNING or self.state is None:
            return False
        actors = self.state.actors
        return any(seat in actors and self.seats[seat].bot is None for seat in self.seats_of(user))

    def viewer(self, user: str | None, seat: int | None) -> Viewer:
        """As whom the user may look: the seat asked for if it is his, his first one, or nobody."""
        mine = self.seats_of(user)
        if seat is None:
            return mine[0] if mine else None
        if seat not in mine:
            raise MatchError("not-your-seat", "expected a seat that is yours")
        return seat

    def muted_by(self, user: str | None) -> list[int]:
        return [] if user is None else sorted(self.muted.get(user, ()))

    def delay_of(self, viewer: Viewer) -> int:
        """By how many milliseconds a viewer sees everything later."""
        return self.feeds[viewer].delay

    def seats_shown(self) -> list[dict[str, Any]]:
        """The seats as everybody sees them."""
        return [seat.json() for seat in self.seats]

    def message(self, viewer: Viewer, since: int = 0, now: int = 0) -> dict[str, Any]:
        """Everything the viewer has heard since that number, and what he sees by now."""
        return {
            "match": self.id,
            "viewer": viewer,
            "undo": self._has_moved(viewer),
            **self.feeds[viewer].message(since, now),
        }

    def _has_moved(self, viewer: Viewer) -> bool:
        """Whether the viewer has a move to take back; freely or not is seen when he tries."""
        return self.status == RUNNING and any(move.seat == viewer for move in reversed(self.moves))

    def previews(self, user: str, seat: int, actions: Sequence[int]) -> list[dict[str, Any]]:
        """What would follow from each action, as far as the seat can know."""
        state = self._running()
        self._own(user, seat)
        view = before(state, seat).view(seat)
        return [self.rules.preview(view, action) for action in actions]

    def advice(self, user: str, seat: int) -> dict[str, Any]:
        """What a worker needs to advise a seat: what its player sees, and nothing more."""
        state = self._running()
        self._own(user, seat)
        if self.setup.rated:
            raise MatchError("no-hints", "expected a match that is not rated")
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

    def bot_jobs(self) -> list[dict[str, Any]]:
        """What bots are asked now: all a worker needs, and nothing a person there would not get."""
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
                    }
                )
        return out

    def _facts(self, seat: int) -> list[dict[str, Any]]:
        """All that seat has heard of the moves that stand, for a bot that was not there."""
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
        """The seats where a bot is to move."""
        if self.status != RUNNING or self.state is None:
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
        """When something is to be done by nobody: a bot's move, a clock's end, a forced move."""
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

    def places(self) -> list[int] | None:
        """Each seat's place in a match that is over, None if it has no result.

        Who resigned, or had a bot in his place at the end, shares the last one.
        """
        if self.status != OVER or self.state is None or self.ended_by == "agreement":
            return None
        gone = [seat.resigned or seat.stand_in is not None for seat in self.seats]
        ranking = self.state.ranking if self.state.over else [1] * len(self.seats)
        return [len(self.seats) if g else r for g, r in zip(gone, ranking, strict=True)]

    def record(self) -> Record:
        """The match as a record with all that proves the deal fair; only after the end."""
        if self.status != OVER or self.state is None:
            raise MatchError("not-ended", "expected a match that is over")
        names = [seat.name for seat in self.seats]
        record = Record.begin(self.rules, self.deal(), None, names)
        state = self.begin()
        for move in self.moves:
            state.play(move.seat, move.text)
            record.add(move.seat, move.text, state)
        if self.setup.continued is None:
            record.proof = {
                "commitment": self.commitment,
                "secret": self.secret.hex(),
                "salts": [seat.salt for seat in self.seats],
                "seals": self._proved_seals(),
            }
        return record

    # Checks.

    def _before_start(self) -> None:
        if self.status != OPEN:
            raise MatchError("already-started", "expected a match that has not begun")

    def _running(self) -> State:
        if self.status == OPEN or self.state is None:
            raise MatchError("not-started", "expected a match that has begun")
        if self.status == OVER:
            raise MatchError("match-ended", "expected a match that is not over")
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
        for number, there in enumerate(self.seats):
            if invitation is not None and there.invitation == invitation and there.free:
                return number
            if invitation is None and there.free and there.invitation is None:
                if seat is None or seat == number:
                    return number
        if invitation is not None:
            raise MatchError("not-invited", "expected an invitation that is still open")
        raise MatchError("seat-taken", "expected a free seat")

    def _stale(self) -> MatchError:
        return MatchError("stale-decision", "expected an answer to the present decision")

    # Commands' common parts.

    def _play(
        self, state: State, user: str | None, seat: int, action: int | str, decision: str, now: int
    ) -> None:
        trial = before(state, seat)
        instead = trial is not state
        if decision != decision_id(trial, seat, self.undone[seat]):
            raise self._stale()
        why = trial.refusal(seat, action)
        if why is not None:
            raise why
        code = self.rules.parse(trial, seat, action) if isinstance(action, str) else action
        data: dict[str, Any] = {"move": self.rules.text(trial, seat, code)}
        if instead:
            data["instead"] = True
        self._write(now, "played", seat, user, data)
        if state.over:
            self._write(now, "ended", None, None, {"by": "rules"})

    def _propose(self, what: str, user: str, seat: int, now: int, data: dict[str, Any]) -> bool:
        mine = self.seats_of(user)
        asks = [i for i, s in enumerate(self.seats) if s.person and i not in mine]
        if not asks and what == "undo" and self.setup.rated:
            raise MatchError("nothing-to-undo", "expected an unrated match or a free undo")
        self._write(now, "asked", seat, user, {"what": what, "asks": asks, **data})
        if not asks:
            self._carry_out(user, now)
        return not asks

    def _carry_out(self, user: str, now: int) -> None:
        assert self.proposal is not None
        if self.proposal["what"] == "undo":
            data = {"to": self.proposal["to"]}
            self._write(now, "undone", self.proposal["seat"], user, data)
        else:
            self._write(now, "ended", None, user, {"by": "agreement"})

    def _write(
        self,
        now: int,
        kind: str,
        seat: int | None,
        user: str | None,
        data: dict[str, Any] | None = None,
    ) -> None:
        entry = Entry(self.number + 1, now, kind, seat, user, data or {})
        before = self._thinking()
        self.apply(entry)
        self.fresh.append(entry)
        after = self._thinking()
        for seat in before - after:
            self.turns[seat] = None
        for seat in after - before:
            if self.seats[seat].holder != user:
                self.turns[seat] = self.decision(seat)

    def _thinking(self) -> set[int]:
        """The seats where a person is to move."""
        if self.status != RUNNING or self.state is None:
            return set()
        return {seat for seat in self.state.actors if self.seats[seat].bot is None}
