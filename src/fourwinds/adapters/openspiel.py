"""OpenSpiel: the games as Python games of pyspiel.

    import fourwinds.openspiel  # makes them known to pyspiel
    game = pyspiel.load_game("fourwinds_santa_timea", {"players": 4, "options": "rounds:1"})

Chance is explicit: the deal is drawn at the root, either one of `deals` equally likely ones, or
(0, the usual) one of 2**32 in four draws. Secret votes are asked one after the other. Returns are 0
in a match cut short by `max_decisions`, else from 1 for the first to -1 for the last.

An information state is the seat's view and the path of its own views and actions that led there, so
that nothing is ever forgotten. As a tensor it is the observation now and, where `memory` is above
0, the observations and actions of that number of own decisions before. With `normalised` all
observations in tensors are between -1 and 1.

`components` is a file, or "small" for a small set of cards that whole trees can be searched with.
`start` is the file of a position to begin with, whose players and options it takes over, or "small"
for one near the end of a small game; what no spectator sees there is dealt anew at the root.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
import pyspiel
from librt.vecs import vec
from mypy_extensions import i16

from fourwinds.adapters.batch import reward
from fourwinds.adapters.normalising import Normaliser
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.digest import digest
from fourwinds.core.errors import BadOptions, shown
from fourwinds.core.registry import game as find_game
from fourwinds.core.registry import games
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State

# What "small" stands for: files in the folder `small` of the game.
SMALL_COMPONENTS = "components.toml"
SMALL_POSITION = "position.json"
BYTE = 256
DRAWS = 4
MOST_DEALS = 65536
MOST_OFTEN = 2**31 - 1
USUAL_PARAMETERS: dict[str, Any] = {
    "players": 0,
    "options": "",
    "components": "",
    "start": "",
    "max_decisions": 0,
}
STUDY_PARAMETERS: dict[str, Any] = {"deals": 0, "memory": 0, "normalised": False}


def name_of(game: Game) -> str:
    """The name of a game in pyspiel, e.g. fourwinds_santa_timea."""
    return f"fourwinds_{game.id.replace('-', '_')}"


def game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=USUAL_PARAMETERS | STUDY_PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Bound rules as a game of pyspiel; each game has a class of its own."""

    game_id: str

    public: dict[str, Any] | None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = USUAL_PARAMETERS | STUDY_PARAMETERS | (params or {})
        game = find_game(self.game_id)
        components = None
        if given["components"]:
            components = file_of(game, given["components"], SMALL_COMPONENTS)
        public: dict[str, Any] | None = None
        if given["start"]:
            start = read_position(file_of(game, given["start"], SMALL_POSITION))
            begun = game.from_position(start, components)
            rules, public = begun.rules, begun.view(None)
        else:
            options = read_options(game, given["options"])
            rules = game.rules(given["players"] or None, options, components)
        self.normalised = bool(given["normalised"])
        self._take(rules, given["max_decisions"], given["deals"], given["memory"], params or {})
        self.public = public

    def _take(
        self, rules: Rules, max_decisions: int, deals: int, memory: int, params: dict[str, Any]
    ) -> None:
        if not 0 <= deals <= MOST_DEALS:
            raise BadOptions(f"deals: expected 0 to {MOST_DEALS}, got {shown(deals)}")
        if max_decisions < 0 or memory < 0:
            raise BadOptions("max_decisions, memory: expected a whole number from 0 up")
        self.rules = rules
        self.public = None
        self.deals = deals
        self.memory = memory
        self.most = max_decisions or rules.game.most_decisions
        super().__init__(
            game_type(rules.game),
            pyspiel.GameInfo(
                num_distinct_actions=rules.action_count,
                max_chance_outcomes=deals or BYTE,
                num_players=rules.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=min(self.most, MOST_OFTEN),
            ),
            params,
        )

    @classmethod
    def of(cls, rules: Rules) -> SpielGame:
        """The game of rules that are bound already; it cannot be written down as parameters."""
        game: SpielGame = cls.__new__(cls)
        game.normalised = False
        game._take(rules, 0, 0, 0, {})
        return game

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        memory = self.memory if recall else 0
        return SpielObserver(self.rules, memory, bool(recall), normalised=self.normalised)

    def around(self, match: State) -> SpielState:
        """A state of this game with that match on the table; its history is not known."""
        state = SpielState(self)
        state.dealt = match
        return state


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match. `paths` holds for each seat a hash of its own views and actions so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.public = game.public
        self.dealt: State | None = None
        self.deals = game.deals
        self.most = game.most
        self.memory = game.memory
        self.seed = 0
        self.drawn = 0
        self.decisions = 0
        self.paths = ("",) * game.rules.players
        self.remembered: tuple[tuple[tuple[bytes, int], ...], ...] = ((),) * game.rules.players

    @property
    def match(self) -> State:
        """The match, once it is dealt."""
        assert self.dealt is not None
        return self.dealt

    def current_player(self) -> Any:
        if self.dealt is None:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return self.match.actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.actions(player) if player == self.match.actors[0] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.deals or BYTE
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.dealt is None:
            self._draw(action)
            return
        seat = self.match.actors[0]
        path = digest({"path": self.paths[seat], "view": self.match.view(seat), "action": action})
        self.paths = (*self.paths[:seat], path, *self.paths[seat + 1 :])
        if self.memory:
            mine = (*self.remembered[seat], (row_of(self.match, seat).tobytes(), action))
            self.remembered = (
                *self.remembered[:seat],
                mine[-self.memory :],
                *self.remembered[seat + 1 :],
            )
        self.match.play(seat, action)
        self.decisions += 1

    def _draw(self, outcome: int) -> None:
        self.seed = self.seed * BYTE + outcome
        self.drawn += 1
        if self.deals or self.drawn == DRAWS:
            self.dealt = (
                self.rules.start(self.seed)
                if self.public is None
                else self.rules.imagine(self.public, self.seed)
            )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.rules.text(self.match, player, action)

    def is_terminal(self) -> bool:
        return self.dealt is not None and (self.dealt.over or self.decisions >= self.most)

    def returns(self) -> list[float]:
        players = range(self.rules.players)
        if self.dealt is None or not self.dealt.over:
            return [0.0 for _ in players]
        return [reward(self.match, seat) for seat in players]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """The same decision in a world the player cannot tell from this one, all equally likely."""
        seed = "".join(f"{int(sampler() * 2**32):x}." for _ in range(4)).encode()
        world = self.rules.belief(self.match.view(player)).sample(stream_of_seed(seed, "imagine"))
        other: SpielState = self.clone()
        other.dealt = world
        return other

    def __str__(self) -> str:
        return json.dumps(self.match.position(), sort_keys=True) if self.dealt else "dealing"


