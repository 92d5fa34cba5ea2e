"""One seat of a match as a Gymnasium environment: pip install 'fourwinds[gymnasium]'.

import gymnasium
import fourwinds.gymnasium  # makes the games known to Gymnasium

env = gymnasium.make("fourwinds/SantaTimea-v2", players=4, bots="mate")
envs = gymnasium.make_vec("fourwinds/SantaTimea-v2", num_envs=256, players=4)  # in compiled code
"""

import gymnasium

from fourwinds.adapters.gymnasium import SeatEnv
from fourwinds.adapters.gymnasium_vector import MatchVectorEnv
from fourwinds.core.registry import game, games

__all__ = ["MatchVectorEnv", "SeatEnv", "names"]


def names() -> dict[str, str]:
    """The id in Gymnasium's registry of each game's environment."""
    return {
        known: f"fourwinds/{known.title().replace('-', '')}-v{game(known).observer.version}"
        for known in games()
    }


for _game, _name in names().items():
    gymnasium.register(
        _name,
        "fourwinds.adapters.gymnasium:SeatEnv",
        kwargs={"game": _game},
        vector_entry_point="fourwinds.adapters.gymnasium_vector:MatchVectorEnv",
        order_enforce=True,
    )
