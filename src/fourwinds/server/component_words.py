"""What is wrong with a component file, in the reader's language.

The games say it in English, as they say it on the command line. `[component_errors]` in texts/ has
every such sentence: the English one is the pattern by which the others are found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from fourwinds.core.component_lines import place
from fourwinds.core.words import Verbatim, Words
from fourwinds.server.localisation import texts
from fourwinds.server.wire.boxes import ProblemOut

GOT = ", got "
RULE = re.compile(r"(.*) (\([A-Z]{2}-[\d.]+\))", re.S)
PLACE = re.compile(r"([^.\[]+)(?:\[(\d+)\])?\.?(.*)", re.S)


def problem(
    own: Words, message: str, players: Sequence[int], data: Mapping[str, Any]
) -> ProblemOut:
    """A message such as `card[3].count: expected ...` for people."""
    where, colon, rest = message.partition(": ")
    if not colon:
        words = said(own, message)
        return ProblemOut(where="", message=words, said=words, players=[*players])
    at, words = place(where, data), said(own, rest)
    whole = own.line(
        "component_places/whole", place=Verbatim(place_words(own, at)), said=Verbatim(words)
    )
    return ProblemOut(where=at, message=whole, said=words, players=[*players])


def said(own: Words, text: str) -> str:
    """A sentence in the language of `own`; one without a translation stays as it is."""
    head, got, value = text.partition(GOT)
    whole = _translated(own, text, counts=bool(got))
    if whole is not None:
        return whole
    inner = _translated(own, head, counts=False)
    if inner is None or not got:
        return text
    return inner + own.line("component_places/got", value=Verbatim(value))


def _translated(own: Words, text: str, counts: bool) -> str | None:
    """`counts` asks for sentences that themselves say what came; others have it at their end."""
    rule = RULE.fullmatch(text)
    bare = rule[1] if rule else text
    for key, pattern in _patterns(counts):
        found = pattern.fullmatch(bare)
        if found:
            values = {name: Verbatim(value) for name, value in found.groupdict().items()}
            line = own.line(f"component_errors/{key}", **values)
            return f"{line} {rule[2]}" if rule else line
    return None


@cache
def _patterns(counts: bool) -> list[tuple[str, re.Pattern[str]]]:
    """By key, those with most words of their own first: `expected {count}` fits too much."""
    found = texts("en").find("component_errors")
    assert isinstance(found, Mapping)
    ordered = sorted(found.items(), key=lambda entry: -len(re.sub(r"\{\w+\}", "", entry[1])))
    return [(key, _pattern(text)) for key, text in ordered if (GOT in text) == counts]


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    made = [f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts)]
    return re.compile("".join(made), re.S)


def place_words(own: Words, where: str) -> str:
    """Where in the form it is: the section, the row, the field."""
    inner = own.find(f"form/{'-'.join(where.split('.')[:2])}")
    section, row, field = where, None, ""
    if isinstance(inner, str) and "." in where:
        section, field = "-".join(where.split(".")[:2]), ".".join(where.split(".")[2:])
    elif found := PLACE.fullmatch(where):
        section, row, field = found[1], found[2], found[3]
    out = [_label(own, section)]
    if row is not None:
        out.append(own.line("component_places/row", n=int(row) + 1))
    if field:
        name = re.sub(r"\[\d+\]$", "", field).replace(".", "-")
        label = own.find(f"form/fields/{name}")
        out.append(label if isinstance(label, str) else field)
    return ", ".join(out)


def _label(own: Words, section: str) -> str:
    for key in (f"form/{section}", f"form/fields/{section}"):
        found = own.find(key)
        if isinstance(found, str):
            return found
    first, _, rest = section.partition(" ")
    found = own.find(f"form/{first}")
    return f"{found} {rest}".strip() if isinstance(found, str) else section