class SpielObserver:
    """What a player sees: a row of numbers, `memory` rows of before, or words."""

    def __init__(
        self, rules: Rules, memory: int, recall: bool, *, normalised: bool = False
    ) -> None:
        self.rules = rules
        self.normaliser = Normaliser(rules) if normalised else None
        self.memory = memory
        self.recall = recall
        self.size = rules.observation_size
        past = memory * (self.size + rules.action_count)
        self.tensor = np.zeros(self.size + past, np.float32)
        self.dict = {"observation": self.tensor[: self.size]}
        if memory:
            self.dict["past"] = self.tensor[self.size :].reshape(memory, -1)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.dealt is None:
            return
        self.dict["observation"][:] = self._brought(row_of(state.match, player))
        if self.memory:
            for past, (row, action) in zip(
                self.dict["past"], state.remembered[player], strict=False
            ):
                past[: self.size] = self._brought(np.frombuffer(row, np.int16))
                past[self.size + action] = 1

    def _brought(self, row: npt.NDArray[np.int16]) -> npt.NDArray[Any]:
        return row if self.normaliser is None else self.normaliser(row)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.dealt is None:
            return "dealing"
        view = json.dumps(state.match.view(player), sort_keys=True, separators=(",", ":"))
        return f"{view} after {state.paths[player]}" if self.recall else view


def row_of(match: State, seat: int) -> npt.NDArray[np.int16]:
    rules = match.rules
    row = vec[i16]([0] * rules.observation_size)
    rules.game.observer.observe(match, seat, row, 0)
    array: npt.NDArray[np.int16] = np.frombuffer(row, np.int16)  # type: ignore[call-overload]
    return array


def file_of(game: Game, name: str, small: str) -> Path:
    """The file of that name; "small" stands for the game's own."""
    path = game.folder / "small" / small if name == "small" else Path(name)
    if not path.is_file():
        raise BadOptions(f"components, start: there is no file {path.name}")
    return path


def read_position(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise BadOptions(f"start: expected a position in JSON in {path.name}") from None


def read_options(game: Game, text: str) -> dict[str, Any]:
    """Options written as "rounds:1 expert:on"."""
    out: dict[str, Any] = {}
    for part in text.split():
        name, _, value = part.partition(":")
        if name not in game.options:
            raise BadOptions(f"options: expected name:value with one of {', '.join(game.options)}")
        out[name] = game.options[name].read(value)
    return out


def register() -> None:
    """Make all games known to pyspiel; a second call does nothing."""
    known = set(pyspiel.registered_names())
    for game_id in games():
        kind = game_type(find_game(game_id))
        if kind.short_name not in known:
            # pyspiel keeps it beyond the end of Python, which a class survives.
            pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"game_id": game_id}))

    if pyspiel.MCTSBot.__module__ != __name__:
        pyspiel.MCTSBot = guarded(pyspiel.MCTSBot, ("step", "step_with_policy", "mcts_search"))
        pyspiel.ISMCTSBot = guarded(pyspiel.ISMCTSBot, ("step", "step_with_policy"))


def guarded(bot: Any, methods: tuple[str, ...]) -> Any:
    """A bot of pyspiel written in C++ that refuses our games: on games written in Python it ends
    the whole process, and a crash says nothing."""

    def refuse() -> NoReturn:
        raise BadOptions(
            f"pyspiel.{bot.__name__} crashes on games written in Python: use "
            f"open_spiel.python.algorithms.{bot.__name__.removesuffix('Bot').lower()}"
        )

    def refusing(name: str) -> Callable[..., Any]:
        whole = getattr(bot, name)

        def method(self: Any, state: Any, *more: Any) -> Any:
            if isinstance(state, SpielState):
                refuse()
            return whole(self, state, *more)

        return method

    def begin(self: Any, *given: Any, **more: Any) -> None:
        for each in (*given, *more.values()):
            if isinstance(each, SpielGame):
                refuse()
        bot.__init__(self, *given, **more)

    made = {name: refusing(name) for name in methods if hasattr(bot, name)}
    made["__init__"] = begin
    return type(bot.__name__, (bot,), {**made, "__module__": __name__, "__doc__": bot.__doc__})


register()
