"""Bots of one's own: as an object, a function, or a file, wherever a name goes on this machine.

    SeatEnv("santa-timea", bots=MyBot())                     # an object with `choose`
    SeatEnv("santa-timea", bots=lambda view, actions: actions[0])
    fourwinds arena santa-timea --bots my_bot.py:make,mate   # a function (argument, seed) -> bot
    fourwinds arena santa-timea --bots policy:my.npz,mate    # a checkpoint (bots/policy.py)

A server never takes these: what comes over the wire is a name, and no file is run for it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from fourwinds import bots
from fourwinds.bots import Bot, UnknownBot
from fourwinds.bots.policy import PolicyBot
from fourwinds.core.errors import BadOptions, shown

Function = Callable[[dict[str, Any], list[int]], int]
Opponent = str | Bot | Function
"""What may stand where a bot's name goes."""
CHECKPOINT = "policy:"
IN_A_FILE = re.compile(r"(.+\.py):([A-Za-z_]\w*)(?::(.*))?")


class BotInAFile(str):
    """`file.py:make`. Unpickled, it loads the file: what comes after it in the same pickle may
    be bots whose class stands there."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (_loaded, (str(self),))


def _loaded(name: str) -> BotInAFile:
    found = IN_A_FILE.fullmatch(name)
    assert found is not None
    _function(found[1], found[2])
    return BotInAFile(name)


class Chooses:
    """A function (view, actions) -> action as a bot."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        return self.function(view, actions)


def make(opponent: Opponent, seed: int, *, arena: bool = False) -> Bot:
    """The bot that is meant; an object is taken as it is, also for several seats and matches."""
    if isinstance(opponent, str):
        found = IN_A_FILE.fullmatch(opponent)
        if found is not None:
            made = _function(found[1], found[2])(found[3], seed)
            if not hasattr(made, "choose"):
                raise BadOptions(f"{opponent}: expected a bot with choose, got {shown(made)}")
            bot: Bot = made
            return bot
        if opponent.startswith(CHECKPOINT):
            return PolicyBot.of_file(Path(opponent.removeprefix(CHECKPOINT)), seed)
        return bots.make_for_arena(opponent, seed) if arena else bots.make(opponent, seed)
    if isinstance(opponent, type):
        raise BadOptions(f"bots: expected a bot, got the class {opponent.__name__}; call it")
    if hasattr(opponent, "choose"):
        return opponent
    if callable(opponent):
        return Chooses(opponent)
    raise BadOptions(f"bots: expected a name, a bot or a function, got {shown(opponent)}")


def checked(opponent: Opponent) -> Opponent:
    """Return the opponent; one that does not exist is refused here and not in the first match."""
    make(opponent, 0)
    if isinstance(opponent, str) and IN_A_FILE.fullmatch(opponent):
        return BotInAFile(opponent)
    return opponent


def name_of(opponent: Opponent) -> str:
    """How a bot is called where it is shown."""
    if isinstance(opponent, str):
        return opponent
    return getattr(opponent, "__name__", type(opponent).__name__)


@cache
def _function(file: str, name: str) -> Callable[[str | None, int], Any]:
    if not Path(file).is_file():
        raise UnknownBot(f"unknown bot: there is no file {file[:200]}")
    found = getattr(_module(Path(file).resolve()), name, None)
    if not callable(found):
        raise UnknownBot(f"unknown bot: expected a function {name} in {file[:200]}")
    made: Callable[[str | None, int], Any] = found
    return made


@cache
def _module(file: Path) -> ModuleType:
    """The file as a module with a name of its own, under which its classes can be pickled."""
    name = f"fourwinds_bot_{sha256(str(file).encode()).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    try:
        exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    return module
