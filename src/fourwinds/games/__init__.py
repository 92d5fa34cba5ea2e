"""The games, each in a folder of its own; a game is loaded when first asked for.

FOURWINDS_GAMES names further folders of games (separated as in PATH), whose modules are found as
if they lay here.
"""

import os
from pathlib import Path

from fourwinds.core.registry import register_all

_MORE = [folder for folder in os.environ.get("FOURWINDS_GAMES", "").split(os.pathsep) if folder]
__path__.extend(_MORE)
for _folder in (str(Path(__file__).parent), *_MORE):
    register_all(__name__, Path(_folder))
