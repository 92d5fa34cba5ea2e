"""Documents: every example runs, every link leads somewhere, every page has its place."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from fourwinds.cli.app import app

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


def commands_in(path: Path) -> list[str]:
    """Commands as they are typed, on lines of their own or within a sentence."""
    text = path.read_text("utf-8").replace("\\\n", " ")
    typed = re.findall(r"^(?: {4,}(?:\$ )?)?(fourwinds [^`\n]*)$", text, re.M)
    return typed + [" ".join(each.split()) for each in re.findall(r"`(fourwinds [^`]+)`", text)]


@cache
def all_commands() -> Any:
    return typer.main.get_command(app)


def refusal(command: str) -> str | None:
    """Why the command line would not take this, or None. It is asked for help, with the same words:
    then it reads all of them, and needs none of the files they name."""
    words = shlex.split(command, comments=True)[1:]
    group, depth = all_commands(), 0
    while depth < len(words) and (inner := getattr(group, "commands", {}).get(words[depth])):
        group, depth = inner, depth + 1
    if hasattr(group, "commands") and words[depth:] and not words[depth].startswith("-"):
        return f"no command {words[depth]}"
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said), pytest.raises(SystemExit) as ended:
        all_commands().main([*words[:depth], "--help", *words[depth:]])
    names_an_option = words[-1:] and words[-1].startswith("--")
    if ended.value.code == 0 or (names_an_option and "requires an argument" in said.getvalue()):
        return None
    return said.getvalue()


def test_commands_in_documents_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    # Laying out the help takes most of the time, and is not the matter here.
    monkeypatch.setattr("typer.rich_utils.rich_format_help", lambda **given: None)
    given = {command: path.name for path in DOCUMENTS for command in commands_in(path)}
    assert len(given) > 100
    found = [(name, command, refusal(command)) for command, name in given.items()]
    assert [each for each in found if each[2] is not None] == []


def test_a_command_that_is_not_understood_is_found() -> None:
    assert refusal("fourwinds simulate santa-timea --gamez 3") is not None
    assert refusal("fourwinds record destroy game.record") is not None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path, site: ModuleType) -> None:
    source = str(path.relative_to(ROOT))
    site.turned(path.read_text(encoding="utf-8"), source, site.pages())


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_a_page_begins_with_what_it_is_for(path: Path) -> None:
    _, _, first, *_ = path.read_text("utf-8").split("\n")
    assert first.startswith("This page "), first


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
