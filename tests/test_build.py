"""What is handed on holds the web page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def _build(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    plain = os.environ | {"FOURWINDS_BUILD": "interpreted"}
    command = [sys.executable, "setup.py", *words]
    return subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True)


def test_a_package_without_its_page_is_not_built(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    skipped = shutil.ignore_patterns("*.so", "__pycache__", "web", "*.egg-info")
    shutil.copytree(ROOT / "src", sources / "src", ignore=skipped)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for words in (["build_py", "--build-lib", str(tmp_path / "out")], ["sdist"]):
        refused = _build(sources, *words)
        assert refused.returncode != 0
        assert "the web page is not built" in refused.stderr
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
