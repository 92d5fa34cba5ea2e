"""Setting up a position: what can be changed in it, deals to begin with, what is wrong with one.

A game says in `positions.toml` which fields of `state.position()` a person changes, in groups, and
what they are called (docs/positions.md). The rules alone decide whether a position can lie on a
table: what they say is `BadPosition`, put into the reader's language by `trouble`.
"""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.errors import BadPosition, FourWindsError
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.words import Verbatim, Words, words
from fourwinds.learning.paths import find

KINDS = ("number", "seat", "choice", "flag", "cards", "laid", "counts", "set", "slot", "preset")
MOST_DECISIONS = 400
MOST_OPENING = 60
_WHERE = re.compile(
    r"([a-z_]+(?:\[\d+\]|\.[\w &'-]+)*)(?:(?:, [a-z_]+)* and [a-z_]+)?: (.*)", re.DOTALL
)
_RULE = re.compile(r" \(([A-Z]{2}-\d+(?:\.\d+)?)(?:, [A-Z]{2}-[\d.]+)*\)$")
_PLACE = re.compile(r"\\\{\d\\\}")


@dataclass(frozen=True)
class Choice:
    """Something to choose. With `set` it changes several fields at once, by their paths."""

    value: Any
    label: str
    set: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Field:
    """One thing to change: where it stands in the position, and what it can be."""

    path: str
    label: str
    kind: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    unit: int = 1
    """How many of the position's own units people call one."""
    step: int = 1
    pool: str | None = None
    """The cards (or tiles, ships) that it draws on: what lies here lies nowhere else."""
    leader: str | None = None
    """Of cards laid in turn: the field that says who laid the first."""
    fixed: bool = False
    """Cards may be replaced, but none added or taken away."""
    drops: tuple[str, ...] = ()
    """Fields that follow from this one, left out once it changes."""
    implies: Mapping[str, Any] = field(default_factory=dict)
    """Fields that become something once this one changes."""


@dataclass(frozen=True)
class Group:
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Form:
    groups: tuple[Group, ...]
    pools: Mapping[str, tuple[Choice, ...]]
    """What each pool has, every kind once, in the order of a deal."""
    counts: Mapping[str, Mapping[str, int]]
    """How many there are of each."""
    drawn: tuple[str, ...]
    """Fields that chance fills in where they are left out."""
    derived: tuple[str, ...]
    """Fields that follow from others, left out once anything changes."""


@dataclass(frozen=True)
class Trouble:
    """What is wrong with a position: where, by which rule, and in words."""

    path: str | None
    rule: str | None
    text: str


@cache
def declared(game: str) -> Mapping[str, Any]:
    """What a game's positions.toml says; {} where it has none."""
    path = fw.game(game).folder / "positions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def words_of(game: str, language: str) -> Words:
    """What the form is worded with."""
    return words(language, game, Path(__file__).parent)


def form(rules: Rules, own: Words) -> Form:
    """The form for these players and options, in a language."""
    data = declared(rules.game.id)
    dealt = deal(rules, 0).position()
    counts = {name: _count(spec, dealt) for name, spec in data.get("pools", {}).items()}
    pools = {
        name: tuple(
            Choice(code, _called(own, data["pools"][name], dealt, code)) for code in counts[name]
        )
        for name in counts
    }
    names = player_names(own, rules.players)
    groups = tuple(
        Group(
            group[own.language],
            tuple(
                _field(spec, path, key, own, dealt, names, pools)
                for spec, path, key in _expanded(group["field"], dealt)
            ),
        )
        for group in data.get("group", ())
    )
    return Form(groups, pools, counts, tuple(data.get("drawn", ())), tuple(data.get("derived", ())))


def player_names(own: Words, players: int) -> list[str]:
    return [own.line("positions/player", n=seat + 1) for seat in range(players)]


def deal(rules: Rules, seed: object, decisions: int = 0) -> State:
    """A deal, played on by mates: as far as the game says that a position begins, and further."""
    state = rules.start(seed)
    wanted = declared(rules.game.id).get("begin", {})
    mates: list[bots.Bot] = []
    for seat in range(rules.players):
        mate = bots.make("mate", seat)
        if isinstance(mate, bots.Begins):
            mate.begin(rules, seat)
        mates.append(mate)
    for _ in range(MOST_OPENING):
        position = state.position()
        if all(position[name] == value for name, value in wanted.items()):
            break
        _mate_plays(state, mates)
    for _ in range(min(decisions, MOST_DECISIONS)):
        before = state.copy()
        _mate_plays(state, mates)
        if state.over:
            return before
    return state


