"""Fair deals: nobody, the server included, can choose the cards or change a secret vote.

Before anybody sits down the server draws a secret of 32 bytes and shows its commitment:

    commitment = SHA-256("four winds secret 1\\n" + secret)

Players may add salts. Of what a player types only a hash is kept, so that no words of his need ever
be removed from a match:

    salt = SHA-256("four winds salt 1\\n" + what he typed), in hexadecimal

The seed of the deal is

    SHA-256("four winds deal 1\\n" + secret + for each seat: length of salt (a byte), salt)

A secret choice is sealed in the log that all see and opened when the table shows it:

    nonce = SHA-256("four winds nonce 1\\n" + secret + entry number as 8 bytes, big-endian)
    seal  = SHA-256("four winds seal 1\\n" + nonce + one byte seat + the moves, each and a newline)

After the end the secret is shown: anybody who kept commitment, salts and seals can check it all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def _hash(purpose: str, *parts: bytes) -> bytes:
    return hashlib.sha256(f"four winds {purpose} 1\n".encode() + b"".join(parts)).digest()


def commitment(secret: bytes) -> str:
    return _hash("secret", secret).hex()


def salt(text: str) -> str:
    """The salt that what a player typed makes."""
    return _hash("salt", text.encode()).hex()


def seed(secret: bytes, salts: Sequence[str]) -> bytes:
    """The seed that the secret and all salts make together."""
    packed = [salt.encode() for salt in salts]
    return _hash("deal", secret, *(bytes([len(salt)]) + salt for salt in packed))


def bot_seed(secret: bytes, seat: int, moves: int) -> int:
    """The chance of a bot in a deal of the day, at its next move after that number."""
    found = _hash("bot", secret, bytes([seat]), moves.to_bytes(4, "big"))
    return int.from_bytes(found[:8], "big") >> 1


def nonce(secret: bytes, number: int) -> bytes:
    """What hides the choice sealed by that entry of the log."""
    return _hash("nonce", secret, number.to_bytes(8, "big"))


def seal(nonce: bytes, seat: int, moves: Sequence[str]) -> str:
    return _hash(
        "seal", nonce, bytes([seat]), "".join(f"{move}\n" for move in moves).encode()
    ).hex()
