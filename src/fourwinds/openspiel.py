"""The games in OpenSpiel: pip install 'fourwinds[openspiel]', then import this module.

import pyspiel
import fourwinds.openspiel

game = pyspiel.load_game("fourwinds_santa_timea", {"players": 4})
"""

from fourwinds.adapters.openspiel import SpielGame, SpielState, name_of, register

__all__ = ["SpielGame", "SpielState", "name_of", "register"]
