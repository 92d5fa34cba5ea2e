"""Records: a whole match as a small text file that people can read.

    Four Winds record 1
    game: santa-timea
    rules: 1
    players: 4
    options: edition=german expert=off rounds=5
    components: 0f3b...
    seed: 7
    names: Ann, Ben, Cleo, Dora
    result: 14 11 13 12
    winners: 0

    1 2 S8
    2 3 N13
    ...
    12 0 P #9a1c0f6e2b7d4c35

A move is its number, the seat, the action in notation and now and then the digest of the state it
led to. `seed` is a whole number or 0x followed by bytes; `position:` (JSON on one line) may stand
instead of it. `result` and `winners` are left out while the match is unfinished; `proof:`
(JSON on one line) may hold what proves the deal fair.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fourwinds.core.components import Components
from fourwinds.core.errors import BadRecord, FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

FIRST_LINE = "Four Winds record 1"
DIGEST_EVERY = 12
MOST_PLAYERS = 10  # a seat is one digit
LARGEST_FILE = 4 * 1024 * 1024
_MOVE = re.compile(r"(\d{1,7}) (\d) ([^#]{1,200}?)(?: #([0-9a-f]{16}))?")
_FIELDS = (
    "game",
    "rules",
    "players",
    "options",
    "components",
    "seed",
    "position",
    "names",
    "result",
    "winners",
    "proof",
)


@dataclass
class Move:
    seat: int
    text: str
    digest: str | None = None
    line: int = 0


@dataclass
class Record:
    """A match as it is written down."""

    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    components: str
    seed: int | bytes | None = None
    position: dict[str, Any] | None = None
    names: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    result: list[int] | None = None
    winners: list[int] | None = None
    proof: dict[str, Any] | None = None
    lines: dict[str, int] = field(default_factory=dict, repr=False)

    @staticmethod
    def begin(
        rules: Rules,
        seed: int | bytes | None = None,
        position: Mapping[str, Any] | None = None,
        names: list[str] | None = None,
    ) -> Record:
        """An empty record of a match with these rules."""
        return Record(
            game=rules.game.id,
            rules_version=rules.game.rules_version,
            players=rules.players,
            options=dict(rules.options),
            components=rules.components.digest,
            seed=seed,
            position=None if position is None else dict(position),
            names=[written_name(name) for name in names or []],
        )

    def add(self, seat: int, text: str, after: State) -> None:
        """Note a move and the state it led to."""
        due = (len(self.moves) + 1) % DIGEST_EVERY == 0 or after.over
        self.moves.append(Move(seat, text, after.digest() if due else None))
        if after.over:
            self.result = after.scores
            self.winners = after.winners

    def shorten(self, moves: int) -> None:
        """Forget all but the first moves."""
        del self.moves[moves:]
        self.result = self.winners = None

    # Text.

    def dumps(self) -> str:
        options = " ".join(f"{name}={_option(value)}" for name, value in self.options.items())
        lines = [
            FIRST_LINE,
            f"game: {self.game}",
            f"rules: {self.rules_version}",
            f"players: {self.players}",
            f"options: {options}",
            f"components: {self.components}",
        ]
        if self.position is not None:
            lines.append(f"position: {json.dumps(self.position, separators=(',', ':'))}")
        elif self.seed is not None:
            seed = f"0x{self.seed.hex()}" if isinstance(self.seed, bytes) else str(self.seed)
            lines.append(f"seed: {seed}")
        if self.names:
            lines.append(f"names: {', '.join(self.names)}")
        if self.result is not None:
            lines.append(f"result: {' '.join(map(str, self.result))}")
        if self.winners is not None:
            lines.append(f"winners: {' '.join(map(str, self.winners))}")
        if self.proof is not None:
            lines.append(f"proof: {json.dumps(self.proof, separators=(',', ':'))}")
        lines.append("")
        for number, move in enumerate(self.moves, 1):
            mark = f" #{move.digest}" if move.digest else ""
            lines.append(f"{number} {move.seat} {move.text}{mark}")
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.dumps(), encoding="utf-8")

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read a record from a file."""
        try:
            if Path(path).stat().st_size > LARGEST_FILE:
                raise BadRecord(1, f"expected a file of at most {LARGEST_FILE} bytes")
            text = Path(path).read_text(encoding="utf-8-sig")
        except OSError as error:
            raise BadRecord(1, f"{path} cannot be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise BadRecord(1, "expected a text file in UTF-8") from None
        except ValueError as error:
            raise BadRecord(1, f"expected the name of a file ({error})") from None
        return Record.loads(text)

    @staticmethod
    def loads(text: str) -> Record:
        lines = text.splitlines()
        if not lines or lines[0].strip() != FIRST_LINE:
            raise BadRecord(1, f"expected {FIRST_LINE!r}, got {_shown(lines)!r}")
        header, places, at = _header(lines)
        record = _from_header(header, places)
        for number in range(at, len(lines)):
            if not lines[number].strip():
                continue
            move = _MOVE.fullmatch(lines[number].strip())
            due = len(record.moves) + 1
            if move is None:
                raise BadRecord(
                    number + 1,
                    f"expected a move such as '{due} 0 N13', got {lines[number][:40]!r}",
                )
            if int(move[1]) != due:
                raise BadRecord(number + 1, f"expected move number {due}, got {move[1]}")
            if int(move[2]) >= record.players:
                raise BadRecord(
                    number + 1, f"expected a seat below {record.players}, got {move[2]}"
                )
            record.moves.append(Move(int(move[2]), move[3].strip(), move[4], number + 1))
        return record

    # Replay.

    def bind(self, components: Components | Mapping[str, Any] | str | Path | None = None) -> Rules:
        """The rules of this record; it must be of this rules version and these components."""
        game = find_game(self.game)
        if self.rules_version != game.rules_version:
            raise BadRecord(
                self.lines.get("rules", 1),
                f"a record of rules version {self.rules_version} of {self.game}, which is needed to"
                f" replay it; expected version {game.rules_version}",
            )
        rules = game.rules(self.players, self.options, components)
        if self.components != rules.components.digest:
            raise BadRecord(
                self.lines.get("components", 1),
                f"expected components {self.components}, got {rules.components.digest}"
                " (give the component file it was played with)",
            )
        return rules

    def start(self, components: Components | Mapping[str, Any] | str | Path | None = None) -> State:
        """The state before the first move."""
        rules = self.bind(components)
        if self.position is not None:
            return rules.position(self.position)
        return rules.start(self.seed)

    def states(
        self,
        components: Components | Mapping[str, Any] | str | Path | None = None,
        tell: list[Any] | None = None,
        cited: dict[str, int] | None = None,
    ) -> Iterator[State]:
        """The state before the first move and after each; the same object, moving on."""
        rules = self.bind(components)
        state = self.start(components)
        if self.position is None and (tell is not None or cited is not None):
            state = rules.start_with(_key(self.seed), tell, cited)
        state.record_to(tell, cited)
        yield state
        for number, move in enumerate(self.moves, 1):
            try:
                state.play(move.seat, move.text)
            except FourWindsError as error:
                raise BadRecord(move.line or number, f"move {number}: {error}") from None
            if move.digest is not None and state.digest() != move.digest:
                raise BadRecord(
                    move.line or number,
                    f"move {number}: expected digest {move.digest}, got {state.digest()}",
                )
            yield state

    def replay(
        self, components: Components | Mapping[str, Any] | str | Path | None = None
    ) -> State:
        """Play all moves, check every digest and the result; return the last state."""
        *_, state = self.states(components)
        if self.result is not None and not state.over:
            last = len(self.moves)
            raise BadRecord(
                self.moves[-1].line or last if self.moves else 1,
                f"expected more moves: the match has a result, but is not over after move {last}",
            )
        if self.result is not None and self.result != state.scores:
            raise BadRecord(
                self.lines.get("result", 1),
                f"expected result {self.result}, as it says, got {state.scores} by its moves",
            )
        if self.winners is not None and self.winners != state.winners:
            raise BadRecord(
                self.lines.get("winners", 1),
                f"expected winners {self.winners}, as it says, got {state.winners} by its moves",
            )
        return state


def _key(seed: object) -> Any:
    from fourwinds.core.chance import key_of_seed

    return key_of_seed(seed)


def written_name(name: str) -> str:
    """A player's name on its line: printable, without the comma that ends it, never empty."""
    kept = "".join(c if c.isprintable() and c != "," else " " for c in name)
    return " ".join(kept.split()) or "?"


def _option(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _shown(lines: list[str]) -> str:
    return lines[0][:40] if lines else "nothing"


def _header(lines: list[str]) -> tuple[dict[str, str], dict[str, int], int]:
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    for number in range(1, len(lines)):
        line = lines[number].strip()
        if not line:
            return header, places, number
        name, colon, value = line.partition(":")
        if not colon or name not in _FIELDS:
            raise BadRecord(
                number + 1, f"expected one of {', '.join(_FIELDS)} and a colon, got {line[:40]!r}"
            )
        if name in header:
            raise BadRecord(number + 1, f"expected {name} only once")
        header[name] = value.strip()
        places[name] = number + 1
    return header, places, len(lines)


def _from_header(header: dict[str, str], places: dict[str, int]) -> Record:
    for name in ("game", "rules", "players", "options", "components"):
        if name not in header:
            raise BadRecord(len(header) + 2, f"expected a line '{name}: ...' in the header")
    if ("seed" in header) == ("position" in header):
        raise BadRecord(len(header) + 2, "expected either 'seed: ...' or 'position: ...'")
    try:
        game = find_game(header["game"])
    except FourWindsError as error:
        raise BadRecord(places["game"], str(error)) from None
    record = Record(
        game=game.id,
        rules_version=_number(header, places, "rules"),
        players=_number(header, places, "players"),
        options={},
        components=header["components"],
        lines=places,
    )
    if not 0 < record.players <= MOST_PLAYERS:
        raise BadRecord(places["players"], f"expected 1 to {MOST_PLAYERS} players")
    # What other rules allow nobody here knows; such a record is read, and replayed elsewhere.
    ours = record.rules_version == game.rules_version
    if ours and record.players not in game.seats:
        raise BadRecord(places["players"], f"expected {game.seats[0]} to {game.seats[-1]} players")
    for part in header["options"].split():
        name, _, value = part.partition("=")
        if not ours:
            record.options[name] = value
            continue
        if name not in game.options:
            raise BadRecord(places["options"], f"unknown option {name[:40]!r}")
        try:
            record.options[name] = game.options[name].read(value)
        except FourWindsError as error:
            raise BadRecord(places["options"], str(error)) from None
    if "seed" in header:
        record.seed = _seed(header["seed"], places["seed"])
    else:
        record.position = _json(header, places, "position")
    if "proof" in header:
        record.proof = _json(header, places, "proof")
    record.names = [name.strip() for name in header.get("names", "").split(",") if name.strip()]
    for name in ("result", "winners"):
        if name in header:
            try:
                setattr(record, name, [int(word[:9]) for word in header[name].split()])
            except ValueError:
                raise BadRecord(places[name], "expected whole numbers") from None
    return record


def _number(header: dict[str, str], places: dict[str, int], name: str) -> int:
    value = header[name]
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        raise BadRecord(places[name], f"expected a whole number, got {value[:40]!r}")
    return int(value)


def _json(header: dict[str, str], places: dict[str, int], name: str) -> Any:
    try:
        return json.loads(header[name])
    except (ValueError, RecursionError) as error:
        raise BadRecord(places[name], f"expected JSON ({error})") from None


def _seed(text: str, line: int) -> int | bytes:
    try:
        if text.startswith("0x"):
            return bytes.fromhex(text[2:])
        if len(text) > 4000:
            raise ValueError
        return int(text)
    except ValueError:
        raise BadRecord(
            line, f"expected a whole number or 0x and bytes, got {text[:40]!r}"
        ) from None
