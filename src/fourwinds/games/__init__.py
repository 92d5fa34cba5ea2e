"""The games, each in a folder of its own; a game is loaded when first asked for.

FOURWINDS_GAMES names further folders of games (separated as in PATH), whose modules are found as
if they lay here.
"""

from pathlib import Path

from fourwinds._loading import MORE_GAMES
from fourwinds.core.registry import register_all

__path__.extend(MORE_GAMES)
for _folder in (str(Path(__file__).parent), *MORE_GAMES):
    register_all(__name__, Path(_folder))
