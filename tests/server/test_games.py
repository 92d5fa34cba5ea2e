"""What the server says of games, rules, components and bots."""

from __future__ import annotations

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
    assert [bot["level"] for bot in levels] == [1, 2, 3, 4]
    assert levels[2]["label"] == "Capitaine"
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
