"""What a match is played by is written down when it is created, and holds for good.

Old rules are not kept as code. A match of other rules than the present ones is frozen: it keeps its
log, result and record, but it is neither played on nor shown, for it would be another match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fourwinds.core.components import Components
from fourwinds.core.errors import BadComponents
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.match.errors import MatchError
from fourwinds.match.setup import MatchSetup


@dataclass(frozen=True)
class Pinned:
    """The rules of a match: their version, all options, and the data of the components."""

    rules_version: int
    options: Mapping[str, Any]
    usual: bool
    """Whether the components were the game's own."""
    components_digest: str
    components: Mapping[str, Any] | None = None
    """None in a match of version 0.1.0, which did not write down its own components."""


@dataclass(frozen=True)
class Frozen:
    """Why a match stands still: the version of the rules it needs, and the present one.

    `differs` is the entry of the log that the present rules do not allow, or after which they come
    to another position, though their version is the same; then one of the two is damaged.
    """

    rules_version: int
    present: int
    differs: int | None = None

    @property
    def code(self) -> str:
        return "rules-changed" if self.differs is None else "log-differs"

    def error(self) -> MatchError:
        if self.differs is not None:
            return MatchError(
                self.code, f"expected a log that fits the rules, unlike entry {self.differs}"
            )
        return MatchError(
            self.code,
            f"expected a match of rules version {self.present}, got {self.rules_version}",
            version=self.rules_version,
            present=self.present,
        )

    def json(self) -> dict[str, Any]:
        return {"code": self.code, "rules_version": self.rules_version, "present": self.present}


def pin(rules: Rules) -> Pinned:
    return Pinned(
        rules_version=rules.game.rules_version,
        options=dict(rules.options),
        usual=rules.components.digest == rules.game.own_components.digest,
        components_digest=rules.components.digest,
        components=rules.components.data,
    )


def bind(setup: MatchSetup, pinned: Pinned) -> Rules | Frozen:
    """The rules of a match, or why there are none."""
    game = find_game(setup.game)
    if pinned.rules_version != game.rules_version or pinned.components is None:
        return Frozen(pinned.rules_version, game.rules_version)
    components: Components | None = None
    if pinned.components_digest != game.own_components.digest:
        components = Components(pinned.components, "the log")
        if components.digest != pinned.components_digest:
            raise BadComponents(f"components: expected digest {pinned.components_digest}")
    return game.rules(len(setup.seats), pinned.options, components)


def shared(pinned: Pinned, rules: Rules) -> Pinned:
    """Share the component data that the rules hold already, so that it is in memory once."""
    return replace(pinned, components=rules.components.data)
