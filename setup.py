"""Builds the rules with mypyc where there is a C compiler; pyproject.toml has the rest."""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

COMPILED = [
    "core/chance.py",
    "core/citations.py",
    "core/facts.py",
    "core/state.py",
    "core/rollout.py",
    "core/observation.py",
    "adapters/batch.py",
    "games/*/geometry.py",
    "core/value.py",
    "games/*/state.py",
    "games/*/refusals.py",
    "games/*/steps.py",
    "games/*/scoring.py",
    "games/*/belief.py",
    "games/*/observation.py",
    "games/vor_dem_wind/actions.py",
    "games/vor_dem_wind/bidding.py",
    "games/vor_dem_wind/departure.py",
    "games/vor_dem_wind/fleet.py",
    "games/vor_dem_wind/reveal.py",
    "games/vor_dem_wind/specials.py",
    "games/vor_dem_wind/stacks.py",
    "games/vor_dem_wind/trade.py",
    "games/vor_dem_wind/turn.py",
    "games/winds_of_plunder/arrival.py",
    "games/winds_of_plunder/cards.py",
    "games/winds_of_plunder/sailing.py",
    "games/*/value.py",
    "core/words.py",
    "games/*/notation.py",
    "games/*/view.py",
    "bots/search.py",
]

# Our functions are called by each other alone, so that the compiler may inline them; and no fused
# operations, so that every machine gets the same numbers.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-ffp-contract=off"]


PAGE = Path("src/fourwinds/web/index.html")


def check_page() -> None:
    """What is handed on holds the web page; only a checkout may be without."""
    if not PAGE.is_file():
        raise SystemExit(f"fourwinds: the web page is not built ({PAGE}); run `make web` first")


class BuildWithPage(build_py):  # type: ignore[misc]
    def run(self) -> None:
        if not self.editable_mode:
            check_page()
        super().run()


class SourcesWithPage(sdist):  # type: ignore[misc]
    def run(self) -> None:
        check_page()
        super().run()


def can_compile() -> bool:
    """Try a real extension: a compiler without Python's headers is no use."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[get_python_inc()])
        except Exception:
            return False
    return True


def extensions() -> list[Extension]:
    if {"dist_info", "egg_info", "sdist"} & set(sys.argv):
        return []  # only names and versions are asked for, and compiling takes a minute
    if os.environ.get("FOURWINDS_BUILD") == "interpreted":
        print("fourwinds: built without compiled rules, as FOURWINDS_BUILD asks", file=sys.stderr)
        return []
    if not can_compile():
        print("fourwinds: no C compiler, the rules will run interpreted (slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    source = Path("src/fourwinds")
    files = sorted({str(path) for pattern in COMPILED for path in source.glob(pattern)})
    # Strictness is for developers; a build must not depend on it, nor on optional packages.
    found = mypycify(
        ["--config-file=", "--ignore-missing-imports", *files],
        opt_level="3",
        debug_level="0",
        group_name="fourwinds",
    )
    for extension in found:
        extension.extra_compile_args += FLAGS
    return found


setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildWithPage, "sdist": SourcesWithPage},
)
