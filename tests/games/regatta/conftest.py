"""Lets the tests of this folder share regatta_sailor and regatta_waters."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
