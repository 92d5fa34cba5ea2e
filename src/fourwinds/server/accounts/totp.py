"""One-time passwords by time (RFC 6238: SHA-1, six digits, thirty seconds), as apps make them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote, urlencode

import segno

STEP = 30
DIGITS = 6
TOLERATED = 1  # steps before and after, for clocks that differ
ISSUER = "Four Winds"
RECOVERY_CODES = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_secret() -> str:
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    mac = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = mac[-1] & 15
    number = int.from_bytes(mac[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: str, code: str, now: int) -> int | None:
    """The time step that a code belongs to, if it is one of the present (in milliseconds)."""
    present = now // 1000 // STEP
    for step in range(present - TOLERATED, present + TOLERATED + 1):
        if step > 0 and hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step
    return None


def address(secret: str, login: str) -> str:
    """What an app reads from the picture."""
    query = urlencode({"secret": secret, "issuer": ISSUER}, quote_via=quote)
    return f"otpauth://totp/{quote(ISSUER)}:{quote(login)}?{query}"


def picture(text: str) -> tuple[int, str]:
    """A QR code: how many modules it is wide, and the path of an SVG that fills the dark ones."""
    code = segno.make(text, error="m", micro=False)
    rows = [bytes(row) for row in code.matrix]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return len(rows), path


def recovery_codes() -> list[str]:
    return ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(RECOVERY_CODES)]
