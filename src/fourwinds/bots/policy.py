"""policy: plays what a small network prefers, read from a file of plain NumPy arrays.

A checkpoint is an `.npz` file that `numpy.load` reads without pickles:

    card                     JSON text: for which game, players and rules, and how it was made
    scale, offset            what brings an observation to about -1..1: row * scale + offset
    weights_0, bias_0, ...   layers, with max(0, x) between them; the last has one number an action

The bot plays the legal action with the highest number; with a `temperature` in the card it draws
one, an action whose number is higher by that much being e times as likely. A game's own checkpoint
lies beside its rules (games/<game>/policy.npz) and is for its usual number of players.
"""

from __future__ import annotations

import json
import math
import random
import zipfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from fourwinds.bots.mate import Mate
from fourwinds.bots.worth import rules_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions, FourWindsError
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.floating[Any]]

FORMAT = 1
LARGEST = 100_000_000
MOST_LAYERS = 16
FILE = "policy.npz"
INSTALL = "policy: NumPy is not installed (pip install 'fourwinds[learn]')"


class BadPolicy(FourWindsError):
    """A checkpoint that must not be used here; the message says why."""

    code = "bad-policy"


def made_for(rules: Rules) -> dict[str, Any]:
    """What of the rules a checkpoint depends on; it stands in its card."""
    return {
        "game": rules.game.id,
        "players": rules.players,
        "rules_version": rules.game.rules_version,
        "observation_version": rules.game.observer.version,
        "observation_size": rules.observation_size,
        "action_count": rules.action_count,
    }


class Policy:
    """A network that says of each action how much it likes it."""

    def __init__(
        self,
        card: dict[str, Any],
        scale: Floats,
        offset: Floats,
        layers: list[tuple[Floats, Floats]],
    ) -> None:
        self.card = card
        self.scale = scale
        self.offset = offset
        self.layers = layers

    def preferences(self, rows: npt.NDArray[Any]) -> Floats:
        """For each row of observations, a number for each action, legal or not."""
        import numpy as np

        signal = rows * self.scale + self.offset
        for number, (weights, bias) in enumerate(self.layers):
            if number:
                signal = np.maximum(signal, 0)
            signal = signal @ weights + bias
        return signal

    def unfit(self, rules: Rules) -> str | None:
        """Why it cannot play by these rules; None if it can."""
        for name, wanted in made_for(rules).items():
            found = self.card.get(name)
            if found != wanted:
                return f"made for {name} {found!r}, here it is {wanted!r}"
        return None

    def save(self, path: Path) -> None:
        """Write the checkpoint; layers keep the type they have (float16 halves a file)."""
        import numpy as np

        arrays: dict[str, Any] = {"scale": self.scale, "offset": self.offset}
        for number, (weights, bias) in enumerate(self.layers):
            arrays |= {f"weights_{number}": weights, f"bias_{number}": bias}
        with path.open("wb") as file:
            np.savez_compressed(file, card=np.array(json.dumps(self.card)), **arrays)


def read(path: Path) -> Policy:
    """The checkpoint of a file, checked."""
    import numpy as np

    if not path.is_file():
        raise BadPolicy(f"{path}: there is no such file")
    if path.stat().st_size > LARGEST:
        raise BadPolicy(f"{path}: expected at most {LARGEST:,} bytes")
    try:
        with zipfile.ZipFile(path) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > LARGEST:
            raise BadPolicy(f"{path}: expected at most {LARGEST:,} bytes, unpacked {size:,}")
        with np.load(path, allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
        card = json.loads(str(found["card"]))
        policy = _checked(card, found)
    except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile) as error:
        raise BadPolicy(f"{path}: expected a checkpoint of a policy: {error}") from None
    return policy


