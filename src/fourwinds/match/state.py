"""MatchState: a match as its log makes it. What each kind of entry changes stands here."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, assert_never

from fourwinds.core.chance import key_of_seed
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.match import fairness
from fourwinds.match.clock import Clock
from fourwinds.match.entry_checks import check
from fourwinds.match.errors import MatchError
from fourwinds.match.feeds import Event, Feed, Snapshot, Viewer
from fourwinds.match.log import (
    UNDO,
    Agreed,
    Asked,
    Automatic,
    BotSeated,
    Content,
    Created,
    DealOpened,
    Declined,
    Ended,
    Entry,
    Forgotten,
    Joined,
    Left,
    LineRemoved,
    Move,
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
from fourwinds.match.pace import Pace
from fourwinds.match.pinning import Frozen, bind, shared
from fourwinds.match.seals import SealMaker, Seals
from fourwinds.match.seats import FORMER_NAME, Seat, laid
from fourwinds.match.status import OPEN, OVER, RUNNING
from fourwinds.match.table import table_of, unchanged

MARK_EVERY = 64
Heard = dict[Viewer, list[Event]]
"""What each viewer hears of an entry; who is not named hears nothing."""


class MatchState:
    """What has come of the log so far."""

    def __init__(self, match_id: str, seal: SealMaker = fairness.seal) -> None:
        self.id = match_id
        self.seal = seal
        self.number = 0
        self.status = OPEN
        self.began = False
        self.started = 0
        """When play began, in milliseconds since 1970."""
        self.frozen: Frozen | None = None
        """Set where the rules of the match are not the present ones; then there is no state."""
        self.state: State | None = None
        self.moves: list[Move] = []
        self._marks: dict[int, State] = {}
        """States on the line of play by the number of moves made, once somebody has gone back: what
        that costs must not grow with the length of the match."""
        self.proposal: Asked | None = None
        self.ended: Ended | None = None
        self.next_match: str | None = None
        self.deal_opened = False
        """Whether the deal of a duplicate match is no secret any more."""
        self.shared: set[int] = set()  # seats whose players share the replay
        self.muted: dict[str, set[int]] = {}
        self.lines: list[int] = []
        """The entry of each line of the chat. Lines are counted by themselves: the numbers of
        entries would tell how many there are that only their owners may know of."""
        self.speakers: dict[int, str] = {}
        """Who said each line of the chat."""
        self._rules: Rules | None = None
        self._table: dict[str, Any] = {}
        """As all saw it last."""

    @property
    def rules(self) -> Rules:
        """The rules of the match; raises where they are not the present ones."""
        if self._rules is None:
            assert self.frozen is not None
            raise self.frozen.error()
        return self._rules

    def apply(self, entry: Entry) -> None:
        """Change the match as an entry says, and tell everybody what is his to know."""
        check(self, entry)
        heard = self._change(entry, entry.content)
        self.number = entry.number
        if heard is None:
            heard = self._to_all({"kind": entry.content.kind, "seat": entry.seat})
        self._tell(entry.time, heard)

    def _change(self, entry: Entry, content: Content) -> Heard | None:
        """What is heard of it; None means that all hear its kind and seat."""
        time = entry.time
        match content:
            case Played():
                return self._on_played(entry, content)
            case Retracted():
                return self._on_retracted(content, time)
            case Undone():
                return self._on_undone(content, time)
            case Created():
                self._on_created(content)
            case Joined():
                there = self.seats[content.seat]
                there.holder, there.name = content.user, content.name
            case BotSeated():
                self.seats[content.seat].give_to_bot(content.bot)
            case Left():
                there = self.seats[content.seat]
                there.holder, there.name, there.salt, there.automatic = None, "", "", False
            case Salted():
                self.seats[content.seat].salt = content.salt
            case Started():
                return self._on_started(entry)
            case Asked():
                self.proposal = content
                event = {"kind": content.kind, "seat": content.seat, "what": content.what}
                return self._to_all(event)
            case Agreed():
                if self.proposal is not None:
                    left = tuple(seat for seat in self.proposal.asks if seat != content.seat)
                    self.proposal = replace(self.proposal, asks=left)
            case Declined():
                self.proposal = None
            case Resigned():
                self.seats[content.seat].resigned = True
                self._stand_in(content.seat, time)
            case Replaced():
                self._stand_in(content.seat, time)
            case TimedOut():
                self.seats[content.seat].timed_out = True
                self._stand_in(content.seat, time)
            case Returned():
                there = self.seats[content.seat]
                there.stand_in, there.timed_out = None, False
                self._run_clocks(time)
            case Automatic():
                self.seats[content.seat].automatic = content.wanted
                return {content.seat: [{"kind": content.kind, "wanted": content.wanted}]}
            case Said():
                return self._on_said(entry.number, content)
            case Muted():
                return self._on_muted(content)
            case LineRemoved():
                self._silence([content.line])
                return self._to_all({"kind": content.kind, "line": content.line})
            case Renamed():
                seats = self._call(content.user, content.name)
                self._amend()
                return self._to_all({"kind": content.kind, "seats": seats})
            case Forgotten():
                return self._on_forgotten(content)
            case Shared():
                (self.shared.add if content.shared else self.shared.discard)(content.seat)
                event = {"kind": content.kind, "seat": content.seat, "shared": content.shared}
                return self._to_all(event)
            case Rematched():
                self.next_match = content.match
            case DealOpened():
                self.deal_opened = True
            case Ended():
                return self._on_ended(content, time)
            case _:
                assert_never(content)
        return None

    def _on_created(self, content: Created) -> None:
        found = self.frozen or bind(content.setup, content.pinned)
        self.pinned = content.pinned
        if isinstance(found, Frozen):
            self.frozen = found
        else:
            self._rules = found
            self.pinned = shared(self.pinned, found)
        components = None if self.pinned.usual else self.pinned.components
        self.setup = replace(content.setup, components=components)
        self.host = content.user
        self.secret = content.secret
        self.commitment = fairness.commitment(self.secret)
        self.seats: list[Seat] = [
            laid(setup, self.host, content.name, invitation, number)
            for number, (setup, invitation) in enumerate(
                zip(self.setup.seats, content.invitations, strict=True)
            )
        ]
        self.clock = Clock(self.setup.clock, len(self.seats))
        self.pace = Pace(self.secret, len(self.seats))
        self.seals = Seals(self.secret, self.seal)
        self.feeds: dict[Viewer, Feed] = {
            viewer: Feed(viewer) for viewer in [*range(len(self.seats)), None]
        }
        self.undone: dict[Viewer, int] = dict.fromkeys(self.feeds, 0)

    def _on_started(self, entry: Entry) -> Heard:
        facts: list[Fact] = []
        if self.frozen is None:
            self.state = self.begin(facts)
        for seat, text in self.setup.continued.moves if self.setup.continued else ():
            if self.state is not None:
                self.state.play(seat, text, facts)
            everybody = set(self.feeds)
            self.moves.append(Move(entry.number, seat, text, False, True, everybody))
        self.status, self.began, self.started = RUNNING, True, entry.time
        self.feeds[None].delay = 1000 * self.setup.delay
        self._run_clocks(entry.time)
        # The beginning comes before what is dealt.
        heard = self._heard(facts)
        return {viewer: [{"kind": "started", "seat": None}, *heard[viewer]] for viewer in heard}

    def _on_played(self, entry: Entry, content: Played) -> Heard:
        state, seat = self.state, content.seat
        person = self.seats[seat].bot is None
        if state is None:
            self._strike(seat, content.instead)
            self.moves.append(Move(entry.number, seat, content.move, person, True))
            self._seal(entry.number, content)
            return {}
        shuffles = state.shuffles
        if content.instead:
            self._take_back(state, seat, content.instead)
        self.pace.moved(seat, entry.time, len(state.actions(seat)))
        facts: list[Fact] = []
        state.play(seat, content.move, facts)
        learnt = state.shuffles != shuffles or any(fact.reveals for fact in facts)
        self.moves.append(Move(entry.number, seat, content.move, person, learnt))
        # Parts of a choice that nobody else sees must not show by the clock or an open question.
        if seat not in state.actors or state.view(None) != self.feeds[None].picture()["view"]:
            self.clock.stop(seat, entry.time)
            if self.proposal is not None and self.proposal.what == UNDO:
                self.proposal = None
        self._run_clocks(entry.time)
        return self._heard(facts, *self._seal(entry.number, content), *self._opened(state, facts))

    def _on_retracted(self, content: Retracted, time: int) -> Heard:
        state, seat = self.state, content.seat
        if state is None:
            self._strike(seat, content.count)
            return {}
        waited = seat not in state.actors
        self._take_back(state, seat, content.count)
        event = {"kind": content.kind, "seat": seat}
        if waited:
            self.clock.resume(seat, time)
            return self._to_all(event)
        return {seat: [event]}

    def _on_undone(self, content: Undone, time: int) -> Heard:
        gone = self.moves[content.to :]
        del self.moves[content.to :]
        self._unmark(content.to)
        self.seals.strike({move.entry for move in gone})
        self.proposal = None
        if self.frozen is not None:
            return {}
        self.state = self.line(len(self.moves))
        for seat in range(len(self.seats)):
            if seat not in self.state.actors:
                self.clock.pause(seat, time)
        self._run_clocks(time)
        told = {viewer for move in gone for viewer in move.seen_by} | {content.seat}
        for viewer in told:
            self.undone[viewer] += 1
        return {viewer: [{"kind": content.kind, "seat": content.seat}] for viewer in told}

    def _on_said(self, number: int, content: Said) -> Heard:
        self.lines.append(number)
        line = len(self.lines)
        self.speakers[line] = content.user
        event = {"kind": content.kind, "seat": content.seat, "line": line, "text": content.text}
        return self._to_all(event)

    def _on_muted(self, content: Muted) -> Heard:
        seats = self.muted.setdefault(content.user, set())
        (seats.add if content.muted else seats.discard)(content.seat)
        event = {"kind": content.kind, "seat": content.seat, "muted": content.muted}
        return {seat: [event] for seat in self.seats_of(content.user)}

    def _on_forgotten(self, content: Forgotten) -> Heard:
        """Once stored, the entry no longer says who was forgotten, so it names what was his."""
        for seat in content.seats:
            self.muted.pop(self.seats[seat].holder or "", None)
            self.seats[seat].rename(FORMER_NAME)
            self.seats[seat].holder = content.alias
        if content.host:
            self._call(self.host, FORMER_NAME)
            self.host = content.alias
        for line in content.lines:
            self.speakers[line] = content.alias
        self._silence(content.lines)
        self._amend()
        seats, lines = list(content.seats), list(content.lines)
        return self._to_all({"kind": content.kind, "seats": seats, "lines": lines})

    def _on_ended(self, content: Ended, time: int) -> Heard:
        self.status = OVER
        self.ended = content
        self.proposal = None
        for seat in range(len(self.seats)):
            self.clock.pause(seat, time)
        event = {"kind": content.kind, "seat": None, "by": content.by}
        opened = [self.seals.open(seal) for seal in self.seals.closed()]
        return {viewer: [event, *opened] for viewer in self.feeds}

    # Who sits where, and what was said.

    def seats_of(self, user: str | None) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if user is not None and seat.holder == user]

    def has_moved(self, seat: int) -> bool:
        """Whether the player of that seat has moved himself."""
        return any(move.seat == seat and move.by_person for move in self.moves)

    def _call(self, user: str, name: str) -> list[int]:
        """Rename the seats of a person, and those that a host gave names; returns them."""
        changed = self.seats_of(user)
        if user == self.host:
            bare = tuple(replace(seat, name=None) for seat in self.setup.seats)
            self.setup = replace(self.setup, seats=bare)
            changed += [i for i, seat in enumerate(self.seats) if seat.setup.bot is not None]
        for seat in changed:
            self.seats[seat].rename(name)
        return sorted(changed)

    def _amend(self) -> None:
        """No picture of the past still shows a name that is gone."""
        for feed in self.feeds.values():
            feed.rename([seat.name for seat in self.seats])

    def _silence(self, lines: Iterable[int]) -> None:
        """Take a chat message out of all feeds."""
        for feed in self.feeds.values():
            for event in itertools.chain(*(update["events"] for update in feed.updates)):
                if event["kind"] == "said" and event["line"] in lines:
                    event["text"] = ""

    def _stand_in(self, seat: int, time: int) -> None:
        """A bot plays there now: no clock runs for the seat, nor is its consent waited for."""
        self.seats[seat].stand_in = self.setup.stand_in
        self.clock.pause(seat, time)
        if self.proposal is not None and seat in (self.proposal.seat, *self.proposal.asks):
            self.proposal = None

    # The line of play.

    def begin(self, facts: list[Fact] | None = None) -> State:
        position = self.starting_position()
        if position is not None:
            return self.rules.position(position)
        return self.rules.start(self.deal(), facts)

    def starting_position(self) -> dict[str, Any] | None:
        """The position that was set up, with the chance of this match; None after a deal."""
        if self.setup.position is None:
            return None
        return {**self.setup.position, "chance": key_of_seed(self.deal()).hex()}

    def deal(self) -> bytes:
        """The seed that everything is dealt by."""
        if self.setup.continued is not None:
            return bytes.fromhex(self.setup.continued.seed)
        return fairness.seed(self.secret, [seat.salt for seat in self.seats])

    def line(self, count: int) -> State:
        """The state after the first moves of the line of play."""
        marks = self._marks  # a replay may be read beside the loop, so it stays with these
        at = max((number for number in list(marks) if number <= count), default=0)
        state = marks[at].copy() if at else self.begin()
        for number, move in enumerate(self.moves[at:count], at + 1):
            state.play(move.seat, move.text)
            if number % MARK_EVERY == 0:
                marks[number] = state.copy()
        return state

    def _unmark(self, count: int) -> None:
        """Moves after these are no longer on the line of play."""
        self._marks = {number: state for number, state in self._marks.items() if number <= count}

    def _take_back(self, state: State, seat: int, count: int) -> None:
        """Retract, and remove the moves that are taken back from the line."""
        if state.retract(seat) != count:
            raise MatchError("log-differs", f"expected {count} actions to be taken back")
        self._strike(seat, count)

    def _strike(self, seat: int, count: int) -> None:
        """Strike the last moves of a seat off the line."""
        for _ in range(count):
            last = max(i for i, move in enumerate(self.moves) if move.seat == seat)
            self.seals.strike({self.moves.pop(last).entry})
            self._unmark(last)

    def _seal(self, number: int, content: Played) -> list[Event]:
        """A secret choice that is complete is sealed before all."""
        if content.sealed == 0:
            return []
        mine = [move.text for move in self.moves if move.seat == content.seat]
        return [self.seals.add(number, content.seat, mine[-content.sealed :])]

    def _opened(self, state: State, facts: list[Fact]) -> list[Event]:
        """The seals of those whose choice has just been shown to all."""
        shown = {fact.seat for fact in facts if fact.reveals and fact.heard_by(None)}
        return [
            self.seals.open(seal)
            for seal in self.seals.closed()
            if seal.seat in shown and not state.copy().retract(seal.seat)
        ]

    def _run_clocks(self, now: int) -> None:
        """The clocks of persons who are asked run; all others stand."""
        for seat in () if self.state is None else self.state.actors:
            if self.seats[seat].bot is None:
                self.clock.run(seat, now)
                self.pace.asked(seat, now)

    # What viewers hear.

    def _to_all(self, event: Event) -> Heard:
        return {viewer: [event] for viewer in self.feeds}

    def _heard(self, facts: list[Fact], *more: Event) -> Heard:
        told: list[tuple[Fact, Event]] = [(f, {"kind": "fact", "fact": f.json()}) for f in facts]
        return {
            viewer: [*(event for fact, event in told if fact.heard_by(viewer)), *more]
            for viewer in self.feeds
        }

    def _tell(self, time: int, heard: Mapping[Viewer, list[Event]]) -> None:
        state = None if self.state is None else self.state.copy()
        table = self._table = unchanged(self._table, table_of(self))
        snapshot = Snapshot(table, state, self.status == RUNNING, dict(self.undone))
        for viewer, feed in self.feeds.items():
            told = feed.push(time, heard.get(viewer, []), snapshot)
            if told and self.moves and self.moves[-1].entry == self.number:
                self.moves[-1].seen_by.add(viewer)
