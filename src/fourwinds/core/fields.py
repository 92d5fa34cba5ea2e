"""The fields of a table, declared once: python -m fourwinds.core.fields [games/<game>/state.py ...]

A game's Table declares its fields in the class body; `clear` and `copy` follow from that. Compiled
code cannot go through the attributes of an object quickly, so this command writes the two methods
into the file (without arguments, into those of all games of this package). A test fails where a
file is not what it would write.

    round: i64                                              # 0 on an empty table
    owner: Annotated[i64, "NOBODY"]                         # what it is on an empty table
    hands: Annotated[vec[u8], "players * LONGEST_HAND"]     # how many places, each of them 0
    boats: Annotated[vec[i64], "players", "NOBODY"]         # the same, each of them NOBODY
    lookout: Annotated[Lookout, "Lookout(self.box)", FRESH] # a copy makes its own, as if empty

Texts are expressions in which `players` and attributes of the table (`self.box`) may stand.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FRESH: Final = "fresh"
GAMES: Final = Path(__file__).parents[1] / "games"
WIDTH: Final = 100
EMPTY: Final = {"i64": "0", "bool": "False"}


@dataclass(frozen=True)
class Field:
    name: str
    kind: str
    """Its type as it is written: i64, bool, vec[u8] ..."""
    start: str
    """The expression of what it holds on an empty table."""
    is_copied: bool
    is_vec: bool


def fields(table: ast.ClassDef) -> list[Field]:
    """What the class body declares, in order."""
    return [
        _field(node.target.id, node.annotation)
        for node in table.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]


def _field(name: str, annotation: ast.expr) -> Field:
    kind, texts, copied = annotation, [], True
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        assert isinstance(annotation.slice, ast.Tuple)
        kind, *more = annotation.slice.elts
        texts = [str(each.value) for each in more if isinstance(each, ast.Constant)]
        copied = not any(isinstance(each, ast.Name) and each.id == "FRESH" for each in more)
    written = ast.unparse(kind)
    if written.startswith("vec["):
        if not 1 <= len(texts) <= 2:
            raise ValueError(f"{name}: expected the number of places, such as 'players * 4'")
        each, size = texts[1] if len(texts) == 2 else "0", ast.unparse(ast.parse(texts[0]))
        size = size if size.isidentifier() or size.isdigit() else f"({size})"
        return Field(name, written, f"{written}([{each}] * {size})", copied, True)
    if not texts and written not in EMPTY:
        raise ValueError(f"{name}: expected what a {written} is on an empty table")
    return Field(name, written, texts[0] if texts else EMPTY[written], copied, False)


@cache
def declared(folder: Path) -> list[Field]:
    """What the Table of the game in this folder declares and copies; a position holds it.

    Read from the source, because compiled classes keep no annotations.
    """
    source = (folder / "state.py").read_text(encoding="utf-8")
    return [field for field in fields(_table(source)) if field.is_copied]


def clear_method(found: list[Field]) -> list[str]:
    lines = [
        "    def clear(self) -> None:",
        '        """Nothing on the table yet; written by fourwinds.core.fields."""',
    ]
    if any("players" in field.start for field in found):
        lines.append("        players = self.players")
    return lines + [f"        self.{field.name} = {field.start}" for field in found]


def copy_method(table: ast.ClassDef, found: list[Field]) -> list[str]:
    begin = next(n for n in table.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    given = ", ".join(f"self.{argument.arg}" for argument in begin.args.args[1:])
    made = f"        other = {table.name}({given})"
    lines = [
        f"    def copy(self) -> {table.name}:",
        '        """An independent copy; written by fourwinds.core.fields."""',
    ]
    if len(made) <= WIDTH:
        lines.append(made)
    else:
        lines += [f"        other = {table.name}(", f"            {given}", "        )"]
    lines.append("        self.copy_common(other)")
    if any("players" in ast.unparse(ast.parse(f.start)) for f in found if not f.is_copied):
        lines.append("        players = self.players")
    for field in found:
        if not field.is_copied:
            lines.append(f"        other.{field.name} = {field.start}")
        elif field.is_vec:
            lines.append(f"        other.{field.name} = self.{field.name}[:]")
        else:
            lines.append(f"        other.{field.name} = self.{field.name}")
    return [*lines, "        return other"]


def written(source: str) -> str:
    """The source of a state.py with the methods of its Table as its fields say."""
    table = _table(source)
    found = fields(table)
    methods = {"clear": clear_method(found), "copy": copy_method(table, found)}
    lines = source.splitlines()
    old = [n for n in table.body if isinstance(n, ast.FunctionDef) and n.name in methods]
    for node in reversed(old):
        assert node.end_lineno is not None
        lines[node.lineno - 1 : node.end_lineno] = methods.pop(node.name)
    if methods:
        begin = next(
            n for n in table.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"
        )
        assert begin.end_lineno is not None
        new = [line for method in methods.values() for line in ("", *method)]
        lines[begin.end_lineno : begin.end_lineno] = new
    return "\n".join(lines) + "\n"


def is_up_to_date(source: str) -> bool:
    """Whether the methods do what the fields say, however the file is formatted."""
    return ast.dump(ast.parse(source)) == ast.dump(ast.parse(written(source)))


def _table(source: str) -> ast.ClassDef:
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return next(node for node in classes if node.name == "Table")


def main(paths: list[str]) -> None:
    for path in [Path(path).resolve() for path in paths] or sorted(GAMES.glob("*/state.py")):
        source = path.read_text(encoding="utf-8")
        if not is_up_to_date(source):
            path.write_text(written(source), encoding="utf-8")
            print(f"{path.parent.name}/{path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