def _checked(card: dict[str, Any], arrays: dict[str, Any]) -> Policy:
    import numpy as np

    temperature = card.get("temperature", 0)
    if not isinstance(temperature, (int, float)) or not 0 <= temperature < math.inf:
        raise ValueError(f"temperature: expected a number from 0 up, got {temperature!r}")
    if card["format"] != FORMAT:
        raise ValueError(f"expected format {FORMAT}, got {card['format']!r}")
    width = card["observation_size"]
    scale, offset = (_floats(arrays, name, (width,)) for name in ("scale", "offset"))
    layers: list[tuple[Floats, Floats]] = []
    while f"weights_{len(layers)}" in arrays and len(layers) < MOST_LAYERS:
        number = len(layers)
        columns = np.shape(arrays[f"weights_{number}"])[-1]
        weights = _floats(arrays, f"weights_{number}", (width, columns))
        layers.append((weights, _floats(arrays, f"bias_{number}", (columns,))))
        width = columns
    if not layers or width != card["action_count"]:
        raise ValueError(f"expected layers that end in {card['action_count']} numbers, got {width}")
    return Policy(card, scale, offset, layers)


def _floats(arrays: dict[str, Any], name: str, shape: tuple[int, ...]) -> Floats:
    import numpy as np

    array = arrays[name]
    if array.shape != shape or array.dtype.kind != "f" or not np.isfinite(array).all():
        raise ValueError(f"{name}: expected finite numbers of shape {shape}, got {array.shape}")
    brought: Floats = array.astype(np.float32)
    return brought


def own_file(game: Game) -> Path | None:
    """The checkpoint that comes with a game, if one does."""
    path = game.folder / FILE
    return path if path.is_file() else None


@cache
def _kept(path: Path) -> Policy:
    return read(path)


class PolicyBot:
    """The game's own policy, or that of a file.

    Where the game has none that fits these rules, the mate plays: a bot must play every table that
    it may be invited to. A file that does not fit is refused.
    """

    def __init__(self, chance: Stream, path: Path | None = None) -> None:
        self.path = path
        self.rules: Rules | None = None
        self.policy: Policy | None = None
        self.chance = chance
        self.choices = random.Random(chance.below(2**16))
        self.mate = Mate(chance)

    @staticmethod
    def make(argument: str | None, seed: int) -> PolicyBot:
        """`policy`; files are read by `of_file` alone, since strangers must not name files of a
        server."""
        try:
            import numpy  # noqa: F401
        except ImportError:
            raise BadOptions(INSTALL, option="bots") from None
        if argument is not None:
            raise BadOptions("policy: expected no argument", option="bots")
        return PolicyBot(stream_of_seed(seed, "policy"))

    @staticmethod
    def of_file(path: Path, seed: int) -> PolicyBot:
        bot = PolicyBot.make(None, seed)
        bot.path = path
        _kept(path)
        return bot

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self.mate.begin(rules, seat)
        path = self.path or own_file(rules.game)
        self.policy = None if path is None else _kept(path)
        unfit = self.policy and self.policy.unfit(rules)
        if unfit and self.path is not None:
            raise BadPolicy(f"{self.path}: {unfit}")
        if unfit:
            self.policy = None

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        if self.rules is None:
            self.begin(rules_of(view), view["seat"])
        assert self.rules is not None
        if self.policy is None:
            return self.mate.choose(view, actions, deadline)
        # Any world that the view allows has the same row for its seat.
        world = self.rules.belief(view).sample(self.chance)
        liked = self.policy.preferences(row_of(world, view["seat"])[None])[0]
        best = max(actions, key=liked.__getitem__)
        temperature = self.policy.card.get("temperature", 0)
        if not temperature:
            return best
        weights = [math.exp((liked[each] - liked[best]) / temperature) for each in actions]
        return self.choices.choices(actions, weights)[0]


def row_of(state: State, seat: int) -> npt.NDArray[np.int16]:
    """What a seat sees, as a row of numbers."""
    import numpy as np
    from librt.vecs import vec
    from mypy_extensions import i16

    rules = state.rules
    row = vec[i16]([0] * rules.observation_size)
    rules.game.observer.observe(state, seat, row, 0)
    array: npt.NDArray[np.int16] = np.frombuffer(row, np.int16)  # type: ignore[call-overload]
    return array