def _mate_plays(state: State, mates: list[bots.Bot]) -> None:
    seat = state.actors[0]
    state.play(seat, mates[seat].choose(state.view(seat), state.actions(seat), None))


def undrawn(game: str, position: Mapping[str, Any]) -> dict[str, Any]:
    """The same without what chance decides, so that nobody knows what will be drawn."""
    data = declared(game)
    left = {name: value for name, value in position.items() if name not in data.get("drawn", ())}
    left = copy.deepcopy(left)
    for path, beyond in data.get("unseen", {}).items():
        (order,), (seen,) = find(left, path), find(left, beyond)
        hidden = order[len(seen) :]
        random.SystemRandom().shuffle(hidden)
        order[len(seen) :] = hidden
    return left


def rules_of(game: str, position: object) -> Rules:
    """The rules that a position names."""
    if not isinstance(position, Mapping):
        raise BadPosition("expected a position as a mapping, got something else")
    return fw.game(game).rules(position.get("players"), position.get("options"))


# Fields.


def _expanded(
    specs: list[dict[str, Any]], dealt: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], str, Any]]:
    """Every field with its path; one with a star is there for each seat, port and so on.

    Fields with a star that follow each other are put player by player.
    """
    at = 0
    while at < len(specs):
        head, star, _ = specs[at]["path"].partition("*")
        if not star:
            yield specs[at], specs[at]["path"], None
            at += 1
            continue
        run = [specs[at]]
        keys = find(dealt, head + "#")
        at += 1
        while at < len(specs) and _together(head, specs[at]["path"], keys, dealt):
            run.append(specs[at])
            at += 1
        for key in keys:
            for spec in run:
                yield spec, spec["path"].replace("*", str(key)), key


def _together(head: str, path: str, keys: list[Any], dealt: Mapping[str, Any]) -> bool:
    other, star, _ = path.partition("*")
    same = find(dealt, other + "#") == keys
    return bool(star) and same and (all(isinstance(key, int) for key in keys) or head == other)


def _field(
    spec: Mapping[str, Any],
    path: str,
    key: Any,
    own: Words,
    dealt: Mapping[str, Any],
    names: list[str],
    pools: Mapping[str, tuple[Choice, ...]],
) -> Field:
    kind = spec["kind"]
    label: str = spec[own.language]
    if isinstance(key, int) and spec["path"].partition(".")[0] in BY_PLACE:
        label = f"{label} {key + 1}"
    elif key is not None:
        named = names[key] if isinstance(key, int) else own.name(key)
        label = f"{label} {named}" if kind == "slot" else f"{named}: {label}"
    choices: tuple[Choice, ...] = ()
    if kind == "seat":
        choices = tuple(Choice(seat, name) for seat, name in enumerate(names))
        if spec.get("empty"):
            choices = (Choice(None, own.line("lessons/nobody")), *choices)
    elif kind == "preset":
        choices = tuple(_presets(spec, own, names))
    elif "keys" in spec:
        choices = tuple(Choice(each, own.name(each)) for each in find(dealt, spec["keys"] + ".#"))
    elif "values" in spec:
        choices = tuple(Choice(each, own.name(each)) for each in spec["values"])
    elif "only" in spec:
        wanted = spec["only"]
        choices = tuple(
            each for each in pools[spec["pool"]] if str(each.value).partition(":")[0] in wanted
        )
    return Field(
        path=path,
        label=label,
        kind=kind,
        choices=choices,
        low=spec.get("low", 0),
        high=spec.get("high", 0),
        unit=spec.get("unit", 1),
        step=spec.get("step", 1),
        pool=spec.get("pool"),
        leader=spec.get("leader"),
        fixed=spec.get("fixed", False),
        drops=tuple(spec.get("drops", ())),
        implies={
            name.replace("*", str(key)): value for name, value in spec.get("implies", {}).items()
        },
    )


BY_PLACE = frozenset({"bar"})
"""Fields whose numbers are places and no seats."""


