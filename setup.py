"""Builds the rules with mypyc where there is a C compiler; pyproject.toml has the rest.

Every module becomes a C file and a library of its own, so that a change compiles little again and
all cores have work.
"""

import os
import re
import sys
import tempfile
import time
from pathlib import Path
from threading import Lock

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.modified import newer_group

SOURCE = Path("src/fourwinds")
BUILD = Path("build")
PAGE = SOURCE / "web" / "index.html"

# Every module of a game is compiled, except what is written for people or read once.
COMPILED = [
    "core/actions.py",
    "core/chance.py",
    "core/citations.py",
    "core/facts.py",
    "core/learned.py",
    "core/observation.py",
    "core/rollout.py",
    "core/state.py",
    "core/value.py",
    "core/words.py",
    "games/*/*.py",
    "adapters/batch.py",
    "bots/halving.py",
    "bots/search.py",
    "server/wire/patch.py",
]
INTERPRETED = [
    "__init__",
    "balance",
    "belief",
    "box",
    "drawing",
    "lesson_questions",
    "position",
    "reasons",
    "shapes",
]
# What is asked once per decision of a person, not a thousand times per decision of a bot, is
# optimised less: that halves the time these modules take to compile.
RARELY_CALLED = ["actions", "notation", "refusals", "view", "words"]

# Our functions are called by each other alone, so that the compiler may inline them; and no fused
# operations, so that every machine gets the same numbers.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-ffp-contract=off"]
# What of mypyc's own functions every module gets for itself, so that calls of them are inlined.
INLINED = "float_ops.c"


def check_page() -> None:
    """The page needs Node.js to be built, the package does not need the page: an installation from
    the sources has everything else. What is handed on (`make package`) must hold it."""
    if PAGE.is_file():
        return
    if os.environ.get("FOURWINDS_PAGE") == "required":
        raise SystemExit(f"fourwinds: the web page is not built ({PAGE}); run `make web` first")
    print("fourwinds: built without the web page, see `fourwinds serve`", file=sys.stderr)


class BuildWithPage(build_py):  # type: ignore[misc]
    def run(self) -> None:
        if not self.editable_mode:
            check_page()
        super().run()


class SourcesWithPage(sdist):  # type: ignore[misc]
    def run(self) -> None:
        check_page()
        super().run()


class Progress:
    """Says on the terminal, or now and then in a log, how far the compiler is."""

    EVERY = 10.0  # seconds between two lines of a log

    def __init__(self, work: dict[str, float], workers: int) -> None:
        """`work` is what each file takes, in seconds of a usual machine."""
        self.work = work
        self.workers = workers
        self.running: set[str] = set()
        self.finished: set[str] = set()
        self.started = self.said = time.monotonic()
        self.lock = Lock()
        # What make runs beside writes lines of its own, so this one cannot stay where it is.
        self.live = sys.stderr.isatty() and "MAKELEVEL" not in os.environ

    def left(self) -> float:
        """Seconds still needed, at the pace so far; files under way count as half done."""
        total = sum(self.work.values())
        done = sum(self.work[name] for name in self.finished)
        done += sum(self.work[name] for name in self.running) / 2
        pace = 1 / self.workers
        if done > total / 10:
            pace = (time.monotonic() - self.started) / done
        return pace * (total - done)

    def begin(self, name: str) -> None:
        with self.lock:
            self.running.add(name)

    def end(self, name: str) -> None:
        with self.lock:
            self.running.discard(name)
            self.finished.add(name)
            self.say()

    def say(self) -> None:
        now, last = time.monotonic(), len(self.finished) == len(self.work)
        if not self.live and not last and now - self.said < self.EVERY:
            return
        self.said = now
        text = f"Compiling the rules: {len(self.finished)} of {len(self.work)} files"
        text += f" in {now - self.started:.0f} s" if last else f", about {self.left():.0f} s left"
        begin, end = ("\r\033[K", "\n" if last else "") if self.live else ("", "\n")
        print(begin + text, end=end, file=sys.stderr, flush=True)


