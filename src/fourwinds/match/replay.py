"""Replay: a finished match move by move, when nothing of it is secret any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.state import State
from fourwinds.match.errors import MatchError
from fourwinds.match.feeds import Viewer
from fourwinds.match.match import Match
from fourwinds.match.setup import Continued
from fourwinds.match.status import OVER


class Replay:
    def __init__(self, match: Match, now: int | None = None) -> None:
        if match.status != OVER:
            raise MatchError("not-ended", "expected a match that is over")
        match.check_shown(now)
        if match.frozen is not None:
            raise match.frozen.error()
        if match.state is None:
            raise MatchError("not-started", "expected a match that was played")
        self.match = match
        self.moves = match.moves

    def after(self, move: int) -> State:
        """The state after this number of moves."""
        return self.match.line(move)

    def at(self, move: int, viewer: Viewer) -> dict[str, Any]:
        """What a viewer saw after these moves, with the last move and the facts he heard of it."""
        self._number(viewer)
        move = min(move, len(self.moves))
        facts: list[Fact] = []
        if move == 0:
            state = self.match.begin(facts)
            last = None
        else:
            state = self.after(move - 1)
            last = self._described(state, move - 1)
            state.play(self.moves[move - 1].seat, self.moves[move - 1].text, facts)
        return {
            "move": move,
            "moves": len(self.moves),
            "view": state.view(viewer),
            "facts": [fact.json() for fact in facts if fact.heard_by(viewer)],
            "last": last,
        }

    def open(self, move: int) -> dict[str, Any]:
        """The same place with all cards open: everything on the table, and what each seat saw."""
        state = self.after(move)
        views = [state.view(seat) for seat in range(len(self.match.seats))]
        return {"position": state.position(), "views": views}

    def played(self) -> list[dict[str, Any]]:
        """All moves, each as rules.describe() has it, and the kinds of facts that all heard."""
        out = []
        state = self.after(0)
        for number, move in enumerate(self.moves):
            described = self._described(state, number)
            facts: list[Fact] = []
            state.play(move.seat, move.text, facts)
            kinds = [fact.kind.name for fact in facts if fact.heard_by(None)]
            out.append({**described, "facts": kinds})
        return out

    def decisions(self) -> int:
        """How many decisions there were where there was a choice."""
        count, state = 0, self.after(0)
        for move in self.moves:
            count += len(state.actions(move.seat)) > 1
            state.play(move.seat, move.text)
        return count

    def jobs(self, first: int = 0) -> Iterator[dict[str, Any]]:
        """Every decision where there was a choice, with all that is needed to judge it.

        They come one by one, the first ones left out: all together would be a large part of the
        memory that a long match takes.
        """
        recipe = list(self.match.rules.recipe())
        count, state = 0, self.after(0)
        for number, move in enumerate(self.moves, 1):
            if len(state.actions(move.seat)) > 1:
                count += 1
                if count > first:
                    yield {
                        "move": number,
                        "seat": move.seat,
                        "rules": recipe,
                        "view": state.view(move.seat),
                        "action": self.match.rules.parse(state, move.seat, move.text),
                    }
            state.play(move.seat, move.text)

    def runs(self, longest: int) -> list[dict[str, Any]]:
        """All moves in runs of this length, each with the position it begins in, to weigh its luck.

        Everything lies open in it: who asks must have been allowed to see the replay.
        """
        out: list[dict[str, Any]] = []
        recipe = list(self.match.rules.recipe())
        state = self.after(0)
        for number, move in enumerate(self.moves):
            if number % longest == 0:
                position = state.position()
                run = {
                    "first": number + 1,
                    "rules": recipe,
                    "position": position,
                    "moves": [],
                    "dealt": self.match.setup.position is None,
                }
                out.append(run)
            action = self.match.rules.parse(state, move.seat, move.text)
            out[-1]["moves"].append([move.seat, action])
            state.play(move.seat, move.text)
        return out

    def continued(self, move: int) -> Continued:
        """What another match needs to go on from here."""
        if self.after(move).over:
            raise MatchError("match-ended", "expected a move before the end")
        line = tuple((each.seat, each.text) for each in self.moves[:move])
        return Continued(self.match.id, self.match.deal().hex(), line)

    def _described(self, state: State, number: int) -> dict[str, Any]:
        move, rules = self.moves[number], self.match.rules
        action = rules.parse(state, move.seat, move.text)
        return {"described": rules.describe(state, move.seat, action), "seat": move.seat}

    def _number(self, viewer: Viewer) -> None:
        if viewer is not None and viewer >= len(self.match.seats):
            raise MatchError("not-your-seat", "expected a seat of this table")
