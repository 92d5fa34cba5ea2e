"""Match: one match, with all that can be done to it and asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fourwinds.core.digest import digest
from fourwinds.core.errors import FourWindsError
from fourwinds.match import fairness
from fourwinds.match.commands import Commands
from fourwinds.match.log import Created, Entry
from fourwinds.match.log_json import LogError
from fourwinds.match.pinning import Frozen, pin
from fourwinds.match.seals import SealMaker
from fourwinds.match.setup import LONGEST_NAME, MatchSetup, tidy


class Match(Commands):
    """Made by `create`, or by `load` from its log."""

    def __init__(self, match_id: str, seal: SealMaker = fairness.seal) -> None:
        super().__init__(match_id, seal)
        self.listed: object = None
        """What the store last wrote about the match beside its log; for the store alone."""

    @staticmethod
    def create(
        match_id: str,
        setup: MatchSetup,
        host: str,
        name: str,
        secret: bytes,
        invitations: Sequence[str],
        now: int,
        seal: SealMaker = fairness.seal,
    ) -> Match:
        """A new match; `invitations` has one for each seat. It pins the rules it is played by."""
        rules = setup.check()
        match = Match(match_id, seal)
        created = Created(
            user=host,
            setup=replace(setup, components=None),
            pinned=pin(rules),
            name=tidy(name, "name", LONGEST_NAME),
            secret=secret,
            invitations=tuple(invitations),
        )
        match.append(now, created)
        return match

    @staticmethod
    def load(
        match_id: str,
        entries: Iterable[Entry],
        snapshots: Mapping[int, Mapping[str, Any]] | None = None,
        seal: SealMaker = fairness.seal,
    ) -> Match:
        """The match of a log. `snapshots` are positions after entries, which must come out again.

        Where its rules are not the present ones, or make something else of it, it is frozen.
        Raises LogError where the log is damaged.
        """
        log = list(entries)
        if not log:
            raise LogError(match_id, 1, "expected 'created'")
        match = Match(match_id, seal)
        for entry in log:
            try:
                match.apply(entry)
                same = match.state is None or _fits(match, (snapshots or {}).get(entry.number))
            except LogError:
                raise
            except FourWindsError:
                same = False
            if not same:
                return _frozen(match_id, log, entry.number, seal)
        return match


def _fits(match: Match, position: Mapping[str, Any] | None) -> bool:
    """Whether the match stands as a snapshot says."""
    assert match.state is not None
    return position is None or digest(position) == match.state.digest()


def _frozen(match_id: str, log: list[Entry], differs: int, seal: SealMaker) -> Match:
    """The match of a log that the present rules do not come to from that entry on."""
    first = log[0].content
    if not isinstance(first, Created):
        raise LogError(match_id, log[0].number, "expected 'created'")
    version = first.pinned.rules_version
    match = Match(match_id, seal)
    match.frozen = Frozen(version, version, differs)
    for entry in log:
        match.apply(entry)
    return match
