"""A new game takes a folder and nothing else: the template under another name works everywhere.

The copy lies outside the package and is not compiled, so everything runs with interpreted rules in
processes of its own. tests/browser has the page.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import server

NAME = "flying-dutchman"


def fourwinds(*words: str, **env: str) -> str:
    """What a command of `fourwinds` prints; it must end well."""
    run = subprocess.run(
        [sys.executable, "-m", "fourwinds", *words],
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with the new one in it."""
    folder = tmp_path_factory.mktemp("games")
    told = fourwinds("new-game", NAME, "--into", str(folder))
    assert "flying_dutchman written" in told
    return folder


@pytest.fixture(scope="module")
def address(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("fifth") / "fourwinds.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOURWINDS_GAMES", str(games))
        with server(database) as found:
            yield found


def test_nothing_of_the_template_is_left_in_the_copy(games: Path) -> None:
    written = {
        path.relative_to(games): path.read_text(encoding="utf-8") for path in games.rglob("*.*ml")
    } | {path.relative_to(games): path.read_text(encoding="utf-8") for path in games.rglob("*.py")}
    assert len(written) > 10
    for name, text in written.items():
        for word in ("high_tide", "high-tide", "High Tide", "HT-", "hidden = "):
            assert word not in text, name


def test_it_is_listed_its_rules_are_printed_and_its_deals_simulated(games: Path) -> None:
    env = {"FOURWINDS_GAMES": str(games)}
    listed = json.loads(fourwinds("games", "--json", **env))
    assert NAME in [game["id"] for game in listed]
    assert "FD-2.3" in fourwinds("rules", NAME, "--lang", "de", **env)
    assert "20 decisions" in fourwinds("simulate", NAME, "--games", "1", **env)


def test_it_keeps_the_laws_and_fires_its_rules(games: Path, tmp_path: Path) -> None:
    env = {"FOURWINDS_GAMES": str(games)}
    found = json.loads(fourwinds("fuzz", NAME, "--games", "100", "--json", **env))
    assert [(each["game"], each["failures"]) for each in found] == [(NAME, [])]
    assert "7 rules fired" in fourwinds("record", "make", NAME, "--out", str(tmp_path), **env)
    records = [str(path) for path in tmp_path.glob("*.record")]
    assert len(records) >= 20
    fourwinds("record", "verify", *records, **env)


def test_a_text_that_is_missing_is_named(tmp_path: Path) -> None:
    fourwinds("new-game", NAME, "--into", str(tmp_path))
    for language, lost in (("en", "round-began ="), ("fr", "prize_cost =")):
        path = tmp_path / "flying_dutchman" / "texts" / f"{language}.toml"
        lines = path.read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if not line.startswith(lost)]
        assert len(kept) == len(lines) - 1
        path.write_text("\n".join(kept), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "fourwinds", "fuzz", NAME, "--games", "1", "--json"],
        env=os.environ | {"FOURWINDS_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    missing = json.loads(run.stdout)[0]["missing_texts"]
    assert missing[0] == "facts/round-began"
    assert {"en: facts/round-began", "fr: luck/prize_cost/one"} <= set(missing)


def test_bots_play_it_in_the_arena(games: Path, tmp_path: Path) -> None:
    words = ["arena", NAME, "--bots", "captain:20it,mate", "--games", "2", "--json"]
    told = fourwinds(*words, "--out", str(tmp_path / "run"), FOURWINDS_GAMES=str(games))
    assert json.loads(told)["games"] == 2


def test_a_match_is_played_over_the_server(address: str) -> None:
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as ann:
        ann.post("/guests", json={"name": "Ann"}).raise_for_status()
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}]
        body = {"game": NAME, "seats": seats, "options": {"rounds": 2}}
        match = ann.post("/matches", json=body).raise_for_status().json()["id"]
        ann.post(f"/matches/{match}/start").raise_for_status()
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            seen = ann.get(f"/matches/{match}").raise_for_status().json()
            if seen["table"]["status"] == "over":
                break
            if seen["asked"] is not None and not seen["asked"]["chosen"]:
                move = {"action": 8, "decision": seen["asked"]["decision"], "seat": 0}
                ann.post(f"/matches/{match}/actions", json=move).raise_for_status()
            time.sleep(0.05)
        assert seen["view"]["over"]
        assert seen["table"]["result"]["by"] == "rules"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["Flying Dutchman"], "expected a name such as"),
        (["regatta"], "already"),
        (["star-trek"], "ST already"),
        (["go", "--initials", "x"], "two capital letters"),
    ],
)
def test_a_bad_name_is_refused_in_one_line(words: list[str], wanted: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "fourwinds", "new-game", *words, "--into", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert wanted in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
