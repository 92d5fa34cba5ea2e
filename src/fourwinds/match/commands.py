"""Commands: what players, bots and the operator do to a match.

Each checks first, then appends to the log; the log alone changes things. A command that is refused
raises and changes nothing. `fresh` holds the entries that are not stored yet.
"""

from __future__ import annotations

from dataclasses import replace

from fourwinds.core.state import State
from fourwinds.match import fairness
from fourwinds.match.clock import DAYS, TOTAL
from fourwinds.match.errors import MatchError
from fourwinds.match.feeds import before, decision_id
from fourwinds.match.log import (
    BY_AGREEMENT,
    BY_CHANGE_OF_RULES,
    BY_CLOSING,
    BY_RESIGNATION,
    BY_RULES,
    BY_WITHDRAWAL,
    END,
    UNDO,
    Agreed,
    Asked,
    Automatic,
    BotSeated,
    Content,
    DealOpened,
    Declined,
    Ended,
    Entry,
    Forgotten,
    Joined,
    Left,
    LineRemoved,
    Muted,
    Played,
    Rematched,
    Renamed,
    Replaced,
    Resigned,
    Retracted,
    Returned,
    Said,
    Salted,
    Shared,
    Started,
    TimedOut,
    Undone,
)
from fourwinds.match.queries import Queries
from fourwinds.match.seals import SealMaker
from fourwinds.match.seats import FORMER
from fourwinds.match.setup import (
    BOT,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_SALT,
    SeatSetup,
    tidy,
)
from fourwinds.match.status import OPEN, OVER, RUNNING

ABSENT = 60_000
MOST_LINES = 500  # everybody who looks gets all of them
MOST_ENTRIES = 10_000
"""More than any match of people needs, and few enough to be kept in memory and read again."""


