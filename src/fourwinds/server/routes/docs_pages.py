"""The documentation as a site, under /docs, where `make docs` has built it.

Its pages hold a few scripts of the theme; the policy allows these, by hash, and no others.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, RedirectResponse, Response

from fourwinds.server.errors import ServerError

router = APIRouter(include_in_schema=False)
FOLDER = Path(str(resources.files("fourwinds"))) / "web_docs"
SCRIPTS = "scripts.txt"
NOT_BUILT = "The documentation is not built: `make docs` in a clone of the repository builds it.\n"


@cache
def _policy(folder: Path) -> str:
    scripts = " ".join((folder / SCRIPTS).read_text(encoding="utf-8").split())
    return (
        f"default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@router.get("/docs")
def first_page() -> Response:
    return RedirectResponse("/docs/index.html")


@router.get("/docs/{path:path}")
def docs_page(path: str) -> Response:
    if not (FOLDER / SCRIPTS).is_file():
        return Response(NOT_BUILT, 503, media_type="text/plain")
    try:
        file = (FOLDER / (path or "index.html")).resolve()
        found = file.is_relative_to(FOLDER.resolve()) and file.is_file()
    except (OSError, ValueError):
        found = False  # no file can have such a name
    if not found:
        raise ServerError("not-found", "expected a page of the documentation")
    headers = {"content-security-policy": _policy(FOLDER), "cache-control": "no-cache"}
    return FileResponse(file, headers=headers)