class BuildRules(build_ext):  # type: ignore[misc]
    """Compiles on all cores, the longest first; removes what is no longer compiled."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel: int = self.parallel or cores()

    def run(self) -> None:
        in_place = self.inplace
        super().run()
        wanted = {self.get_ext_filename(self.get_ext_fullname(e.name)) for e in self.extensions}
        for root in [Path(self.build_lib), *([SOURCE.parent] if in_place else [])]:
            for ending in ("*.so", "*.pyd"):
                for path in (root / "fourwinds").rglob(ending):
                    if str(path.relative_to(root)) not in wanted:
                        path.unlink()

    def build_extensions(self) -> None:
        work = {e.name: seconds(e) for e in self.extensions if self.is_stale(e)}
        if work:
            libraries = [e for e in self.extensions if not is_shim(e)]
            runtime = self.compiler.compile(
                [str(runtime_source())],
                output_dir=self.build_temp,
                include_dirs=libraries[0].include_dirs,
                extra_postargs=compiler_flags(),
            )
            for library in libraries:
                library.extra_objects = runtime
        files = {e.name: work[e.name] for e in self.extensions if e.name in work and not is_shim(e)}
        self.progress = Progress(files, self.parallel)
        self.extensions.sort(key=lambda e: work.get(e.name, 0.0), reverse=True)
        super().build_extensions()

    def is_stale(self, extension: Extension) -> bool:
        made = self.get_ext_fullpath(extension.name)
        return bool(self.force or newer_group([*extension.sources, *extension.depends], made))

    def build_extension(self, extension: Extension) -> None:
        counted = extension.name in self.progress.work
        if counted:
            self.progress.begin(extension.name)
        super().build_extension(extension)
        if counted:
            self.progress.end(extension.name)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_shim(extension: Extension) -> bool:
    """mypyc gives each module a library with its code and a small one that Python finds it by."""
    return not extension.name.endswith("__mypyc")


def module_of(extension: Extension) -> str:
    return str(extension.name.rsplit(".", 1)[-1].removesuffix("__mypyc"))


def seconds(extension: Extension) -> float:
    """What a file takes to compile on a usual machine, from its length."""
    megabytes = sum(Path(source).stat().st_size for source in extension.sources) / 1e6
    return 0.3 + megabytes * (4 if module_of(extension) in RARELY_CALLED else 10)


def compiler_flags() -> list[str]:
    from mypyc.build import get_cflags

    return [*get_cflags(opt_level="3", debug_level="0"), *FLAGS]


def runtime_source() -> Path:
    """mypyc's own functions as one C file, which is compiled once and linked to every module."""
    from mypyc.common import RUNTIME_C_FILES

    asked = {
        name
        for path in (BUILD / "fourwinds").rglob("*.[ch]")
        for name in re.findall(r'#include "(\S+_(?:api|ops))\.h"', path.read_text())
    }
    lines = [f'#include "{name}"' for name in RUNTIME_C_FILES if name != INLINED]
    lines += [f'#include "{name}.c"' for name in sorted(asked)]
    path = BUILD / "fourwinds" / "runtime.c"
    path.write_text("\n".join(lines) + "\n")
    return path


def way_of_compiling() -> Path:
    """A file that changes when everything must be compiled again: other flags, another mypyc."""
    from mypy.version import __version__

    text = f"mypyc {__version__}: {compiler_flags()}, {INLINED}, {RARELY_CALLED}\n"
    path = BUILD / "fourwinds" / "way.txt"
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return path


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


def modules() -> list[str]:
    found = {path for pattern in COMPILED for path in SOURCE.glob(pattern)}
    return sorted(str(path) for path in found if path.stem not in INTERPRETED)


def cache_options() -> list[str]:
    """Keep what mypy knows of other modules, the standard library's and ours, which takes half of
    its time, from build to build. All that is compiled it must see anew: see `global_opts`."""
    cache = BUILD / "mypy"
    for path in modules():
        name = Path(path).relative_to(SOURCE.parent).with_suffix("")
        for kept in cache.glob(f"*/{name.as_posix()}.*"):
            kept.unlink()
    return [f"--cache-dir={cache}", "--no-sqlite-cache"]


def extensions() -> list[Extension]:
    if {"dist_info", "egg_info", "sdist"} & set(sys.argv):
        return []  # only names and versions are asked for, and compiling takes a minute
    if os.environ.get("FOURWINDS_BUILD") == "interpreted":
        print("fourwinds: built without compiled rules, as FOURWINDS_BUILD asks", file=sys.stderr)
        return []
    if not can_compile():
        print("fourwinds: no C compiler, the rules will run interpreted (slower)", file=sys.stderr)
        return []
    from mypyc.build import build_using_shared_lib, include_dir, mypyc_build
    from mypyc.options import CompilerOptions

    print("Translating the rules to C", file=sys.stderr, flush=True)
    # Strictness is for developers; a build must not depend on it, nor on optional packages that
    # modules which are not compiled import.
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    options += cache_options()
    how = CompilerOptions(separate=True, include_runtime_files=False, target_dir=str(BUILD))
    # All modules are translated together every time, so that methods nobody overrides are called
    # directly; mypyc leaves that out where it may have to do with old libraries.
    # `mypycify`, the documented way, has no option for that, nor for compiling mypyc's own code
    # only once: the rules would be slower and take longer to compile.
    how.global_opts = True
    groups, files, _ = mypyc_build([*options, *modules()], how, separate=True)
    library = Path(include_dir())
    folders = [str(path) for path in sorted(library.iterdir()) if path.is_dir()]
    way = str(way_of_compiling())
    inlined = ["/FI" if sys.platform == "win32" else "-include", str(library / INLINED)]
    found: list[Extension] = []
    for (sources, name), (written, depends) in zip(groups, files, strict=True):
        assert name is not None
        made = build_using_shared_lib(
            sources, name, written, [*depends, way], str(BUILD), compiler_flags(), folders
        )
        for extension in made:
            # A list of its own: mypyc gives a library and its shim the same one.
            arguments = [*extension.extra_compile_args]
            if not is_shim(extension):
                arguments += inlined
            if module_of(extension) in RARELY_CALLED:
                arguments += ["-O1"]
            extension.extra_compile_args = arguments
        found += made
    return found


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildRules, "build_py": BuildWithPage, "sdist": SourcesWithPage},
)
