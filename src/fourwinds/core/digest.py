"""Digests: short stable hashes of JSON-ready data."""

from __future__ import annotations

import hashlib
import json


def canonical(data: object) -> bytes:
    """The one way to write this data as bytes: sorted keys, no spaces, UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: object) -> str:
    """The first 64 bits of SHA-256 over the canonical form, as 16 hexadecimal digits."""
    return hashlib.sha256(canonical(data)).hexdigest()[:16]
