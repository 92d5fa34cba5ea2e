"""Builds the documentation as a site: python docs/site.py (or make docs).

The pages are the documents of the repository as they are; links between them are turned to the
site's, links to other files become plain names. mkdocs.yml has the order. The result lies in
src/fourwinds/web_docs, from where `fourwinds serve` shows it under /docs.
"""

from __future__ import annotations

import base64
import hashlib
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STAGE = ROOT / "build" / "docs"
SITE = ROOT / "src" / "fourwinds" / "web_docs"
SHOWN = (".webp", ".svg", ".png")
OTHERS = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "deploy/README.md": "deploy.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
# The reference is read from sources, also of what is compiled.
COMPILED = "fourwinds.core.state.State.play"
INLINE = re.compile(r"<script>(.*?)</script>", re.S)


def pages() -> dict[str, str]:
    """Every document by its path in the repository, and its name on the site."""
    found = {f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    return found | OTHERS


def turned(text: str, source: str, names: dict[str, str]) -> str:
    """The text of a document with its links turned to those of the site."""

    def turn(link: re.Match[str]) -> str:
        picture, words, target, anchor = link[1], link[2], link[3], link[4] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in names:
            return f"{picture}[{words}]({names[path]}{anchor})"
        if path.startswith("docs/") and path.endswith(SHOWN):
            return f"{picture}[{words}]({path.removeprefix('docs/')})"
        if not (ROOT / path).exists():
            raise SystemExit(f"{source}: expected a file, got the link {target}")
        return words if words == path else f"{words} (`{path}`)"

    return LINK.sub(turn, text)


def stage() -> None:
    """Lay out what mkdocs builds from."""
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir(parents=True)
    names = pages()
    for source, name in names.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        (STAGE / name).write_text(turned(text, source, names), encoding="utf-8")
    for path in (ROOT / "docs").rglob("*"):
        if path.suffix in SHOWN:
            target = STAGE / path.relative_to(ROOT / "docs")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def script_hashes(folder: Path) -> list[str]:
    """The scripts that stand in pages, by hash, so that the site's policy can allow them alone."""
    found = {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for page in folder.rglob("*.html")
        for script in INLINE.findall(page.read_text(encoding="utf-8"))
    }
    return sorted(f"'sha256-{each}'" for each in found)


def main() -> None:
    stage()
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]
    if subprocess.run(words, cwd=ROOT, env=quiet).returncode:
        raise SystemExit("the site was not built")
    if COMPILED not in (SITE / "python.html").read_text(encoding="utf-8"):
        raise SystemExit(f"python.html lacks what is compiled: {COMPILED}")
    (SITE / "scripts.txt").write_text("\n".join(script_hashes(SITE)) + "\n", encoding="utf-8")
    print(f"{sum(1 for _ in SITE.rglob('*.html'))} pages in {SITE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
