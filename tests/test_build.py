"""What is handed on holds the web page, and rules that are compiled throughout."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

GAMES = ROOT / "src" / "fourwinds" / "games"


def _lists() -> dict[str, list[str]]:
    """What setup.py has compiled, and what it leaves as it is."""
    return {
        target.id: ast.literal_eval(node.value)
        for node in ast.parse((ROOT / "setup.py").read_text()).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in ("COMPILED", "INTERPRETED")
    }


def _compiled() -> set[Path]:
    """The modules of games that setup.py has compiled."""
    lists = _lists()
    found = {path for pattern in lists["COMPILED"] for path in GAMES.parent.glob(pattern)}
    return {
        path
        for path in found
        if path.is_relative_to(GAMES) and path.stem not in lists["INTERPRETED"]
    }


def _imported(module: Path) -> set[Path]:
    """The modules of its own game that a module imports."""
    here = f"fourwinds.games.{module.parent.name}"
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module == here:
                names |= {alias.name for alias in node.names}
            elif node.module.startswith(f"{here}."):
                names.add(node.module.removeprefix(f"{here}."))
    return {module.parent / f"{name}.py" for name in names}


def test_what_compiled_rules_import_of_their_game_is_compiled_too() -> None:
    compiled = _compiled()
    assert {module.parent for module in compiled} == {
        path.parent for path in GAMES.glob("*/steps.py")
    }
    imported = {path for module in compiled for path in _imported(module)}
    left_out = {path for path in imported - compiled if path.stem != "shapes"}  # types alone
    assert not left_out, f"take out of INTERPRETED in setup.py: {sorted(map(str, left_out))}"


def _build(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    plain = os.environ | {"FOURWINDS_BUILD": "interpreted", **more}
    command = [sys.executable, "setup.py", *words]
    return subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True)


def test_a_package_may_lack_the_page_unless_it_is_handed_on(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    skipped = shutil.ignore_patterns("*.so", "__pycache__", "web", "*.egg-info")
    shutil.copytree(ROOT / "src", sources / "src", ignore=skipped)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for words in (["build_py", "--build-lib", str(tmp_path / "out")], ["sdist"]):
        refused = _build(sources, *words, FOURWINDS_PAGE="required")
        assert refused.returncode != 0
        assert "the web page is not built" in refused.stderr
    without = _build(sources, "build_py", "--build-lib", str(tmp_path / "without"))
    assert without.returncode == 0, without.stderr
    assert "built without the web page" in without.stderr
    assert (tmp_path / "without" / "fourwinds" / "games" / "regatta" / "about.toml").is_file()
    page = sources / "src" / "fourwinds" / "web" / "assets" / "main-1a2b.js"
    page.parent.mkdir(parents=True)
    page.write_text("1")
    (page.parents[1] / "index.html").write_text("<!doctype html>")
    built = _build(sources, "build_py", "--build-lib", str(tmp_path / "out"))
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "out" / "fourwinds" / "web" / "assets" / "main-1a2b.js").is_file()
    assert (tmp_path / "out" / "fourwinds" / "web" / "index.html").is_file()
    packed = _build(sources, "-q", "sdist", "-d", str(tmp_path / "dist"))
    assert packed.returncode == 0, packed.stderr
    archive = next((tmp_path / "dist").glob("*.tar.gz"))
    listed = subprocess.run(["tar", "tzf", archive], capture_output=True, text=True, check=True)
    assert "/src/fourwinds/web/assets/main-1a2b.js" in listed.stdout


@pytest.mark.parametrize("step", ["tools", "serving", "node"])
def test_packages_that_cannot_be_fetched_are_said_in_one_line(tmp_path: Path, step: str) -> None:
    stamps = tmp_path / "venv" / "stamps"
    stamps.mkdir(parents=True)
    silent = tmp_path / "silent"
    silent.write_text("echo the registry gave no answer >&2; exit 1")
    before = {"tools": ["venv"], "serving": ["venv", "tools"], "node": ["venv", "nodejs"]}[step]
    for name in before:
        (stamps / name).touch()
    if step == "serving":
        binaries = tmp_path / "venv" / "bin"
        binaries.mkdir()
        (binaries / "python").symlink_to(sys.executable)
    given = [f"VENV={tmp_path / 'venv'}", f"PIP=sh {silent}", f"WEB=sh {silent} -", "HAS_NODE=yes"]
    done = subprocess.run(
        ["make", *given, f"{stamps / step}"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert len(said) == 1, done.stderr
    assert said[0].startswith("Four Winds: packages could not be fetched")
    assert f"{step}.log" in said[0]
    assert "the registry gave no answer" in (stamps / f"{step}.log").read_text()
    assert not (stamps / step).exists()
