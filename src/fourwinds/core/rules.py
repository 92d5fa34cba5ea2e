"""Game: one kind of game. Rules: a game bound to a number of players, options and components."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, cast

from typing_extensions import TypeVar

from fourwinds.core import components as component_files
from fourwinds.core import plain
from fourwinds.core.about import About, about
from fourwinds.core.actions import ActionTable, code_book
from fourwinds.core.balance import Balance
from fourwinds.core.chance import Key, key_of_seed, stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.digest import digest
from fourwinds.core.errors import (
    BadComponents,
    BadOptions,
    BadPosition,
    BadView,
    FourWindsError,
    IllegalAction,
    UnknownAction,
    shown,
)
from fourwinds.core.learned import Features
from fourwinds.core.observation import Field, Observer
from fourwinds.core.options import Option, fill_in
from fourwinds.core.reasons import Reasons
from fourwinds.core.registry import game as find_game
from fourwinds.core.shapes import PLAIN, Shapes
from fourwinds.core.state import Belief, State, Step, whole
from fourwinds.core.value import Value

TableT = TypeVar("TableT", bound=State, default=State, covariant=True)

LONGEST_MOVE = 200
MOST_FOLLOWING = 12
# How many settings of a game are kept bound to its own components.
MOST_BOUND = 100


@dataclass(frozen=True, eq=False)
class Game:
    """The table of contents of a game; each game's package defines one as GAME."""

    id: str
    title: str
    seats: range
    rules_version: int
    options: Mapping[str, Option]
    folder: Path
    most_decisions: int
    """Random play ends within this number of decisions, or is deadlocked; a law, tested."""
    box: Callable[[Components, int, Mapping[str, Any]], Any]
    """Check component data for a number of players and options; return it in native form."""
    table: Callable[[Rules, Any], State]
    """The table of a match; it is cleared before it is used."""
    steps: tuple[Step[Any], ...]
    """Every step of a match; the first begins it."""
    view: Callable[[Any, int | None], Mapping[str, Any]]
    belief: Callable[[Rules[Any], Mapping[str, Any]], Belief[Any]]
    actions: ActionTable
    """Every action with its number, its notation, its arguments and its rule."""
    undrawn: Callable[[Any], Belief[Any]] | None = None
    """The real table with all that nobody has seen drawn anew; None: only later shuffles are."""
    luck: tuple[str, ...] = ()
    """Hidden things that chance alone orders: what a fact that reveals one brings is luck."""
    position: Callable[[Any], Mapping[str, Any]] = plain.position
    set_up: Callable[[Any, Mapping[str, Any]], None] = plain.set_up
    """Lay out a position on an empty table, or raise BadPosition."""
    preview: Callable[[Rules[Any], Mapping[str, Any], int], Mapping[str, Any]] = plain.preview
    draw: Callable[[Mapping[str, Any], Any, Sequence[str]], str] = plain.draw
    """The table as seen in a view, as Rich markup: view, words, names of the players."""
    observer: Observer[Any] = plain.OBSERVER
    """What a seat sees as a row of numbers, for learners."""
    spelling: Callable[[Any, int, str], int | None] | None = None
    """Another way to write a simple move than the table's (lower case, single spaces); or None."""
    details: Callable[[Any, int, int], Mapping[str, Any]] | None = None
    """What descriptions of an action say beyond (or instead of) kind and arguments."""
    split: Callable[[Any, int, str], list[str]] | None = None
    """A compound move as simple ones; None: the game has none."""
    value: Callable[[Rules], Value[Any]] | None = None
    """What positions are worth, for bots; None: they judge by points alone."""
    reasons: Callable[[Rules], Reasons[Any]] | None = None
    """What of the future choices change, for hints; None: points alone."""
    features: Callable[[Rules], Features[Any]] | None = None
    """What a model is told of a position; None: none can be trained."""
    shapes: Shapes = PLAIN
    """The types of its JSON."""
    is_deadlocked: Callable[[Any], bool] | None = None
    """Whether nothing that anybody might do can end the match any more; None: it always can."""
    warnings: Callable[[Rules], list[str]] | None = None
    """What is unusual about components that can be played with; None: nothing ever is."""
    balance: Balance | None = None
    """What matches between competent players should look like; None: nothing is measured."""

    def rules(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
    ) -> Rules:
        """The rules for a number of players (the game's usual number by default).

        With the game's own components the same settings give the same object.
        """
        if players is None:
            players = self.usual_players
        key: object = None
        if options is None and components is None and type(players) is int:
            key = players  # by far the most calls: kept short
        elif components is None:
            key = _settings(players, options)
        if key is None:
            return Rules(self, players, options, components)
        bound = self._bound.get(key)
        if bound is None:
            if len(self._bound) >= MOST_BOUND:
                self._bound.clear()
            bound = self._bound[key] = Rules(self, players, options, components)
        return bound

    def start(
        self,
        players: int | None = None,
        seed: object = None,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
    ) -> State:
        """A new match; without a seed, by chance."""
        return self.rules(players, options, components).start(seed)

    def from_position(
        self,
        data: Mapping[str, Any],
        components: Components | Mapping[str, Any] | str | Path | None = None,
    ) -> State:
        """A state from a position, whose players and options it takes over."""
        if not isinstance(data, Mapping):
            raise BadPosition(f"expected a position as a mapping, got {type(data).__name__}")
        rules = self.rules(data.get("players"), data.get("options"), components)
        return rules.position(data)

    _bound: dict[object, Rules] = field(init=False, repr=False, default_factory=dict)

    @property
    def begin(self) -> Step[Any]:
        return self.steps[0]

    @property
    def usual_players(self) -> int:
        return 4 if 4 in self.seats else self.seats[-1]

    @cached_property
    def own_components(self) -> Components:
        return component_files.load(self.folder / "components.toml", self.id)

    @property
    def about(self) -> About:
        return about(self.folder)

    def __repr__(self) -> str:
        return f"fw.game({self.id!r})"


