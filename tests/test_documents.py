"""Documents: every example runs, every link leads somewhere, every page has its place."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "deploy/README.md"])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.S | re.M)
EXAMPLES = [
    (path, number, code)
    for path in DOCUMENTS
    for number, code in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")))
    if path.name not in ("ARCHITECTURE.md", "CONTRIBUTING.md")  # they show shapes, not programs
]


@pytest.fixture(scope="module")
def site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_of_docs", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "path", [p for p in DOCUMENTS if ">>> " in p.read_text("utf-8")], ids=lambda path: path.name
)
def test_sessions_in_documents_run(path: Path) -> None:
    came = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert came.attempted > 0
    assert came.failed == 0


@pytest.mark.parametrize(
    ("path", "number", "code"),
    [each for each in EXAMPLES if ">>> " not in each[2]],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_programs_in_documents_run(path: Path, number: int, code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, f"{path.name}, block {number}: {done.stderr}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path, site: ModuleType) -> None:
    source = str(path.relative_to(ROOT))
    site.turned(path.read_text(encoding="utf-8"), source, site.pages())


def test_every_page_has_its_place_on_the_site(site: ModuleType) -> None:
    places = re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert sorted(places) == sorted(site.pages().values())


@pytest.mark.parametrize("word", ["lest", "so many", "thereof", "whoever", "whosoever"])
def test_documents_and_docstrings_are_in_plain_english(word: str) -> None:
    riddle = re.compile(rf"\b{word.replace(' ', r'[ #]+')}\b", re.I)
    sources = [*DOCUMENTS, *(ROOT / "src").rglob("*.py")]
    found = [path for path in sources if riddle.search(" ".join(path.read_text("utf-8").split()))]
    assert [str(path.relative_to(ROOT)) for path in found] == []


def server_listing() -> str:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    return text[text.index("## The server") : text.index("A move from click to pixel")]


def test_the_listing_of_the_server_is_its_architecture() -> None:
    server = ROOT / "src/fourwinds/server"
    modules = {path.name for path in server.glob("*.py")} - {"__init__.py"}
    rooms = {path.parent.name for path in server.glob("*/__init__.py")}
    assert len(modules) <= 15
    listing = server_listing()
    assert set(re.findall(r"\b\w+\.py\b", listing)) == modules
    assert set(re.findall(r"^server/(\w+)/ ", listing, re.M)) == rooms
    routes = listing[listing.index("server/routes/") : listing.index("server/wire/")]
    resources = {path.stem for path in server.glob("routes/*.py")} - {"__init__"}
    assert resources <= set(re.findall(r"\w+", routes))


def test_files_named_in_the_architecture_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for name in re.findall(r"`((?:server|match|store|web/src|bench|tests)/[\w./]+\.\w+)`", text):
        places = (ROOT / name, ROOT / "src/fourwinds" / name)
        assert any(place.is_file() for place in places), name
