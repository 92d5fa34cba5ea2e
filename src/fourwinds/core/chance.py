"""Chance: one generator for every shuffle, deal and random choice.

The generator is ChaCha with eight rounds, read as little pieces of sixteen bits. A match has a
secret key of 256 bits. A shuffle reads the stream named by its pile and by how often that pile was
shuffled before: the nonce is (pile + 1) * 2**32 + times. So the same key gives the same cards
whatever players do in between, nobody can work out the key from the cards he has seen, and a
verifier needs this page and nothing else. The same numbers come out compiled, interpreted, and for
ever: tests/core/test_chance.py holds the vectors.

The stream of (key, nonce): block b (b = 0, 1, ...) is the ChaCha block with the constants
"expand 32-byte k", the key as eight little-endian words, block counter b (one word, then a zero
word), the nonce (its low word, then its high word). Each of its sixteen words gives its low, then
its high sixteen bits.

Below n (1 <= n <= 65536): take a piece r; m = r * n; if (m mod 65536) < (65536 mod n) take another
piece and begin again; the number is m div 65536. Every number is equally likely.

A shuffle of k places out of a list of n: for i = 0 .. k-1 swap place i with place i + below(n - i).
"""

from __future__ import annotations

import hashlib
import operator
from typing import Any, Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import BadSeed

WORD: Final = 0xFFFFFFFF
PIECE: Final = 0x10000
EXPA: Final = 0x61707865
ND_3: Final = 0x3320646E
TWO_BY: Final = 0x79622D32
TE_K: Final = 0x6B206574
MATCH_ROUNDS: Final = 8
LONGEST_SEED: Final = 1024  # bytes; as a number it is short enough for Python to write out


def _quarter(a: i64, b: i64, c: i64, d: i64) -> tuple[i64, i64, i64, i64]:
    a = (a + b) & WORD
    d ^= a
    d = ((d << 16) | (d >> 16)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 12) | (b >> 20)) & WORD
    a = (a + b) & WORD
    d ^= a
    d = ((d << 8) | (d >> 24)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 7) | (b >> 25)) & WORD
    return a, b, c, d


class Key:
    """The 256-bit secret of a match, shared by all copies of its state and never changed."""

    def __init__(self, words: vec[i64]) -> None:
        self.words = words

    def hex(self) -> str:
        return b"".join([int(word).to_bytes(4, "little") for word in self.words]).hex()

    def __reduce__(self) -> tuple[Any, ...]:
        return (key_of_bytes, (bytes.fromhex(self.hex()),))


def key_of_bytes(secret: bytes) -> Key:
    """The key whose eight words are these 32 bytes, little-endian."""
    if len(secret) != 32:
        raise BadSeed(f"expected a key of 32 bytes, got {len(secret)}")
    words = vec[i64]([0] * 8)
    for i in range(8):
        words[i] = int.from_bytes(secret[4 * i : 4 * i + 4], "little")
    return Key(words)


class Shuffle:
    """A shuffle that was made: the stream it read, the cards before and after."""

    def __init__(self, key: str, nonce: int, before: list[int], after: list[int]) -> None:
        self.key = key
        self.nonce = nonce
        self.before = before
        self.after = after


class Shuffles:
    """The shuffles made while a law watches; `kept` is None while none does."""

    def __init__(self) -> None:
        self.kept: list[Shuffle] | None = None


SHUFFLES: Final = Shuffles()


