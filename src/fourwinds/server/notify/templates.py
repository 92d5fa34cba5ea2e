"""Texts of mails and notices, and the privacy page, in three languages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourwinds.core.registry import game as find_game
from fourwinds.core.words import Verbatim, Words, words

FOLDER = Path(__file__).parent
SECTIONS = ("who", "guest", "account", "play", "chat", "notices", "logs", "rights", "others")


@dataclass(frozen=True)
class MailText:
    subject: str
    text: str


def _words(language: str) -> Words:
    return words(language, None, FOLDER)


def _letter(language: str, kind: str, **values: object) -> MailText:
    own = _words(language)
    parts = [own.line(f"{kind}/text", **values), own.line("signature/text")]
    return MailText(own.line(f"{kind}/subject", **values), "\n\n".join(parts) + "\n")


def turn(language: str, game: str, link: str) -> MailText:
    title = Verbatim(find_game(game).title)
    return _letter(language, "turn", game=title, link=Verbatim(link))


def invited(language: str, sender: str, name: str, link: str) -> MailText:
    filled = {"sender": Verbatim(sender), "name": Verbatim(name), "link": Verbatim(link)}
    return _letter(language, "invited", **filled)


def ready(language: str, game: str, link: str) -> MailText:
    title = Verbatim(find_game(game).title)
    return _letter(language, "ready", game=title, link=Verbatim(link))


def test(language: str, link: str) -> MailText:
    return _letter(language, "test", link=Verbatim(link))


def password(language: str, login: str, link: str, code: str) -> MailText:
    filled = {"login": Verbatim(login), "link": Verbatim(link), "code": Verbatim(code)}
    return _letter(language, "password", **filled)


def email(language: str, link: str, code: str) -> MailText:
    """It may reach a stranger, so it holds nothing that its sender chose."""
    return _letter(language, "email", link=Verbatim(link), code=Verbatim(code))


def privacy(language: str, contact: str) -> dict[str, Any]:
    """What is kept, why, how long, and how to get and delete it."""
    own = _words(language)
    return {
        "title": own.line("privacy/title"),
        "sections": [
            {
                "title": own.line(f"privacy/{name}/title"),
                "text": own.line(f"privacy/{name}/text", contact=Verbatim(contact)),
            }
            for name in SECTIONS
        ],
    }
