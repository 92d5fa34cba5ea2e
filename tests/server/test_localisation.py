"""What players read is there in their language."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import fourwinds as fw
from fourwinds.core.words import LANGUAGES
from fourwinds.match.errors import CODES
from fourwinds.match.log_json import KINDS
from fourwinds.server import errors, localisation
from fourwinds.server.localisation import names_of, preferred, speak_event, spoken, texts
from tests.match.tables import move, running
from tests.server.conftest import Guest
from tests.server.test_api import API, look, make, post

SOURCE = Path(localisation.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_print(language: str) -> None:
    path = Path(localisation.__file__).with_name("texts") / f"{language}.toml"
    assert re.findall(r"\w*[^\W\d_]'[^\W\d_]\w*", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_the_log_has_a_sentence(language: str) -> None:
    assert len(KINDS) > 15
    for kind in [*KINDS, "sealed", "opened"]:
        event = {"kind": kind, "seat": 0, "what": "undo", "wanted": True}
        if kind == "played":
            continue
        said = speak_event(texts(language), event | {"by": "rules", "text": "N13"}, ["Ann"])
        assert said["words"], kind
        assert "{" not in said["words"]


def test_every_error_has_a_sentence_and_none_is_unused() -> None:
    assert set(texts("en").find("errors")) == set(errors.STATUS)
    assert CODES.keys() <= errors.STATUS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", fw.games())
def test_everything_in_a_message_has_words(game: str, language: str) -> None:
    match, rng = running(game), random.Random(1)
    for turn in range(40):
        state = match.state
        assert state is not None
        if match.status != "running":
            break
        seat = state.actors[0]
        said = spoken(match.message(seat, 0), language)
        asked = said["asked"]
        sentences = [asked["words"]]
        sentences += [each["words"] for each in [*asked["actions"], *asked["refused"]]]
        sentences += [each["why"] for each in asked["refused"]]
        sentences += [event["words"] for u in said["updates"] for event in u["events"]]
        waiting = spoken(match.message(None, 0), language)["table"]["waiting"]
        assert said["table"]["seats"][seat]["name"] in waiting
        for sentence in [*sentences, waiting]:
            assert sentence
            assert "{" not in sentence
            assert not re.match(r"(facts|actions|steps|refusal|events|waiting)/", sentence)
        move(match, rng, turn)


def test_bots_are_called_by_their_level_and_several_of_one_by_names() -> None:
    def bot(spec: str, name: str | None = None) -> dict[str, str | None]:
        return {"bot": spec, "name": name or spec}

    seats = [bot("mate"), bot("admiral:2000ms"), bot("mate"), bot("captain:7it"), bot("mate", "Bo")]
    called = names_of(texts("de"), [*seats, {"bot": None, "name": ""}])
    assert called == ["Ingrid", "Admiral", "Mei", "Kapitän", "Bo", "Platz 6"]
    people = [{"bot": None, "name": "mei"}]
    assert names_of(texts("en"), [bot("mate"), *people, bot("mate")]) == ["Ingrid", "mei", "Tomás"]


def test_the_language_is_the_one_asked_for_or_preferred() -> None:
    assert preferred("de-AT,de;q=0.9,en;q=0.8") == "de"
    assert preferred("es, fr;q=0.5, en;q=0.4") == "fr"
    assert preferred("xx;q=a, *") == preferred("") == "en"


def test_answers_errors_and_the_channel_speak_the_language(
    guest: Guest, server: TestClient
) -> None:
    ann = guest("Ann")
    match = make(ann)
    assert look(ann, match, lang="fr")["table"]["waiting"] == "Il manque encore une personne."
    german = ann.get(f"{API}/matches/{match}", headers={"Accept-Language": "de"}).json()
    assert german["table"]["waiting"] == "Es fehlt noch eine Person."
    assert german["table"]["seats"][1]["name"] == "Platz 2"
    assert ann.get(f"{API}/matches/{match}", params={"lang": "xx"}).status_code == 422
    missing = server.get(f"{API}/matches/nowhere", params={"lang": "de"}).json()["error"]
    assert missing == {
        "code": "no-such-match",
        "message": "Diese Partie gibt es nicht.",
        "rule": None,
    }
    with ann.websocket_connect(f"{API}/matches/{match}/channel?lang=fr") as channel:
        events = [e for u in channel.receive_json()["updates"] for e in u["events"]]
        assert events[0]["words"] == "La table est prête."
        channel.send_text("?")
        assert channel.receive_json()["error"]["message"].startswith("La requête")
    with ann.websocket_connect(f"{API}/matches/nowhere/channel?lang=de") as channel:
        assert channel.receive_json()["error"]["message"] == "Diese Partie gibt es nicht."


def test_a_refusal_names_rule_and_players_in_the_language(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = make(ann)
    post(ben, match, "seats")
    post(ann, match, "start")
    mover = ann if look(ann, match)["asked"] is not None else ben
    seen = look(mover, match)
    card = next(f"N{n}" for n in range(1, 14) if f"N{n}" not in seen["view"]["hand"])
    body = {"seat": seen["viewer"], "decision": seen["asked"]["decision"], "action": card}
    came = mover.post(f"{API}/matches/{match}/actions", json=body, params={"lang": "fr"})
    error = came.json()["error"]
    assert error["message"].endswith(f"({error['rule']})")
    assert "Nord" in error["message"]


def test_no_text_of_the_server_is_unused() -> None:
    named = set(re.findall(r"[\w-]+", "\n".join(p.read_text() for p in SOURCE.glob("*.py"))))
    for section in ("waiting", "seat"):
        found = texts("en").find(section)
        assert [key for key in found if key not in named] == []
    events = {*KINDS, "sealed", "opened"}
    for key in texts("en").find("events"):
        assert key in events or any(key.startswith(f"{kind}-") for kind in events), key