def _presets(spec: Mapping[str, Any], own: Words, names: list[str]) -> Iterator[Choice]:
    for number, each in enumerate(spec["choice"]):
        for seat in range(len(names)) if each.get("each_seat") else (None,):
            label = each[own.language]
            if seat is not None:
                label = label.replace("{seat}", names[seat])
            changes = {
                path: _filled(value, seat, len(names)) for path, value in each["set"].items()
            }
            yield Choice(f"{number}" if seat is None else f"{number}:{seat}", label, changes)


def _filled(value: Any, seat: int | None, players: int) -> Any:
    """TOML has no null: "null" stands for it; "{seat}" is a seat, `each` one value for each."""
    if isinstance(value, dict):
        if set(value) == {"each"}:
            return [_filled(value["each"], seat, players) for _ in range(players)]
        return {name: _filled(each, seat, players) for name, each in value.items()}
    if value == "null":
        return None
    return seat if value == "{seat}" else value


# Pools.


def _count(spec: Mapping[str, Any], dealt: Mapping[str, Any]) -> dict[str, int]:
    codes: list[str] = []
    for path in spec.get("paths", ()):
        for found in find(dealt, path):
            codes += found if isinstance(found, list) else [found]
    for head, most in spec.get("runs", {}).items():
        codes += [f"{head}{n}" for n in range(1, most + 1)]
    codes += spec.get("codes", ())
    order = sorted(set(codes), key=_natural) if "runs" not in spec else list(dict.fromkeys(codes))
    counted = Counter(codes)
    return {code: counted[code] for code in order}


def _natural(code: str) -> list[Any]:
    return [
        (1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"(\d+)", code)
    ]


def _called(own: Words, spec: Mapping[str, Any], dealt: Mapping[str, Any], code: str) -> str:
    """What a card, tile or ship is called."""
    if "letters" in spec:
        digits = len(code) - len(code.lstrip("0123456789"))
        things = own.name([spec["letters"][letter] for letter in code[digits:]])
        return f"{code[:digits]} {own.name(spec['points'])}: {things}"
    if "places" in spec:
        head, _, rest = code.partition(" ")
        places = [own.name(each) for each in find(dealt, spec["places"] + ".#") if each in rest]
        return f"{own.name(head)} ({', '.join(places)})" if places else own.name(head)
    return own.name(code)


# What is wrong.


def trouble(game: str, error: FourWindsError, own: Words, form_: Form | None) -> Trouble:
    """An error of the rules about a position, in the reader's language."""
    text = str(error)
    path = None
    located = _WHERE.fullmatch(text)
    if located:
        path, text = located[1].replace("[", ".").replace("]", ""), located[2]
    cited = _RULE.search(text)
    rule = cited[1] if cited else None
    if cited:
        text = text[: cited.start()]
    said = _translated(game, text, own.language)
    label = _label(path, form_)
    return Trouble(path, rule, f"{label}: {said}" if label else _capital(said))


def _label(path: str | None, form_: Form | None) -> str:
    """What a field is called; that of the nearest one in the form."""
    if path is None or form_ is None:
        return path or ""
    fields = [each for group in form_.groups for each in group.fields]
    wanted = path
    while wanted:
        for each in fields:
            if each.path == wanted or each.path.startswith(wanted + "."):
                return each.label
        wanted = wanted.rpartition(".")[0]
    return path


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """What the rules say of positions, by their English words with numbers for what varies."""
    path = Path(__file__).parent / "position_errors.toml"
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _patterns() -> list[tuple[re.Pattern[str], Mapping[str, str]]]:
    """Longer sentences first, so that none is taken for a shorter one."""
    made = sorted(sentences().items(), key=lambda item: -len(item[0]))
    return [
        (re.compile(_PLACE.sub("(.*)", re.escape(english)), re.DOTALL), others)
        for english, others in made
    ]


def _translated(game: str, text: str, language: str) -> str:
    if language == "en":
        return text
    own = words_of(game, language)
    for pattern, others in _patterns():
        found = pattern.fullmatch(text)
        if found and language in others:
            said = others[language]
            for number, part in enumerate(found.groups()):
                said = said.replace(f"{{{number}}}", own.name(_unquoted(part)))
            return said
    return text


def _unquoted(part: str) -> str:
    bare = part.strip("'\"")
    return Verbatim(bare) if " " in bare else bare
