"""FOURWINDS_INTERPRETED=1 loads the rules' Python source even where they are compiled.

Python prefers a compiled module to the source beside it; a finder of our own, asked first, looks
for source files only. So tests can run the same installation both ways. Games in a folder of their
own (FOURWINDS_GAMES) are not compiled, and what is not cannot build on what is: with them
everything runs from source.
"""

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import ModuleType

MORE_GAMES = [name for name in os.environ.get("FOURWINDS_GAMES", "").split(os.pathsep) if name]
INTERPRETED = bool(MORE_GAMES) or os.environ.get("FOURWINDS_INTERPRETED", "0") not in ("", "0")


class SourceFinder:
    """Finds modules of this package by their source alone."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("fourwinds."):
            return None
        loaders = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path or ():
            spec = importlib.machinery.FileFinder(folder, loaders).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


if INTERPRETED:
    sys.meta_path.insert(0, SourceFinder)
