"""Web push: notices that browsers show, encrypted for them alone (RFC 8291), signed (RFC 8292)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from fourwinds.server.errors import ServerError

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
SIGNED_FOR = 12 * 3600
KEPT_FOR = 24 * 3600


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check(p256dh: str, auth: str) -> None:
    """The keys of a browser's subscription; raises if they are none."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
        if len(decoded(auth)) != 16:
            raise ValueError
    except ValueError:
        raise ServerError("bad-address", "expected the keys of a push subscription") from None


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    body: bytes,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body as only that browser can read it; salt and own key are new each time."""
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    theirs = decoded(p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    mine = _public(own)
    secret = _derive(shared, decoded(auth), b"WebPush: info\0" + theirs + mine, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, body + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


class Signer:
    """Signs requests to push services with the server's own key."""

    def __init__(self, seed: bytes, contact: str) -> None:
        number = int.from_bytes(sha256(b"four winds push 1\n" + seed).digest(), "big")
        self._key = ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public = encoded(_public(self._key))
        """What browsers are given when they subscribe."""

    def headers(self, endpoint: str, item: str, now: int) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now // 1000 + SIGNED_FOR,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        text = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return {
            "Authorization": f"vapid t={text}.{signature}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": item,
            "Urgency": "normal",
        }
