"""The games as PettingZoo environments: pip install 'fourwinds[pettingzoo]'.

from fourwinds.pettingzoo import env, vor_dem_wind_v2

match = env("vor-dem-wind", players=3)
match = vor_dem_wind_v2.env(players=3)  # the same, and an error once there is a v3
"""

from fourwinds.adapters.pettingzoo import MatchEnv, Versioned, env, raw_env
from fourwinds.adapters.spaces import name_of
from fourwinds.core.registry import game, games

__all__ = ["MatchEnv", "env", "raw_env"]


def __getattr__(name: str) -> Versioned:
    for known in games():
        if name == name_of(game(known)):
            return Versioned(known)
    raise AttributeError(f"no environment {name}; there are: {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return [*__all__, *(name_of(game(known)) for known in games())]