class Commands(Queries):
    """Everything that can be done to a match."""

    def __init__(self, match_id: str, seal: SealMaker = fairness.seal) -> None:
        super().__init__(match_id, seal)
        self.fresh: list[Entry] = []
        self.turns: dict[int, str | None] = {}
        """Since last taken: seats whose turn has come, with the decision, or (None) has passed."""

    def check_room(self) -> None:
        """Raises where the log is so long that players can add nothing to it any more."""
        if self.number >= MOST_ENTRIES:
            raise MatchError("match-full", f"expected at most {MOST_ENTRIES} entries")

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
        self.append(now, Joined(found, user, called))
        return found

    def seat_bot(self, user: str, seat: int, bot: str, now: int) -> None:
        """Give a free seat to a bot, so that nobody has to wait for one more person."""
        self._before_start()
        if user != self.host:
            raise MatchError("not-host", "expected the host of this table")
        self._not_shared_deal()
        if not 0 <= seat < len(self.seats) or not self.seats[seat].free:
            raise MatchError("seat-taken", "expected a free seat")
        planned = [there.setup for there in self.seats]
        planned[seat] = SeatSetup(BOT, bot)
        replace(self.setup, seats=tuple(planned)).check()
        self.append(now, BotSeated(seat, user, bot))

    def leave(self, user: str, now: int) -> None:
        self._before_start()
        mine = self.seats_of(user)
        if not mine or user == self.host:
            raise MatchError("not-your-seat", "expected a guest who sits at this table")
        for seat in mine:
            self.append(now, Left(seat, user))

    def salt(self, user: str, seat: int, text: str, now: int) -> None:
        """Add to the chance of the deal."""
        self._before_start()
        self._own(user, seat)
        self._not_shared_deal()
        typed = tidy(text, "salt", LONGEST_SALT)
        self.append(now, Salted(seat, user, fairness.salt(typed)))

    def start(self, user: str, now: int) -> None:
        self._before_start()
        if user != self.host:
            raise MatchError("not-host", "expected the host of this table")
        if any(seat.free for seat in self.seats):
            raise MatchError("seats-open", "expected somebody in every seat")
        self.append(now, Started(user))

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
        count = state.copy().retract(seat)
        if count == 0:
            raise MatchError("nothing-to-retract", "expected a choice that is not final yet")
        self.append(now, Retracted(seat, user, count))

    def undo(self, user: str, seat: int, now: int) -> bool:
        """Take back one's last move; whether it was free. Otherwise the others are asked.

        It is free while nobody has learnt anything since and no other person has moved. Parts of
        a choice that only its owner has seen do not count, or the answer would tell of them.
        """
        state = self._running()
        self._own(user, seat)
        count = state.copy().retract(seat)
        if count:
            self.append(now, Retracted(seat, user, count))
            return True
        self._not_shared_deal()
        to = next((i for i in reversed(range(len(self.moves))) if self.moves[i].seat == seat), None)
        if to is None:
            raise MatchError("nothing-to-undo", "expected a move of this seat")
        after = self.moves[to:]
        seen = {move.seat for move in after if move.by_person and move.seen_by - {move.seat}}
        others = seen - set(self.seats_of(user))
        if not others and not any(move.learnt for move in after):
            self.append(now, Undone(seat, user, to))
            return True
        return self._propose(UNDO, user, seat, now, to)

    def offer_end(self, user: str, seat: int, now: int) -> bool:
        """Offer to end the match without a result; whether it ended at once.

        Nobody can lose or win a match that is frozen, so any of its players ends it alone.
        """
        if self.frozen is not None and self.status != OVER:
            self._own(user, seat)
            self.end_frozen(now, user)
            return True
        self._running()
        self._own(user, seat)
        return self._propose(END, user, seat, now)

    def end_frozen(self, now: int, user: str | None = None) -> None:
        """End a match that the present rules cannot go on with; it has no result."""
        if self.frozen is None:
            raise MatchError("not-frozen", "expected a match of other rules")
        if self.status == OVER:
            raise MatchError("match-ended", "expected a match that is not over")
        self.append(now, Ended(user, BY_CHANGE_OF_RULES))

    def answer(self, user: str, seat: int, yes: bool, now: int) -> None:
        """Agree to what another asks, or not."""
        self._running()
        self._own(user, seat)
        if self.proposal is None or seat not in self.proposal.asks:
            raise MatchError("nothing-asked", "expected a question put to this seat")
        if not yes:
            self.append(now, Declined(seat, user))
            return
        last = self.proposal.asks == (seat,)
        self.append(now, Agreed(seat, user))
        if last:
            self._carry_out(user, now)

    def resign(self, user: str, seat: int, now: int) -> None:
        """Give up. A bot plays on, unless only one player or no person is left."""
        state = self._running()
        self._own(user, seat)
        self.append(now, Resigned(seat, user))
        left = [s for s in self.seats if not s.resigned]
        if len(left) == 1 or not any(s.person for s in self.seats):
            self._end(state, BY_RESIGNATION, now)

    def replace(self, user: str, seat: int, absent: int | None, now: int) -> None:
        """Have a bot stand in for a player who has been absent for `absent` milliseconds.

        None means that he has not been seen since the match began: nobody is replaced who may not
        know of it. With days for each move, and in a tournament, only the clock decides.
        """
        self._running()
        if not self.seats_of(user):
            raise MatchError("not-your-seat", "expected a player of this table")
        there = self.seats[self._number(seat)]
        if there.bot is not None or not there.person:
            raise MatchError("not-absent", "expected a player who is absent")
        if self.setup.clock.kind == DAYS or self.setup.tournament is not None:
            raise MatchError(
                "clock-decides", "expected a match in which not only the clock decides"
            )
        if absent is None:
            raise MatchError("not-told", "expected a player who knows that the match has begun")
        if absent < ABSENT:
            raise MatchError("not-absent", "expected a player who is absent")
        self.append(now, Replaced(seat, user))

    def come_back(self, user: str, seat: int, now: int) -> None:
        """Take one's seat back from the bot that stood in."""
        self._running()
        self._own(user, seat)
        there = self.seats[seat]
        if there.stand_in is None:
            raise MatchError("not-absent", "expected a seat where a bot stands in")
        if there.timed_out and self.setup.clock.kind == TOTAL:
            raise MatchError("out-of-time", "expected a seat with time left")
        self.append(now, Returned(seat, user))

    def be_automatic(self, user: str, seat: int, wanted: bool, now: int) -> None:
        """Whether moves without a choice are made by themselves."""
        self._own(user, seat)
        if self.seats[seat].automatic != wanted:
            self.append(now, Automatic(seat, user, wanted))

    def tick(self, now: int) -> None:
        """Let bots stand in where the time has run out."""
        if self.status == RUNNING:
            for seat in self.clock.expired(now):
                self.append(now, TimedOut(seat))

    # Beside the game.

    def say(self, user: str, text: str, now: int) -> None:
        mine = self.seats_of(user)
        if not mine:
            raise MatchError("not-your-seat", "expected a player of this table")
        if len(self.lines) >= MOST_LINES:
            raise MatchError("chat-full", f"expected at most {MOST_LINES} lines")
        said = tidy(text, "text", LONGEST_LINE)
        self.append(now, Said(mine[0], user, said, len(self.lines) + 1))

    def mute(self, user: str, seat: int, muted: bool, now: int) -> None:
        """Whether a player wants to hear what another says; nobody else learns of it."""
        mine = self.seats_of(user)
        if not mine or self._number(seat) in mine:
            raise MatchError("not-your-seat", "expected another player of this table")
        if muted != (seat in self.muted.get(user, ())):
            self.append(now, Muted(seat, user, muted))

    def remove_line(self, line: int, now: int) -> None:
        """Remove a line of the chat; for the operator. It is gone from the log once stored."""
        self.append(now, LineRemoved(line, self.entry_of(line)))

    def share(self, user: str, seat: int, shared: bool, now: int) -> None:
        """Let anybody with the link see the replay of a private match, or no longer."""
        self._own(user, seat)
        if self.status != OVER or self.frozen is not None:
            raise MatchError("not-ended", "expected a match that is over")
        if not self.setup.private:
            raise MatchError("not-private", "expected a private match: anybody can see this one")
        if shared != (seat in self.shared):
            self.append(now, Shared(seat, user, shared))

    def rematch(self, user: str, next_match: str, now: int) -> None:
        """Note where the players meet again."""
        self.check_rematch(user)
        if self.next_match is None:
            self.append(now, Rematched(user, next_match))

    # People who leave for good, or must.

    def rename(self, user: str, name: str, now: int) -> None:
        """Call a person otherwise; his earlier name is gone from the log once this is stored."""
        self.append(now, Renamed(user, tidy(name, "name", LONGEST_NAME)))

    def bench(self, user: str, now: int) -> None:
        """Have bots stand in for somebody who may not play for now."""
        for seat in self.seats_of(user) if self.status == RUNNING else ():
            if self.seats[seat].bot is None and self.frozen is None:
                self.append(now, Replaced(seat, None))

    def call_off(self, user: str, now: int) -> None:
        """End a match that has not begun; its host may."""
        self._before_start()
        if user != self.host:
            raise MatchError("not-host", "expected the host of this table")
        self._not_shared_deal()
        self.append(now, Ended(user, BY_WITHDRAWAL))

    def close(self, now: int) -> None:
        """End a table of a duplicate match that closes, without a result unless it has one."""
        if self.status != OVER:
            self.append(now, Ended(None, BY_CLOSING))

    def open_deal(self, now: int) -> None:
        """Every table with this deal has closed: show its secret."""
        if self.setup.duplicate is None or self.status != OVER:
            raise MatchError("not-ended", "expected a table of a duplicate match that is over")
        if not self.deal_opened:
            self.append(now, DealOpened())

    def withdraw(self, user: str, now: int) -> None:
        """Leave for good: what has not begun is called off by its host, what runs is resigned.

        What is frozen is ended.
        """
        if self.status == OPEN and user == self.host:
            self.append(now, Ended(user, BY_WITHDRAWAL))
        elif self.status == RUNNING and self.frozen is not None and self.seats_of(user):
            self.end_frozen(now, user)
        for seat in self.seats_of(user):
            if self.status == OPEN:
                self.append(now, Left(seat, user))
            elif self.status == RUNNING and not self.seats[seat].resigned:
                self.resign(user, seat, now)

    def forget(self, user: str, alias: str, now: int) -> None:
        """Forget who a person was; to be stored, so that the log forgets it as well."""
        assert alias.startswith(FORMER)
        lines = [line for line, speaker in self.speakers.items() if speaker == user]
        forgotten = Forgotten(
            user=user,
            alias=alias,
            seats=tuple(self.seats_of(user)),
            host=user == self.host,
            lines=tuple(lines),
        )
        self.append(now, forgotten)

    # Common parts.

    def _play(
        self, state: State, user: str | None, seat: int, action: int | str, decision: str, now: int
    ) -> None:
        trial = before(state, seat)
        if decision != decision_id(trial, seat, self.undone[seat]):
            raise self._stale()
        why = trial.refusal(seat, action)
        if why is not None:
            raise why
        code = self.rules.parse(trial, seat, action) if isinstance(action, str) else action
        move = self.rules.text(trial, seat, code)
        instead = 0 if trial is state else state.copy().retract(seat)
        sealed = _sealed(trial, seat, code) if trial.step.shared else 0
        self.append(now, Played(seat, user, move, instead, sealed))
        if state.over:
            self._end(state, BY_RULES, now)

    def _propose(self, what: str, user: str, seat: int, now: int, to: int | None = None) -> bool:
        mine = self.seats_of(user)
        asks = tuple(i for i, s in enumerate(self.seats) if s.person and i not in mine)
        if not asks and what == UNDO and self.setup.rated:
            raise MatchError("nothing-to-undo", "expected an unrated match or a free undo")
        self.append(now, Asked(seat, user, what, asks, to))
        if not asks:
            self._carry_out(user, now)
        return not asks

    def _carry_out(self, user: str, now: int) -> None:
        asked = self.proposal
        assert asked is not None
        if asked.to is not None:
            self.append(now, Undone(asked.seat, user, asked.to))
        else:
            self.append(now, Ended(user, BY_AGREEMENT))

    def _end(self, state: State, by: str, now: int) -> None:
        """End with the result that the board shows."""
        scores, ranking = tuple(state.scores), tuple(state.ranking)
        self.append(now, Ended(None, by, scores, ranking, state.digest()))

    def append(self, now: int, content: Content) -> None:
        """Add to the log what was found to be right, and note whose turn has come by it."""
        entry = Entry(self.number + 1, now, content)
        before = self._thinking()
        self.apply(entry)
        self.fresh.append(entry)
        after = self._thinking()
        for seat in before - after:
            self.turns[seat] = None
        user = getattr(content, "user", None)
        for seat in after - before:
            if self.seats[seat].holder != user:
                self.turns[seat] = self.decision(seat)

    def _thinking(self) -> set[int]:
        """The seats where a person is to move."""
        if self.status != RUNNING or self.state is None:
            return set()
        return {seat for seat in self.state.actors if self.seats[seat].bot is None}


def _sealed(state: State, seat: int, action: int) -> int:
    """How many actions make up the secret choice that this one completes; 0 if it does not."""
    after = state.copy()
    after.play(seat, action)
    if seat in after.actors:
        return 0
    count = 0
    while taken := after.retract(seat):
        count += taken
    return count
