"""MatchState: a match as its log makes it. Each kind of entry and what it changes stands here."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.state import State
from fourwinds.match import fairness
from fourwinds.match.clock import Clock
from fourwinds.match.feeds import Event, Feed, Snapshot, Viewer
from fourwinds.match.log import Entry, Move
from fourwinds.match.pace import Pace
from fourwinds.match.seats import FORMER_NAME, Seat, laid
from fourwinds.match.setup import MatchSetup

OPEN = "open"
RUNNING = "running"
OVER = "over"
Seal = Callable[[bytes, int, Sequence[str]], str]


class MatchState:
    """What has come of the log so far."""

    def __init__(self, match_id: str, seal: Seal = fairness.seal) -> None:
        self.id = match_id
        self.seal = seal
        self.number = 0
        self.status = OPEN
        self.state: State | None = None
        self.moves: list[Move] = []
        self.proposal: dict[str, Any] | None = None
        self.drafts: dict[int, list[str]] = {}
        self.seals: list[dict[str, Any]] = []
        self.ended_by: str | None = None
        self.next_match: str | None = None
        self.muted: dict[str, set[int]] = {}
        self.lines: list[int] = []
        """The entry of each line of the chat. Lines are counted by themselves: the numbers of
        entries would tell how many there are that only their owners may know of."""
        self.speakers: dict[int, str] = {}
        """Who said each line of the chat."""
        self.differs: int | None = None
        """The first entry where the stored position differs from what the rules make of the log."""

    def apply(self, entry: Entry) -> None:
        work: Callable[[Entry], dict[Viewer, list[Event]] | None]
        work = getattr(self, "_on_" + entry.kind.replace("-", "_"))
        self.entry = entry
        events = work(entry)
        self.number = entry.number
        if events is None:
            event = {"kind": entry.kind, "seat": entry.seat}
            events = {viewer: [event] for viewer in self.feeds}
        self._tell(entry.time, events)

    def _on_created(self, entry: Entry) -> None:
        data = entry.data
        self.setup = MatchSetup.read(data["plan"])
        self.rules = self.setup.check()
        assert entry.user is not None
        self.host = entry.user
        self.secret = bytes.fromhex(data["secret"])
        self.commitment = fairness.commitment(self.secret)
        self.seats: list[Seat] = [
            laid(setup, self.host, data["name"], invitation)
            for setup, invitation in zip(self.setup.seats, data["invitations"], strict=True)
        ]
        self.clock = Clock(self.setup.clock, len(self.seats))
        self.pace = Pace(self.secret, len(self.seats))
        self.feeds: dict[Viewer, Feed] = {
            viewer: Feed(viewer) for viewer in [*range(len(self.seats)), None]
        }
        self.undone: dict[Viewer, int] = dict.fromkeys(self.feeds, 0)

    def _on_joined(self, entry: Entry) -> None:
        there = self._seat_of(entry)
        there.holder, there.name = entry.user, entry.data["name"]

    def _on_left(self, entry: Entry) -> None:
        there = self._seat_of(entry)
        there.holder, there.name, there.salt, there.automatic = None, "", "", False

    def _on_salted(self, entry: Entry) -> None:
        self._seat_of(entry).salt = entry.data["salt"]

    def _on_started(self, entry: Entry) -> dict[Viewer, list[Event]]:
        facts: list[Fact] = []
        self.state = self.begin(facts)
        for seat, text in self.setup.continued.moves if self.setup.continued else ():
            self.state.play(seat, text, facts)
            everybody = set(self.feeds)
            self.moves.append(Move(entry.number, seat, text, False, True, everybody))
        self.status = RUNNING
        self.feeds[None].delay = 1000 * self.setup.delay
        self._run_clocks(entry.time)
        # The beginning comes before what is dealt.
        heard = self._heard(facts)
        return {viewer: [{"kind": "started", "seat": None}, *heard[viewer]] for viewer in heard}

    def _on_played(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert self.state is not None
        assert entry.seat is not None
        state, seat = self.state, entry.seat
        shuffles = state.shuffles
        if entry.data.get("instead"):
            self._take_back(seat)
        self.pace.moved(seat, entry.time, len(state.actions(seat)))
        facts: list[Fact] = []
        state.play(seat, entry.data["move"], facts)
        learnt = state.shuffles != shuffles or any(fact.reveals for fact in facts)
        person = self.seats[seat].bot is None
        self.moves.append(Move(entry.number, seat, entry.data["move"], person, learnt))
        self.drafts.setdefault(seat, []).append(entry.data["move"])
        # Parts of a choice that nobody else sees must not show by the clock or an open question.
        if seat not in state.actors or state.view(None) != self.feeds[None].picture()["view"]:
            self.clock.stop(seat, entry.time)
            if self.proposal is not None and self.proposal["what"] == "undo":
                self.proposal = None
        self._run_clocks(entry.time)
        return self._heard(facts, *self._seal(entry), *self._opened(facts))

    def _on_retracted(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert self.state is not None
        assert entry.seat is not None
        seat = entry.seat
        waited = seat not in self.state.actors
        self._take_back(seat)
        if waited:
            self.clock.resume(seat, entry.time)
            return {viewer: [{"kind": "retracted", "seat": seat}] for viewer in self.feeds}
        return {seat: [{"kind": "retracted", "seat": seat}]}

    def _on_undone(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert entry.seat is not None
        gone = self.moves[entry.data["to"] :]
        self.state = self.line(self.moves[: entry.data["to"]])
        del self.moves[entry.data["to"] :]
        self.drafts.clear()
        self.seals = [s for s in self.seals if s["entry"] not in {m.entry for m in gone}]
        self.proposal = None
        for seat in range(len(self.seats)):
            if seat not in self.state.actors:
                self.clock.pause(seat, entry.time)
        self._run_clocks(entry.time)
        told = {viewer for move in gone for viewer in move.seen_by} | {entry.seat}
        for viewer in told:
            self.undone[viewer] += 1
        return {viewer: [{"kind": "undone", "seat": entry.seat}] for viewer in told}

    def _on_asked(self, entry: Entry) -> dict[Viewer, list[Event]]:
        self.proposal = {**entry.data, "seat": entry.seat}
        event = {"kind": "asked", "seat": entry.seat, "what": entry.data["what"]}
        return {viewer: [event] for viewer in self.feeds}

    def _on_agreed(self, entry: Entry) -> None:
        if self.proposal is not None:
            left = [seat for seat in self.proposal["asks"] if seat != entry.seat]
            self.proposal = {**self.proposal, "asks": left}

    def _on_declined(self, entry: Entry) -> None:
        self.proposal = None

    def _on_resigned(self, entry: Entry) -> None:
        there = self._seat_of(entry)
        there.resigned, there.stand_in = True, self.setup.stand_in
        self._excuse(entry)

    def _on_replaced(self, entry: Entry) -> None:
        self._seat_of(entry).stand_in = self.setup.stand_in
        self._excuse(entry)

    def _on_timed_out(self, entry: Entry) -> None:
        there = self._seat_of(entry)
        there.timed_out, there.stand_in = True, self.setup.stand_in
        self._excuse(entry)

    def _on_returned(self, entry: Entry) -> None:
        there = self._seat_of(entry)
        there.stand_in, there.timed_out = None, False
        self._run_clocks(entry.time)

    def _on_automatic(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert entry.seat is not None
        self._seat_of(entry).automatic = entry.data["wanted"]
        return {entry.seat: [{"kind": "automatic", "wanted": entry.data["wanted"]}]}

    def _on_said(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert entry.user is not None
        self.lines.append(entry.number)
        line = len(self.lines)
        self.speakers[line] = entry.user
        event = {
            "kind": "said",
            "seat": entry.seat,
            "line": line,
            "text": entry.data["text"],
        }
        return {viewer: [event] for viewer in self.feeds}

    def _on_muted(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert entry.user is not None
        assert entry.seat is not None
        seats = self.muted.setdefault(entry.user, set())
        (seats.add if entry.data["muted"] else seats.discard)(entry.seat)
        event = {"kind": "muted", "seat": entry.seat, "muted": entry.data["muted"]}
        return {i: [event] for i, seat in enumerate(self.seats) if seat.holder == entry.user}

    def _on_line_removed(self, entry: Entry) -> dict[Viewer, list[Event]]:
        line = entry.data["line"]
        self._silence([line])
        return {viewer: [{"kind": "line-removed", "line": line}] for viewer in self.feeds}

    def _on_renamed(self, entry: Entry) -> dict[Viewer, list[Event]]:
        assert entry.user is not None
        seats = self._call(entry.user, entry.data["name"])
        self._amend()
        return {viewer: [{"kind": "renamed", "seats": seats}] for viewer in self.feeds}

    def _on_forgotten(self, entry: Entry) -> dict[Viewer, list[Event]]:
        """Once stored, the entry no longer says who was forgotten, so it names what was his."""
        data = entry.data
        for seat in data["seats"]:
            self.muted.pop(self.seats[seat].holder or "", None)
            self.seats[seat].rename(FORMER_NAME)
            self.seats[seat].holder = data["alias"]
        if data["host"]:
            self._call(self.host, FORMER_NAME)
            self.host = data["alias"]
        for line in data["lines"]:
            self.speakers[line] = data["alias"]
        self._silence(data["lines"])
        self._amend()
        event = {"kind": "forgotten", "seats": data["seats"], "lines": data["lines"]}
        return {viewer: [event] for viewer in self.feeds}

    def _on_rematched(self, entry: Entry) -> None:
        self.next_match = entry.data["match"]

    def _on_ended(self, entry: Entry) -> dict[Viewer, list[Event]]:
        self.status = OVER
        self.ended_by = entry.data["by"]
        self.proposal = None
        for seat in range(len(self.seats)):
            self.clock.pause(seat, entry.time)
        event = {"kind": "ended", "seat": None, "by": self.ended_by}
        opened = [self._open(seal) for seal in self.seals if not seal["opened"]]
        return {viewer: [event, *opened] for viewer in self.feeds}

    # Parts of that work.

    def _seat_of(self, entry: Entry) -> Seat:
        assert entry.seat is not None
        return self.seats[entry.seat]

    def _call(self, user: str, name: str) -> list[int]:
        """Rename the seats of a person, and those that a host gave names; returns them."""
        changed = [i for i, seat in enumerate(self.seats) if seat.holder == user]
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
        """Take what was said out of all that anybody has heard."""
        for feed in self.feeds.values():
            for event in itertools.chain(*(update["events"] for update in feed.updates)):
                if event["kind"] == "said" and event["line"] in lines:
                    event["text"] = ""

    def begin(self, facts: list[Fact] | None = None) -> State:
        return self.rules.start(self.deal(), facts)

    def deal(self) -> bytes:
        """The seed that everything is dealt by."""
        if self.setup.continued is not None:
            return bytes.fromhex(self.setup.continued.seed)
        return fairness.seed(self.secret, [seat.salt for seat in self.seats])

    def line(self, moves: Sequence[Move]) -> State:
        """The state after these moves."""
        state = self.begin()
        for move in moves:
            state.play(move.seat, move.text)
        return state

    def _take_back(self, seat: int) -> None:
        """Retract, and strike those moves off the line that made what is gone."""
        assert self.state is not None
        count = self.state.retract(seat)
        if count == 0:
            return
        mine = [i for i, move in enumerate(self.moves) if move.seat == seat]
        gone = set(mine[-count:])
        struck = {self.moves[i].entry for i in gone}
        self.moves = [move for i, move in enumerate(self.moves) if i not in gone]
        self.seals = [seal for seal in self.seals if seal["entry"] not in struck]
        del self.drafts.get(seat, [])[-count:]

    def _seal(self, entry: Entry) -> list[Event]:
        """A secret choice that is complete is sealed before all; one that is final is forgotten."""
        assert self.state is not None
        assert entry.seat is not None
        state, seat = self.state, entry.seat
        if not state.copy().retract(seat):
            self.drafts.pop(seat, None)
            return []
        if seat in state.actors:
            return []
        nonce = fairness.nonce(self.secret, entry.number)
        moves = list(self.drafts[seat])
        seal = self.seal(nonce, seat, moves)
        self.seals.append(
            {"entry": entry.number, "seat": seat, "seal": seal, "moves": moves, "opened": False}
        )
        return [{"kind": "sealed", "seat": seat, "seal": seal}]

    def _opened(self, facts: list[Fact]) -> list[Event]:
        """The seals of those whose choice has just been shown to all."""
        assert self.state is not None
        shown = {fact.seat for fact in facts if fact.reveals and fact.heard_by(None)}
        out = []
        for seal in self.seals:
            seat = seal["seat"]
            if not seal["opened"] and seat in shown and not self.state.copy().retract(seat):
                self.drafts.pop(seat, None)
                out.append(self._open(seal))
        return out

    def _open(self, seal: dict[str, Any]) -> Event:
        seal["opened"] = True
        nonce = fairness.nonce(self.secret, seal["entry"]).hex()
        return {"kind": "opened", "seat": seal["seat"], "moves": seal["moves"], "nonce": nonce}

    def _proved_seals(self) -> list[dict[str, Any]]:
        """Each seal with the number of its last move in the record."""
        numbers = {move.entry: number for number, move in enumerate(self.moves, 1)}
        return [
            {
                "move": numbers[seal["entry"]],
                "seal": seal["seal"],
                "nonce": fairness.nonce(self.secret, seal["entry"]).hex(),
                "moves": seal["moves"],
            }
            for seal in self.seals
            if seal["entry"] in numbers
        ]

    def _excuse(self, entry: Entry) -> None:
        """No clock runs for a seat where a bot stands in; nor is its consent waited for."""
        assert entry.seat is not None
        self.clock.pause(entry.seat, entry.time)
        if self.proposal is not None:
            if entry.seat == self.proposal["seat"] or entry.seat in self.proposal["asks"]:
                self.proposal = None

    def _run_clocks(self, now: int) -> None:
        """The clocks of persons who are asked run; all others stand."""
        assert self.state is not None
        for seat in self.state.actors:
            if self.seats[seat].bot is None:
                self.clock.run(seat, now)
                self.pace.asked(seat, now)

    def _heard(self, facts: list[Fact], *more: Event) -> dict[Viewer, list[Event]]:
        told: list[tuple[Fact, Event]] = [(f, {"kind": "fact", "fact": f.json()}) for f in facts]
        return {
            viewer: [*(event for fact, event in told if fact.heard_by(viewer)), *more]
            for viewer in self.feeds
        }

    def _tell(self, time: int, events: Mapping[Viewer, list[Event]]) -> None:
        state = None if self.state is None else self.state.copy()
        snapshot = Snapshot(self._table(), state, self.status == RUNNING, dict(self.undone))
        for viewer, feed in self.feeds.items():
            told = feed.push(time, events.get(viewer, []), snapshot)
            if told and self.moves and self.moves[-1].entry == self.number:
                self.moves[-1].seen_by.add(viewer)

    def _table(self) -> dict[str, Any]:
        """What all see beside the board."""
        setup = self.setup
        return {
            "game": setup.game,
            "options": dict(self.rules.options),
            "status": self.status,
            "rated": setup.rated,
            "private": setup.private,
            "seats": [seat.json() for seat in self.seats],
            "clock": self.clock.json(),
            "delay": setup.delay,
            "continued": None
            if setup.continued is None
            else {"match": setup.continued.match, "move": len(setup.continued.moves)},
            "commitment": None if setup.continued else self.commitment,
            "proposal": self._proposal(),
            "result": self._result() if self.status == OVER else None,
            "next_match": self.next_match,
        }

    def _proposal(self) -> dict[str, Any] | None:
        if self.proposal is None:
            return None
        return {name: self.proposal[name] for name in ("what", "seat", "asks")}

    def _result(self) -> dict[str, Any]:
        """Who has won; a seat that resigned never has. After the end the chance is open to all."""
        chance = {"secret": self.secret.hex(), "salts": [seat.salt for seat in self.seats]}
        if self.state is None or self.ended_by == "agreement":
            return {"by": self.ended_by, "winners": [], "scores": None, **chance}
        ranking = self.state.ranking
        stayed = [seat for seat, there in enumerate(self.seats) if not there.resigned]
        best = min((ranking[seat] for seat in stayed), default=0)
        winners = [seat for seat in stayed if ranking[seat] == best]
        return {"by": self.ended_by, "winners": winners, "scores": self.state.scores, **chance}
