"""Static files of the web page: what `vite build` put into fourwinds/web, with a strict policy.

Names under /assets/ hold a hash of their content and are kept for ever; every other path that is no
file is the one page, whose script finds out what to show.
"""

from __future__ import annotations

import mimetypes
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from fourwinds.server.errors import ServerError

router = APIRouter(include_in_schema=False)
FOLDER = Path(str(resources.files("fourwinds"))) / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-src 'self'; frame-ancestors 'self'"
)
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOR_EVER = "public, max-age=31536000, immutable"
NOT_BUILT = (
    "This installation has no web page: it was built from the sources, without Node.js. The API, "
    "bots and the terminal work. For the page, run `make play` in a clone of the repository (it "
    "fetches Node.js where there is none), or install a wheel made by `make package`."
)
RESERVED = ("api", "health", "ready", "metrics", "openapi.json")


def is_built() -> bool:
    return (FOLDER / "index.html").is_file()


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str, request: Request) -> Response:
    if path.partition("/")[0] in RESERVED:
        raise ServerError("not-found", "expected a route of this API")
    if not is_built():
        return Response(f"{NOT_BUILT}\n", 503, media_type="text/plain")
    file = _file(path)
    if file is None:
        if path.startswith("assets/") or "." in path.rpartition("/")[2]:
            raise ServerError("not-found", "expected a file of the web page")
        file = FOLDER / "index.html"
    headers = {
        "content-security-policy": POLICY,
        # The rules page has examples in frames of its own.
        "x-frame-options": "SAMEORIGIN",
        "cache-control": FOR_EVER if path.startswith("assets/") else "no-cache",
        "vary": "accept-encoding",
    }
    about = file.stat()
    tag = f'W/"{about.st_mtime_ns:x}-{about.st_size:x}"'
    headers["etag"] = tag
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml")):
        kind += "; charset=utf-8"
    taken = request.headers.get("accept-encoding", "")
    for encoding, ending in ENCODINGS:
        packed = file.with_name(file.name + ending)
        if encoding in taken and packed.is_file():
            headers["content-encoding"] = encoding
            return Response(packed.read_bytes(), media_type=kind, headers=headers)
    return Response(file.read_bytes(), media_type=kind, headers=headers)


def _file(path: str) -> Path | None:
    """The file of that path inside the folder, if there is one."""
    try:
        found = (FOLDER / path).resolve()
        inside = found.is_relative_to(FOLDER.resolve())
        return found if inside and found.is_file() else None
    except (OSError, ValueError):
        return None  # no file can have such a name
