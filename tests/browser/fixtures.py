"""Moments of each game as JSON, for drawing boards without a server.

    python -m tests.browser.fixtures [FOLDER]     (web/fixtures by default)

The stage (`npm run stage` in web/) shows them. A moment is what the page of a table hands to a
board: view, components, what is asked, facts, and a preview of each action, with the words in every
language. A run is a whole match as one seat sees it, move by move, for trying scenes.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import State
from fourwinds.core.words import LANGUAGES, Words, words

FOLDER = Path(__file__).parents[2] / "web" / "fixtures"
NAMES = ["Ada", "Bartolomeu", "Chloé", "Dietrich", "Esperanza"]
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "santa-timea": [{}, {"options": {"expert": True}, "players": 5}, {"players": 2}],
    "vor-dem-wind": [{}, {"players": 2}, {"players": 3, "options": {"memory_aid": True}}],
    "winds-of-plunder": [{}, {"players": 3}, {"players": 5}],
    "regatta": [{}, {"players": 2}, {"players": 3}],
}
MOMENTS_OF_A_STEP = 2


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    listed = []
    for game in fw.games():
        for name, moment in moments(game):
            (folder / f"{name}.json").write_text(json.dumps(moment, ensure_ascii=False))
            listed.append(name)
        (folder / f"{game}-run.json").write_text(json.dumps(run(game), ensure_ascii=False))
    (folder / "index.json").write_text(json.dumps(listed))
    print(f"{len(listed)} moments in {folder}, and a run of each game")


def run(game: str, language: str = "en", longest: int = 400) -> dict[str, Any]:
    """The first part of a match of mates, seen by seat 0: each move with its facts and its view."""
    state = fw.game(game).start(seed=5)
    players = len(state.scores)
    mates = [bots.make("mate", seed) for seed in range(players)]
    speech = words(language, game)
    rng = random.Random(4)
    moves = [seen(state, [], speech)]
    while not state.over and len(moves) < longest:
        seat = rng.choice(state.actors)
        facts: list[Any] = []
        state.play(seat, mates[seat].choose(state.view(seat), state.actions(seat), None), facts)
        moves.append(seen(state, facts, speech))
    first = moment(state, 0, [])
    return {**first, "view": moves[0]["view"], "previews": {}, "moves": moves}


def seen(state: State, facts: list[Any], speech: Words) -> dict[str, Any]:
    names = NAMES[: len(state.scores)]
    told = [fact.json() for fact in facts if fact.heard_by(0)]
    return {
        "view": state.view(0),
        "asked": asked(state, 0, speech, names),
        "told": [{"fact": fact, "words": speech.fact(fact, names)} for fact in told],
    }


def moments(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each kind of step twice (early and late), and the end; each from the seat that is asked."""
    for setting in SETTINGS.get(game, [{}]):
        start = fw.game(game).start(seed=11, **setting)
        players = len(start.scores)
        seen: dict[str, list[tuple[int, State, list[Any]]]] = {}
        state, facts = start, list[Any]()
        mates = [bots.make("mate", seed) for seed in range(players)]
        rng = random.Random(3)
        number = 0
        while not state.over and number < 4000:
            seat = rng.choice(state.actors)
            step = state.view(seat)["step"]
            seen.setdefault(step, []).append((seat, state.copy(), facts))
            facts = []
            action = mates[seat].choose(state.view(seat), state.actions(seat), None)
            state.play(seat, action, facts)
            number += 1
        for step, found in seen.items():
            picked = [found[len(found) // 3], found[-1]][:MOMENTS_OF_A_STEP]
            for count, (seat, then, told) in enumerate(picked, 1):
                yield f"{game}-{players}-{step}-{count}", moment(then, seat, told)
        yield f"{game}-{players}-watched", moment(found[-1][1], None, [])
        yield f"{game}-{players}-over", moment(state, 0, facts)


def moment(state: State, seat: int | None, facts: list[Any]) -> dict[str, Any]:
    game = state.rules.game.id
    view = state.view(seat)
    names = NAMES[: len(state.scores)]
    told = [fact.json() for fact in facts if fact.heard_by(seat)]
    actions = [] if seat is None else state.actions(seat)
    return {
        "game": game,
        "me": seat,
        "view": view,
        "components": dict(state.rules.components.data),
        "players": names,
        "facts": told,
        "previews": {action: state.rules.preview(view, action) for action in actions},
        "words": {
            language: {
                "names": flat(words(language, game).find("names") or {}),
                "labels": flat(words(language, game).find("table") or {}),
                "asked": asked(state, seat, words(language, game), names),
                "facts": [words(language, game).fact(fact, names) for fact in told],
            }
            for language in LANGUAGES
        },
    }


def asked(state: State, seat: int | None, speech: Words, names: list[str]) -> dict[str, Any] | None:
    if seat is None or seat not in state.actors:
        return None
    view = state.view(seat)

    def described(action: int) -> dict[str, Any]:
        said = state.rules.describe(state, seat, action)
        words = speech.action(said, names)
        return {**said, "action": action, "text": said["text"], "words": words}

    def refused(action: int, why: IllegalAction) -> dict[str, Any]:
        reason = speech.refusal(why, names)
        details = {"why": reason, "code": why.code, "rule": why.rule, "details": why.details}
        return {**described(action), **details}

    return {
        "decision": f"{state.decision(seat)}.0",
        "step": view["step"],
        "words": speech.step(view, names),
        "actions": [described(action) for action in state.actions(seat)],
        "refused": [refused(action, why) for action, why in state.candidates(seat) if why],
        "chosen": False,
        "retractable": state.copy().retract(seat) > 0,
    }


def flat(table: dict[str, Any], path: str = "") -> dict[str, str]:
    """Texts by key; those with several forms by key/form."""
    out: dict[str, str] = {}
    for key, text in table.items():
        if isinstance(text, dict):
            out |= flat(text, f"{path}{key}/")
        else:
            out[path + key] = text
    return out


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
