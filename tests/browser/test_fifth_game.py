"""The page plays a game without a board of its own: its table as lists, its moves as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.server.running import server
from tests.test_fifth_game import NAME, fourwinds


@pytest.fixture(scope="module")
def fifth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the template under another name."""
    games: Path = tmp_path_factory.mktemp("games")
    fourwinds("new-game", NAME, "--into", str(games))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOURWINDS_GAMES", str(games))
        with server(tmp_path_factory.mktemp("fifth") / "fourwinds.db") as found:
            yield found


def test_a_game_without_a_board_is_played_by_its_list_of_moves(visit: Visit, fifth: str) -> None:
    ada = visit("Ada", at=fifth)
    ada.page.goto("/")
    ada.page.get_by_text("Flying Dutchman").first.wait_for()
    match = ada.started(NAME, ["me", "deckhand"], options={"rounds": 2})
    page = ada.open(match)
    for _ in range(2):
        asked = ada.look(match)["asked"]["decision"]
        page.locator("section.moves button").last.click()
        # The choice may be changed until the bot has chosen too: only then is the round over.
        for _ in range(200):
            page.wait_for_timeout(100)
            now = ada.look(match)["asked"]
            if now is None or now["decision"] != asked:
                break
        page.locator("section.moves button, #result").first.wait_for()
    page.locator("#result").wait_for()
    assert "Flying Dutchman" in page.locator("h1").inner_text()
