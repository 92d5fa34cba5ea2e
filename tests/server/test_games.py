"""What the server says of games, rules, components and bots."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from fastapi.testclient import TestClient

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.rulebook import texts as rule_texts
from fourwinds.core.words import LANGUAGES, words
from tests.server.conftest import Guest
from tests.server.test_api import API, begun, look, make, post


def test_games_are_listed_with_what_people_want_to_know(server: TestClient) -> None:
    listed = {game["id"]: game for game in server.get(f"{API}/games?lang=de").json()}
    assert list(listed) == fw.games()
    for game_id, game in listed.items():
        assert game["players"] == list(fw.game(game_id).seats)
        assert 0 < game["minutes"][0] <= game["minutes"][1]
        assert 1 <= game["weight"] <= 5
        assert game["designers"]
        for option in game["options"]:
            assert "/" not in option["label"] + option["help"][:8]
            assert set(option["defaults"]) == {str(players) for players in game["players"]}
    assert not listed["santa-timea"]["reconstructed"]
    assert listed["regatta"]["reconstructed"]
    target = next(o for o in listed["vor-dem-wind"]["options"] if o["name"] == "target")
    assert (target["defaults"]["2"], target["defaults"]["4"]) == (60, 50)
    assert (target["type"], target["label"]) == ("number", "Ziel")


def test_a_game_comes_with_names_labels_and_components(server: TestClient) -> None:
    game = server.get(f"{API}/games/santa-timea?lang=fr").json()
    assert game["names"]["N"] == "Nord"
    assert game["labels"]["damage-of/one"] == "{n} dommage"
    assert game["components"] == fw.game("santa-timea").own_components.data
    assert server.get(f"{API}/games/chess").status_code == 404
    assert server.get(f"{API}/games/chess/rules").status_code == 404


def test_all_rules_can_be_read_in_every_language(server: TestClient) -> None:
    for game in fw.games():
        for language in LANGUAGES:
            came = server.get(f"{API}/games/{game}/rules", params={"lang": language}).json()
            numbers = []
            for section in came["sections"]:
                numbers.append(section["number"])
                for rule in section["rules"]:
                    numbers.append(rule["number"])
                    assert rule["text"]
                    assert "[" not in rule["text"]
                    assert set(rule["marks"]) <= came["marks"].keys()
            assert numbers == list(rule_texts(words(language, game)))


def test_bots_have_levels_that_a_match_takes(server: TestClient, guest: Guest) -> None:
    listed = server.get(f"{API}/bots?lang=fr").json()
    levels = [bot for bot in listed if bot["level"] is not None]
    assert [bot["level"] for bot in levels] == [1, 2, 3, 4, 5]
    assert levels[1]["label"] == "Mousse"
    assert levels[3]["label"] == "Capitaine"
    assert {bot["name"] for bot in listed if bot["level"] is None} == set(bots.names()) - {
        *bots.OURS
    }
    ann = guest("Ann")
    for bot in levels:
        make(ann, [{"kind": "me"}, {"kind": "bot", "bot": bot["name"]}])


def test_a_match_shows_the_components_it_is_played_with(guest: Guest) -> None:
    ann = guest("Ann")
    usual = ann.get(f"{API}/matches/{make(ann)}/components").json()
    assert usual["usual"]
    mine = {**fw.game("santa-timea").own_components.data, "hand": {"cards": 9, "mark": "printed"}}
    changed = ann.get(f"{API}/matches/{make(ann, components=mine)}/components").json()
    assert not changed["usual"]
    assert changed["components"]["hand"]["cards"] == 9


def test_a_player_previews_his_own_actions_alone(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    mover, other = (ann, ben) if look(ann, match)["asked"] is not None else (ben, ann)
    seen = look(mover, match)
    actions = [each["action"] for each in seen["asked"]["actions"]]
    seat = seen["viewer"]
    found = post(mover, match, "previews", seat=seat, actions=actions)
    assert set(found) == {str(action) for action in actions}
    one = mover.get(f"{API}/matches/{match}/preview", params={"seat": seat, "action": actions[0]})
    assert one.json() == found[str(actions[0])]
    assert post(other, match, "previews", code=403, seat=seat, actions=actions)
    assert post(mover, match, "previews", code=422, seat=seat, actions=[10**6])
    assert look(mover, match)["number"] == seen["number"]


def test_bots_that_cannot_be_made_are_not_offered(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries(group: str, name: str | None = None) -> list[EntryPoint]:
        there = [
            EntryPoint("absent", "no_such_package:make", group),
            EntryPoint("present", "fourwinds.bots.deckhand:Deckhand.make", group),
        ]
        return [entry for entry in there if name in (None, entry.name)]

    bots.usable.cache_clear()
    monkeypatch.setattr(bots, "entry_points", entries)
    try:
        names = {bot["name"] for bot in server.get(f"{API}/bots").json()}
    finally:
        bots.usable.cache_clear()
    assert "present" in names
    assert "absent" not in names


def test_the_log_comes_in_pages(guest: Guest) -> None:
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.post(f"{API}/matches", json=body).json()["id"]
    for number in range(7):
        ann.post(f"{API}/matches/{match}/chat", json={"text": f"line {number}"})
    url = f"{API}/matches/{match}/log"
    whole = ann.get(url).json()
    pages, since = [], 0
    while page := ann.get(url, params={"since": since, "most": 3}).json():
        assert len(page) <= 3
        pages += page
        since = page[-1]["number"]
    assert pages == whole
    assert len(whole) >= 7
    assert ann.get(url, params={"most": 10_000}).status_code == 422


def test_every_game_says_its_goal_and_itself_on_one_page(guest: Guest) -> None:
    ann = guest("Ann")
    said = []
    for language in ("en", "fr", "de"):
        for game in ann.get(f"{API}/games", params={"lang": language}).json():
            assert len(game["summary"]) == 4
            said += [game["goal"], *game["summary"]]
    assert len(set(said)) == len(said)
    assert all(text.endswith(".") and len(text.split()) <= 32 for text in said)