class Stream:
    """Random numbers from a key and a nonce."""

    def __init__(self, key: Key, nonce: i64) -> None:
        self.key = key.words
        self.nonce = nonce
        self.block: i64 = 0
        self.pieces = vec[i64]([0] * 32)
        self.at: i64 = 32

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets a stream be pickled; the copy continues at the same place."""
        return (stream_at, (Key(self.key), int(self.nonce), int(self.block), int(self.at)))

    def restart(self, nonce: i64) -> None:
        """Begin the stream of another nonce, with the same key."""
        self.nonce = nonce
        self.block = 0
        self.at = 32

    def refill(self, rounds: i64) -> None:
        """Write the next block to `pieces`. Matches use MATCH_ROUNDS; tests also try 20."""
        k = self.key
        a0: i64 = EXPA
        a1: i64 = ND_3
        a2: i64 = TWO_BY
        a3: i64 = TE_K
        b0, b1, b2, b3 = k[0], k[1], k[2], k[3]
        c0, c1, c2, c3 = k[4], k[5], k[6], k[7]
        d0 = self.block
        d1: i64 = 0
        d2 = self.nonce & WORD
        d3 = self.nonce >> 32
        done: i64 = 0
        while done < rounds:
            a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
            a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
            a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
            a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
            a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
            a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
            a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
            a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
            done += 2
        self._write(0, a0 + EXPA, a1 + ND_3, a2 + TWO_BY, a3 + TE_K)
        self._write(8, b0 + k[0], b1 + k[1], b2 + k[2], b3 + k[3])
        self._write(16, c0 + k[4], c1 + k[5], c2 + k[6], c3 + k[7])
        self._write(24, d0 + self.block, d1, d2 + (self.nonce & WORD), d3 + (self.nonce >> 32))
        self.block += 1
        self.at = 0

    def _write(self, at: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        """Four words, their low halves first; what is above 32 bits is cut off."""
        pieces = self.pieces
        pieces[at] = a & 0xFFFF
        pieces[at + 1] = (a >> 16) & 0xFFFF
        pieces[at + 2] = b & 0xFFFF
        pieces[at + 3] = (b >> 16) & 0xFFFF
        pieces[at + 4] = c & 0xFFFF
        pieces[at + 5] = (c >> 16) & 0xFFFF
        pieces[at + 6] = d & 0xFFFF
        pieces[at + 7] = (d >> 16) & 0xFFFF

    def piece(self) -> i64:
        """The next sixteen bits."""
        at = self.at
        if at == 32:
            self.refill(MATCH_ROUNDS)
            at = 0
        self.at = at + 1
        return self.pieces[at]

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely; n is at most 65536."""
        m = self.piece() * n
        # Only where the low half is below n can it be one of the 65536 mod n that are uneven.
        if (m & 0xFFFF) < n or n < 1:
            return self._below(m, n)
        return m >> 16

    def _below(self, m: i64, n: i64) -> i64:
        if n < 1 or n > PIECE:
            raise ValueError("below() expects a number from 1 to 65536")
        uneven = PIECE % n
        while (m & 0xFFFF) < uneven:
            m = self.piece() * n
        return m >> 16

    def shuffle(self, cards: vec[u8], count: i64, places: i64) -> None:
        """Fill the first `places` of the first `count` cards with a random choice of them."""
        if SHUFFLES.kept is not None:
            self._note(SHUFFLES.kept, cards, count, places)
            return
        self._shuffle(cards, count, places)

    def _note(self, kept: list[Shuffle], cards: vec[u8], count: i64, places: i64) -> None:
        before = [int(cards[i]) for i in range(count)]
        self._shuffle(cards, count, places)
        after = [int(cards[i]) for i in range(places)]
        kept.append(Shuffle(Key(self.key).hex(), self.nonce, before, after))

    def _shuffle(self, cards: vec[u8], count: i64, places: i64) -> None:
        for i in range(places):
            j = i + self.below(count - i)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def random_key(self) -> Key:
        """A fresh key drawn from this stream, for an imagined world."""
        words = vec[i64]([0] * 8)
        for i in range(i64(8)):
            words[i] = self.piece() | (self.piece() << 16)
        return Key(words)


def key_of_seed(seed: object, purpose: str = "match") -> Key:
    """The key of a seed: SHA-256 over a line that names the purpose, then the seed's bytes."""
    line = f"four winds {purpose} 1\n".encode()
    return key_of_bytes(hashlib.sha256(line + _seed_bytes(seed)).digest())


def stream_at(key: Key, nonce: int, block: int, at: int) -> Stream:
    """A stream of which so much was read already."""
    stream = Stream(key, nonce)
    if block > 0:
        stream.block = block - 1
        stream.refill(MATCH_ROUNDS)
    stream.at = at
    return stream


def stream_of_seed(seed: object, purpose: str) -> Stream:
    return Stream(key_of_seed(seed, purpose), 0)


def _seed_bytes(seed: object) -> bytes:
    if isinstance(seed, (bytes, bytearray)):
        if len(seed) > LONGEST_SEED:
            raise BadSeed(f"expected a seed of at most {LONGEST_SEED} bytes, got {len(seed)}")
        return b"bytes " + bytes(seed)
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool):
        try:
            number = operator.index(seed)
        except TypeError:  # an array, for one, says so only when asked
            raise BadSeed(
                f"expected a seed as one whole number, got {type(seed).__name__}"
            ) from None
        if number.bit_length() > 8 * LONGEST_SEED:
            raise BadSeed(f"expected a seed below 2**{8 * LONGEST_SEED}")
        return b"int " + hex(number).encode()
    raise BadSeed(f"expected a seed as a whole number or bytes, got {type(seed).__name__}")
