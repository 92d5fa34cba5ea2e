"""The table of Winds of Plunder as text."""

from __future__ import annotations

import random
import re

import pytest

from fourwinds.core.words import words
from tests.games.winds_of_plunder.table import GAME, PORTS, lay, play

NAMES = ["Ann", "Ben [bold]", "Cleopatra the Great", "Dora", "Eve"]
MARKUP = re.compile(r"(?<!\\)\[[^\]]*\]")


def plain(text: str) -> list[str]:
    return MARKUP.sub("", text).replace("\\[", "[").splitlines()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_moment_can_be_drawn_within_100_columns(language: str) -> None:
    speech = words(language, "winds-of-plunder")
    rng = random.Random(2)
    state = GAME.start(players=5, seed=2)
    while not state.over:
        seat = rng.choice(state.actors)
        for viewer in (None, seat) if rng.random() < 0.2 else ():
            lines = plain(GAME.draw(state.view(viewer), speech, NAMES))
            chart, table = lines[: lines.index("")], lines[lines.index("") + 1 :]
            players = table[: table.index("")]
            assert max(len(line) for line in chart + players) <= 100
            for port in PORTS:
                assert sum(speech.name(port) in line for line in chart) == 1
        state.play(seat, rng.choice(state.actions(seat)))


def test_ports_further_south_are_drawn_further_down() -> None:
    state = lay()
    speech = words("en", "winds-of-plunder")
    lines = plain(GAME.draw(state.view(0), speech, NAMES))
    rows = {
        port: next(i for i, line in enumerate(lines) if speech.name(port) in line) for port in PORTS
    }
    chart = sorted(state.view(0)["chart"], key=lambda port: -port["height"])
    order = [rows[port["port"]] for port in chart]
    assert order == sorted(set(order))


def test_a_draft_is_drawn_for_its_owner_alone() -> None:
    state = lay()
    speech = words("en", "winds-of-plunder")
    play(state, "gust south")
    assert "gust south" in GAME.draw(state.view(0), speech, NAMES)
    assert "gust south" not in GAME.draw(state.view(1), speech, NAMES)


def test_players_are_drawn_with_the_numbers_that_name_them_in_moves() -> None:
    state = lay(("Jamaica", "Nassau", "Belize"), reputation=[[], [], ["Nassau"]])
    lines = plain(GAME.draw(state.view(0), words("en", "winds-of-plunder"), NAMES))
    assert [line[:5] for line in lines if line[2:5] in ("Ann", "Ben", "Cle")] == [
        "1 Ann",
        "2 Ben",
        "3 Cle",
    ]
    assert sum("▲2 ●3 " in line for line in lines) == 1
