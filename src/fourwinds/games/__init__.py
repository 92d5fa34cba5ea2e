"""The games, each in a folder of its own; a game is loaded when first asked for."""

from pathlib import Path

from fourwinds.core.registry import register_all

register_all(__name__, Path(__file__).parent)
