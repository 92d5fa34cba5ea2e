"""Localisation: sentences for what is sent, in each reader's language.

Sentences of a game come from its own texts, those of the table from `texts/` beside this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.words import LANGUAGES, Verbatim, Words, words
from fourwinds.match.seats import FORMER_NAME

FOLDER = Path(__file__).parent
# Bots for people to choose from, from easy to hard: what each is called, and its name in a setup.
LEVELS = {
    "deckhand": "deckhand",
    "apprentice": "apprentice",
    "mate": "mate",
    "captain": "captain:200ms",
    "admiral": "admiral:2000ms",
}
# First names for bots of one level at one table; nobody else there has the one that is given.
SAILORS = ("Ingrid", "Mei", "Tomás", "Amina", "Nils", "Zofia", "Kofi", "Rosa", "Bruno")
MOST_TABLES = 2000  # whose names are remembered: they are called again with every move
Language = Literal["en", "fr", "de"]


def language_of(connection: HTTPConnection) -> str:
    """The language of an answer: the one asked for, else what the browser prefers, else English."""
    asked = connection.query_params.get("lang", "")
    return asked if asked in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The best language of an Accept-Language header that we speak."""
    best, found = 0.0, "en"
    for part in header[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            worth = float(weight or "1")
        except ValueError:
            continue
        short = name[:2].lower()
        if short in LANGUAGES and worth > best:
            best, found = worth, short
    return found


def _asked(
    connection: HTTPConnection,
    lang: Annotated[
        Language | None, Query(description="Language of words (default: Accept-Language).")
    ] = None,
) -> str:
    return lang or language_of(connection)


Lang = Annotated[str, Depends(_asked)]


def texts(language: str, game: str | None = None) -> Words:
    return words(language, game, FOLDER)


def bot_label(own: Words, spec: str) -> str:
    """What a bot is called."""
    for level, name in LEVELS.items():
        if spec == name:
            return own.line(f"bots/{level}")
    base = spec.partition(":")[0]
    found = own.find(f"bots/{base}")
    return found if isinstance(found, str) else base


def names_of(own: Words, seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the players are called.

    Bots without a name of their own are called by their level; where several are of one level, each
    gets the first name of a sailor that nobody else at the table has.
    """
    called = [(seat["name"], seat["bot"], bool(seat.get("former"))) for seat in seats]
    return [*_names_of(own, tuple(called))]


@lru_cache(MOST_TABLES)
def _names_of(own: Words, seats: tuple[tuple[str, str | None, bool], ...]) -> Sequence[str]:
    labels = [
        bot_label(own, bot) if bot is not None and bot == name else "" for name, bot, _ in seats
    ]
    count = Counter(labels)
    taken = {(name or "").casefold() for name, _, _ in seats}
    sailors = (sailor for sailor in SAILORS if sailor.casefold() not in taken)
    out = []
    for number, ((name, _, former), label) in enumerate(zip(seats, labels, strict=True), 1):
        called = next(sailors, label) if label and count[label] > 1 else label
        if former:
            called = own.line("seat/former")
        out.append(called or name or own.line("seat/free", n=number))
    return tuple(out)


def call_seats(language: str, game: str, seats: Sequence[dict[str, Any]]) -> None:
    """Name the seats of a finished match as kept in `results`, in the reader's language."""
    shown = [
        {
            "name": seat["name"],
            "bot": seat["bot"],
            # Who was forgotten has a name in every language.
            "former": seat["user"] is None and seat["bot"] is None and seat["name"] == FORMER_NAME,
        }
        for seat in seats
    ]
    for seat, name in zip(seats, names_of(texts(language, game), shown), strict=True):
        seat["name"] = name


class Called:
    """A match whose seats have their names in one language."""

    def __init__(self, table: Mapping[str, Any], language: str) -> None:
        self.table = table
        self.own = own = texts(language, table["game"])
        self.names = names_of(own, table["seats"])
        levels = [seat["bot"] and bot_label(own, seat["bot"]) for seat in table["seats"]]
        self.seats = [
            {**seat, "name": name, "level": level}
            for seat, name, level in zip(table["seats"], self.names, levels, strict=True)
        ]


def spoken(message: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A message of a match with words for everything in it."""
    return spoken_at(Called(message["table"], language), message)


def spoken_at(called: Called, message: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a match whose seats have their names already."""
    table, own, names, seats = message["table"], called.own, called.names, called.seats
    return {
        **message,
        "updates": [
            {**update, "events": [speak_event(own, event, names) for event in update["events"]]}
            for update in message["updates"]
        ],
        "table": {
            **table,
            "seats": seats,
            "waiting": _waiting(own, message, names),
            "frozen": _frozen(own, table["frozen"]),
        },
        "asked": question_words(own, message["asked"], message["view"], names),
    }


def speak_event(own: Words, event: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """An event with its sentence."""
    kind = event["kind"]
    if kind == "fact":
        return {**event, "words": own.fact(event["fact"], names)}
    key = f"events/{kind}"
    if kind == "asked":
        key += f"-{event['what']}"
    elif kind == "ended":
        key += f"-{event['by']}"
    elif kind in ("automatic", "muted", "shared"):
        on = event.get("wanted", event.get("muted", event.get("shared")))
        key += "-on" if on else "-off"
    seat = event.get("seat")
    name = Verbatim(names[seat]) if seat is not None else ""
    said = own.line(key, seat=name, text=Verbatim(event.get("text", "")))
    return {**event, "words": "" if said == key else said}


def question_words(
    own: Words,
    asked: Mapping[str, Any] | None,
    view: Mapping[str, Any] | None,
    names: Sequence[str],
) -> dict[str, Any] | None:
    """What is asked of a seat, with words for all of it."""
    if asked is None or view is None:
        return None
    return {
        **asked,
        "words": own.step({**view, "step": asked["step"]}, names),
        "actions": [{**each, "words": own.action(each, names)} for each in asked["actions"]],
        "refused": [
            {**each, "words": own.action(each, names), "why": _why(own, each, names)}
            for each in asked["refused"]
        ],
    }


def _why(own: Words, refused: Mapping[str, Any], names: Sequence[str]) -> str:
    error = IllegalAction(refused["code"], refused["rule"], refused["details"])
    return own.refusal(error, names)


def refusal_words(own: Words, refusal: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Why an action is refused, as it is sent to who asked."""
    described = refusal["described"]
    return {
        "action": refusal["action"],
        "words": "" if described is None else own.action(described, names),
        "why": _why(own, refusal, names),
        "code": refusal["code"],
        "rule": refusal["rule"],
    }


def _waiting(own: Words, message: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Which other players the match waits for; what they are asked is told to them alone."""
    table, view = message["table"], message["view"]
    if table["frozen"] is not None:
        return None
    if table["status"] == "open":
        free = sum(seat["free"] for seat in table["seats"])
        return own.line("waiting/seats", n=free) if free else own.line("waiting/start")
    if table["status"] != "running" or view is None:
        return None
    awaited = [Verbatim(names[seat]) for seat in view["actors"] if seat != message["viewer"]]
    if not awaited:
        return None
    return own.line("waiting/players", awaited=awaited)


def _frozen(own: Words, frozen: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Why a match stands still, in words."""
    if frozen is None:
        return None
    version, present = frozen["rules_version"], frozen["present"]
    return {
        **frozen,
        "words": own.line(f"errors/{frozen['code']}", version=version, present=present),
    }


def error_words(error: FourWindsError, language: str, names: Sequence[str] = ()) -> str:
    """What went wrong, for people."""
    if isinstance(error, IllegalAction):
        game = error.details.get("game")
        return texts(language, game if isinstance(game, str) else None).refusal(error, names)
    return code_words(error.code, str(error), language, **error.details)


def code_words(code: str, message: str, language: str, **details: object) -> str:
    """The sentence of a code; a code without one keeps the message of its error."""
    own = texts(language)
    if own.find(f"errors/{code}") is None:
        return message
    short = {name: value for name, value in details.items() if name != "message"}
    return own.line(f"errors/{code}", **short, message=Verbatim(message))
