"""Who sits where, and by what name."""

from __future__ import annotations

from fourwinds.bots import names as bots
from fourwinds.bots.local import IN_A_FILE
from fourwinds.cli.session import PERSON, USUAL_BOT
from fourwinds.core.errors import BadOptions
from fourwinds.core.record import Record
from fourwinds.core.words import Words

LONGEST_NAME = 12
# Brackets would be taken for markup.
NOT_IN_NAMES = frozenset("[]\\")


def read_seats(text: str | None, players: int) -> list[str]:
    """A person or a bot for each seat; by default a person in seat 0 and bots elsewhere."""
    if text is None:
        return [PERSON] + [USUAL_BOT] * (players - 1)
    kinds = [_kind(word.strip()) for word in text.split(",")]
    known = (PERSON, "bot", *bots())
    if len(kinds) != players or any(
        kind.partition(":")[0] not in known and IN_A_FILE.fullmatch(kind) is None for kind in kinds
    ):
        raise BadOptions(
            f"seats: expected {players} times {' or '.join(known)} or FILE.py:make, separated by"
            " commas,"
            f" got {text[:40]!r}"
        )
    return [USUAL_BOT if kind == "bot" else kind for kind in kinds]


def _kind(word: str) -> str:
    """Names in any letters; what names a file is left as it is."""
    name, colon, argument = word.partition(":")
    if IN_A_FILE.fullmatch(word) is not None:
        return word
    return f"{name.lower()}{colon}{argument}"


def read_names(text: str | None, words: Words, kinds: list[str]) -> list[str]:
    """Names of the players, made up where none are given."""
    made_up = [
        words.line("play/player" if kind == PERSON else "play/bot", n=seat + 1)
        for seat, kind in enumerate(kinds)
    ]
    given = [name.strip() for name in text.split(",")] if text else []
    for name in given:
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or NOT_IN_NAMES & set(name):
            raise BadOptions(
                f"names: expected printable names of 1 to {LONGEST_NAME} characters without"
                f" brackets, got {name[:40]!r}"
            )
    if len(given) > len(kinds) or len(set(given)) != len(given):
        raise BadOptions(f"names: expected at most {len(kinds)} different names")
    return [*given, *made_up[len(given) :]]


def player_names(words: Words, record: Record) -> list[str]:
    """The names in the record, made up where there are none."""
    names = [_tidy(name) for name in record.names] + [""] * record.players
    return [names[seat] or words.line("play/player", n=seat + 1) for seat in range(record.players)]


def _tidy(name: str) -> str:
    """A name as `fourwinds play` would allow it; a file may hold anything."""
    return "".join(c for c in name if c.isprintable() and c not in NOT_IN_NAMES)[
        :LONGEST_NAME
    ].strip()
