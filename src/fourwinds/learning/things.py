"""Things of a board that a lesson points at, by one name each: `hand`, `card:N3`, `player:1`.

A game lists its things in `teaching.toml`, each with what it is called; what may stand behind the
colon comes from the view, so that a lesson cannot point at what is not there:

[things.card]
view = ["hand.*", "trick.*.card"]    # as written in the view at these paths (learning/paths.py)
en = "the card {0}"

`seats = true` allows the number of each seat, `names = [...]` what is listed, `components` paths
into the component data. A thing with none of these stands alone; with `alone = true` it may do so
as well (`wind` is the one that blows, `wind:N2` one of the row).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import fourwinds as fw
from fourwinds.core.words import Verbatim, Words
from fourwinds.learning.lesson import BadLesson
from fourwinds.learning.paths import find


@cache
def teaching(game: str) -> Mapping[str, Any]:
    """What a game's teaching.toml says; {} where it has none."""
    path = fw.game(game).folder / "teaching.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def vocabulary(game: str) -> Mapping[str, Mapping[str, Any]]:
    """The kinds of things of a game, each with where its names come from."""
    found: Mapping[str, Mapping[str, Any]] = teaching(game).get("things", {})
    return found


def check(thing: str, view: Mapping[str, Any], components: Mapping[str, Any]) -> None:
    """Raise an error if the view has no such thing."""
    kind, colon, name = thing.partition(":")
    known = vocabulary(view["game"])
    if kind not in known:
        raise BadLesson(f"{thing}: expected one of {', '.join(known)}")
    many = any(key in known[kind] for key in ("view", "seats", "names", "components"))
    if colon and not many:
        raise BadLesson(f"{thing}: expected {kind}")
    if many and not colon and not known[kind].get("alone"):
        raise BadLesson(f"{thing}: expected {kind}:...")
    if colon:
        there = names(known[kind], view, components)
        if name not in there:
            raise BadLesson(f"{thing}: expected one of {', '.join(sorted(there)) or 'none'}")


def names(
    spec: Mapping[str, Any], view: Mapping[str, Any], components: Mapping[str, Any]
) -> set[str]:
    """What may stand behind the colon now."""
    found: list[Any] = [*spec.get("names", ())]
    if spec.get("seats"):
        found += range(view["players"])
    for path in spec.get("view", ()):
        found += find(view, path)
    for path in spec.get("components", ()):
        found += find(components, path)
    return {str(each) for each in found if each is not None}


def label(thing: str, own: Words, game: str, players: list[str]) -> str:
    """What a thing is called, for people."""
    kind, _, name = thing.partition(":")
    spec = vocabulary(game)[kind]
    named: str = Verbatim(players[int(name)]) if spec.get("seats") and name else own.name(name)
    if named == name and " " in name:
        # A card with its ports is called as its kind: "weapons Jamaica Trinidad".
        kind_of_card = name.split(" ")[0]
        known = own.name(kind_of_card)
        named = known if known != kind_of_card else named
    text: str = spec[own.language]
    return text.replace("{0}", named).strip(" :")  # a thing alone has no name behind a colon