def _settings(players: object, options: object) -> object:
    """What two equal calls of `Game.rules` have in common; None where it cannot be told."""
    if type(players) is not int or not isinstance(options, Mapping):
        return None
    key = (players, *options.items(), *(type(value) for value in options.values()))
    try:
        hash(key)
    except TypeError:  # a value that no option can have
        return None
    return key


class Rules(Generic[TableT]):
    """Bound rules; in a game's own modules Rules[Table] says which tables they make."""

    def __init__(
        self,
        game: Game,
        players: object,
        options: Mapping[str, Any] | None,
        components: Components | Mapping[str, Any] | str | Path | None,
    ) -> None:
        if type(players) is not int or players not in game.seats:
            raise BadOptions(
                f"players: expected {game.seats[0]} to {game.seats[-1]}, got {shown(players)}",
                option="players",
            )
        self.game = game
        self.players: int = players
        self.options: Mapping[str, Any] = MappingProxyType(fill_in(game.options, options, players))
        own = game.own_components
        self.components = (
            own if components is None else component_files.load(components, game.id, own)
        )
        try:
            self.box = game.box(self.components, players, self.options)
        except BadComponents as error:
            raise self.components.located(error) from None
        self.empty = game.table(self, self.box)
        self.empty.clear()
        self.action_count: int = game.actions.count
        self.empty.action_count = self.action_count

    @cached_property
    def digest(self) -> str:
        """A short hash of all that decides how the game is played."""
        return digest(
            {
                "game": self.game.id,
                "rules_version": self.game.rules_version,
                "players": self.players,
                "options": dict(self.options),
                "components": self.components.digest,
            }
        )

    @cached_property
    def action_names(self) -> list[str]:
        """Every action in notation, in the order of their numbers."""
        return self.game.actions.names(self.box)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return code_book(self.action_names)

    @cached_property
    def warnings(self) -> list[str]:
        """What is unusual about the components: it may be true, or a slip of the pen."""
        return [] if self.game.warnings is None else self.game.warnings(self)

    @cached_property
    def fields(self) -> list[Field]:
        """What an observation of these rules holds, in order."""
        return self.game.observer.fields(self.empty)

    @cached_property
    def observation_fields(self) -> dict[str, slice]:
        """Where in the row of an observation each field stands: `row[fields["hand"]]`."""
        out, at = {}, 0
        for each in self.fields:
            out[each.name] = slice(at, at + each.size)
            at += each.size
        return out

    @cached_property
    def observation_size(self) -> int:
        return sum(field.size for field in self.fields)

    def start(self, seed: object = None, tell: list[Any] | None = None) -> TableT:
        """A new match; the same seed gives the same deals. Facts are appended to `tell`."""
        return self.start_with(
            key_of_seed(random.SystemRandom().randbytes(32) if seed is None else seed), tell
        )

    def start_with(
        self, key: Key, tell: list[Any] | None = None, cited: dict[str, int] | None = None
    ) -> TableT:
        """A new match from its secret key."""
        state = cast(TableT, self.empty.copy())
        state.key = key
        state.record_to(tell, cited)
        state.go(self.game.begin)
        state.record_to(None, None)
        return state

    def position(self, data: Mapping[str, Any]) -> TableT:
        """The state of a position; the inverse of state.position()."""
        if not isinstance(data, Mapping):
            raise BadPosition(f"expected a position as a mapping, got {type(data).__name__}")
        for name, mine in (("game", self.game.id), ("players", self.players)):
            if data.get(name) != mine:
                raise BadPosition(f"{name}: expected {mine!r}, got {shown(data.get(name))}")
        if fill_in(self.game.options, data.get("options"), self.players) != self.options:
            raise BadPosition(f"options: expected {dict(self.options)}, got {data.get('options')}")
        state = cast(TableT, self.empty.copy())
        try:
            self.game.set_up(state, data)
        except FourWindsError:
            raise
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            IndexError,
            OverflowError,
        ) as error:
            raise BadPosition(f"expected a position of {self.game.id}: {_said(error)}") from None
        return state

    def belief(self, view: Mapping[str, Any]) -> Belief[Any]:
        """All worlds the view's seat thinks possible, ready to sample from."""
        if not isinstance(view, Mapping) or view.get("game") != self.game.id:
            raise BadView(f"expected a view of {self.game.id}")
        try:
            return self.game.belief(self, view)
        except BadPosition as error:
            raise BadView(str(error)) from None
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            IndexError,
            OverflowError,
        ) as error:
            raise BadView(f"expected a view of {self.game.id}: {_said(error)}") from None

    def imagine(self, view: Mapping[str, Any], seed: object) -> TableT:
        """A state that the view's seat cannot tell from the real one, built from the view alone."""
        world: TableT = self.belief(view).sample(stream_of_seed(seed, "imagine"))
        return world

    def text(self, state: State, seat: int, action: int) -> str:
        """An action in notation."""
        return self.action_names[self._code(action)]

    def parse(self, state: State, seat: int, text: str) -> int:
        """The action written in notation; the inverse of `text`. It need not be legal."""
        if isinstance(text, str) and len(text) <= LONGEST_MOVE:
            tidy = " ".join(text.lower().split())
            action = self._codes.get(tidy)
            if action is None and self.game.spelling is not None:
                action = self.game.spelling(state, seat, tidy)
            if action is not None:
                return action
        raise self._unreadable(text)

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        """A whole move, simple or compound, as the actions that make it up, tried on a copy.

        Where something is missing, the refusal says what may follow.
        """
        trial = state.copy()
        parts = self._parts(trial, seat, text)
        actions = []
        for part in parts:
            action = self.parse(trial, seat, part)
            trial.play(seat, action)
            actions.append(action)
        if seat in trial.actors and trial.copy().retract(seat):
            follow = [self.text(trial, seat, action) for action in trial.actions(seat)]
            details = {"text": text[:40], "follow": follow[:MOST_FOLLOWING], "game": self.game.id}
            raise IllegalAction("unfinished", trial.step.rule, details)
        return actions

    def read(self, state: State, seat: int, text: str) -> list[int]:
        """What `play` makes of a text: the legal action written so, or else a whole move."""
        try:
            action = self.parse(state, seat, text)
        except UnknownAction:
            pass
        else:
            if state.refusal(seat, action) is None:
                return [action]
        return self.parse_move(state, seat, text)

    def _parts(self, state: State, seat: int, text: object) -> list[str]:
        """A move as simple ones."""
        if not isinstance(text, str) or len(text) > LONGEST_MOVE:
            raise self._unreadable(text)
        tidy = " ".join(text.lower().split())
        return [tidy] if self.game.split is None else self.game.split(state, seat, tidy)

    def describe(self, state: State, seat: int, action: int) -> dict[str, Any]:
        """What a board needs to offer the action, ready for JSON."""
        code = self._code(action)
        out = self.game.actions.described(self.box, self.players, code)
        if self.game.details is not None:
            out |= self.game.details(state, seat, code)
        out["text"] = self.text(state, seat, code)
        return out

    def preview(self, view: Mapping[str, Any], action: int) -> dict[str, Any]:
        """What would follow from an action, as far as the view's seat can know."""
        code = self._code(action)
        try:
            return dict(self.game.preview(self, view, code))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            expected = f"expected a view of {self.game.id} and an action"
            raise BadView(f"{expected}: {_said(error)}") from None

    def recipe(self) -> tuple[str, int, dict[str, Any], dict[str, Any] | None]:
        """What makes these rules again elsewhere: game, players, options, components."""
        own = self.components is self.game.own_components
        data = None if own else self.components.data
        return (self.game.id, self.players, dict(self.options), data)

    def __deepcopy__(self, memo: object) -> Rules:
        return self  # bound rules never change

    def __reduce__(self) -> tuple[Any, ...]:
        return (bind, self.recipe())

    def __repr__(self) -> str:
        bound = f"players={self.players}, options={dict(self.options)}"
        return f"fw.game({self.game.id!r}).rules({bound})"

    def unknown(self, action: object) -> UnknownAction:
        """The refusal of a number that is no action."""
        details = {"action": shown(action), "last": self.action_count - 1, "game": self.game.id}
        return UnknownAction("unknown-action", None, details)

    def _code(self, action: object) -> int:
        """The action's number, whatever sort of whole number it is."""
        code = whole(action)
        if code is None or not 0 <= code < self.action_count:
            raise self.unknown(action)
        return code

    def _unreadable(self, text: object) -> UnknownAction:
        short = text[:40] if isinstance(text, str) else type(text).__name__
        return UnknownAction("unreadable", None, {"text": short, "game": self.game.id})


def _said(error: Exception) -> str:
    """What was wrong with data from a stranger, in words."""
    if isinstance(error, KeyError) and error.args:
        return f"the field {shown(error.args[0])} is missing"
    return f"{type(error).__name__}, {error}"


def bind(
    game_id: str, players: int, options: Mapping[str, Any], components: Mapping[str, Any] | None
) -> Rules:
    return find_game(game_id).rules(players, options, components)


def restore(
    game_id: str,
    players: int,
    options: Mapping[str, Any],
    components: Mapping[str, Any] | None,
    position: Mapping[str, Any],
) -> State:
    """A state from pickled data."""
    return bind(game_id, players, options, components).position(position)
