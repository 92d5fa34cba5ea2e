"""Passwords that are tried first, and therefore refused.

At least ten characters are asked for elsewhere. What is left of the lists that guessing begins with
are a few patterns: a common word with digits around it, runs of digits or letters, walks over a
keyboard, something repeated, one's own login. `common_words.txt` has the words.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

LEET = str.maketrans("013457@$!|", "oieastasil")
ROWS = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5z6u7i8o9p0",
    "q1w2e3r4t5y6u7i8o9p0",
)
PIECE = 3
"""The least number of neighbours on the keyboard that count as a walk."""
LEFT = 4
"""With no more characters than these beside what is easily guessed, a password is too weak."""


@cache
def _words() -> tuple[str, ...]:
    """The longest first, so that "passwords" is no "pass" with something behind."""
    text = (Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8")
    return tuple(sorted(text.split(), key=len, reverse=True))


def is_common(password: str, *known: str) -> bool:
    """Whether a password is one of those that are tried first; `known` are login and name."""
    plain = password.casefold()
    if len(set(plain)) < 5:
        return True
    own = tuple(each.casefold() for each in known if len(each) >= PIECE)
    return any(_left(text, own) <= LEFT for text in {plain, plain.translate(LEET)})


def _left(text: str, own: tuple[str, ...]) -> int:
    """How many letters are left without what is easily guessed; digits and signs hardly count."""
    for word in (*own, *_words()):
        text = text.replace(word, " ")
    text = _without_walks(_without_repeats(text))
    letters = sum(each.isalpha() for each in text)
    others = len(re.sub(r"\s", "", text)) - letters
    return letters + others // 3


def _without_repeats(text: str) -> str:
    """What comes again and again is told once."""
    return re.sub(r"(.{1,6}?)\1+", r"\1", text)


def _without_walks(text: str) -> str:
    out, at = [], 0
    while at < len(text):
        length = max(_walk(text, at, row) for row in ROWS)
        if length >= PIECE:
            out.append(" ")
            at += length
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def _walk(text: str, at: int, row: str) -> int:
    """How far the text follows a row from there, in either direction."""
    longest = 0
    for way in (row, row[::-1]):
        start = way.find(text[at : at + PIECE])
        while start >= 0 and at + PIECE <= len(text):
            length = PIECE
            while text[at + length : at + length + 1] == way[start + length : start + length + 1]:
                if at + length >= len(text) or start + length >= len(way):
                    break
                length += 1
            longest = max(longest, length)
            start = way.find(text[at : at + PIECE], start + 1)
    return longest
