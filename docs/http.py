"""Writes docs/http.md: every route of the server and what goes over the channel, from OpenAPI."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "http.md"
TOP = """# HTTP and the channel

This page is for people who write programs for a server: every route, and what goes over the channel
of a match. `python docs/http.py` writes it from the OpenAPI document, which a server has under
`/openapi.json` and `fourwinds openapi` prints: there stand the types of everything.
[examples/bot_client.py](../examples/bot_client.py) is a player in 40 lines.

- All routes begin with `/api/v1`. `?lang=en`, `fr` or `de` chooses the language of words.
- Sign in as a guest (`POST /guests`, a cookie) or send a token: `Authorization: Bearer ...`. Tokens
  are made in the settings of the page; they play, but the account stays its owner's business.
- An error is `{"error": {"code", "message", "rule"}, "present"}`; `code` is stable, `message` is
  for people. Limits answer 429.
- A command may carry a `key`: sent again, it gets its first answer and is not done twice.

## The channel

`/api/v1/matches/{match}/channel?seat=&since=` is a WebSocket. The first push is what
`GET /matches/{match}` answers; later ones hold a `patch`. Commands go over it as over the routes
below and are acknowledged by their key once they are on disk. After a break, connect again with the
last number heard (`since`), and send again what was not acknowledged, under the same key.

"""


def main() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "fourwinds", "openapi"], capture_output=True, text=True, check=True
    )
    document = json.loads(printed.stdout)
    PAGE.write_text(TOP + channel(document) + routes(document), encoding="utf-8")


def channel(document: dict[str, Any]) -> str:
    schemas = document["components"]["schemas"]
    out = []
    for name, title in (("ChannelReceived", "What it takes"), ("ChannelSent", "What it sends")):
        out += [f"{title}:", "", "| message | fields | |", "| --- | --- | --- |"]
        for member in _members(schemas[name], schemas):
            fields = ", ".join(f"`{each}`" for each in schemas[member].get("properties", {}))
            about = " ".join(schemas[member].get("description", "").split())
            out.append(f"| {member} | {fields} | {about} |")
        out.append("")
    return "\n".join(out) + "\n"


def _members(schema: dict[str, Any], schemas: dict[str, Any]) -> list[str]:
    out = []
    for each in schema.get("oneOf", schema.get("anyOf", [schema])):
        if "$ref" in each:
            name = each["$ref"].rpartition("/")[2]
            inner = schemas[name]
            out += _members(inner, schemas) if "oneOf" in inner or "anyOf" in inner else [name]
        elif "oneOf" in each or "anyOf" in each:
            out += _members(each, schemas)
    return out


def routes(document: dict[str, Any]) -> str:
    by_tag: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            tag = (route.get("tags") or ["server"])[0]
            asked = ", ".join(
                f"`{each['name']}`"
                for each in route.get("parameters", [])
                if each["in"] == "query" and each["name"] != "lang"
            )
            about = " ".join((route.get("description") or route["summary"]).split())
            shown = path.removeprefix("/api/v1")
            by_tag.setdefault(tag, []).append(
                f"| {method.upper()} | `{shown}` | {asked} | {about} |"
            )
    out = []
    for tag, lines in by_tag.items():
        out += [f"## {tag.capitalize()}", "", "| | route | asked | |", "| --- | --- | --- | --- |"]
        out += [*lines, ""]
    return "\n".join(out)


if __name__ == "__main__":
    main()
