"""The generator, against an independent one and against numbers written down."""

from __future__ import annotations

import hashlib
import itertools
import math
import struct
from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import u8

import fourwinds as fw
from fourwinds.core import chance
from fourwinds.core.chance import Stream, key_of_bytes, key_of_seed, stream_of_seed
from fourwinds.core.errors import BadSeed

ZERO = bytes(32)
COUNTING = bytes(range(32))


def reference_block(key: bytes, tail: tuple[int, int, int, int], rounds: int) -> bytes:
    """The ChaCha block of RFC 8439, section 2.3, with any last row and number of rounds."""

    def turn(word: int, by: int) -> int:
        return (word << by | word >> 32 - by) % 2**32

    def quarter(s: list[int], a: int, b: int, c: int, d: int) -> None:
        for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) % 2**32
            s[z] = turn(s[z] ^ s[x], by)

    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), *tail]
    s = list(start)
    for _ in range(rounds // 2):
        for i in range(4):
            quarter(s, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) % 2**32 for a, b in zip(s, start, strict=True)))


def our_block(key: bytes, block: int, nonce: int, rounds: int) -> bytes:
    stream = Stream(key_of_bytes(key), nonce)
    stream.block = block
    stream.refill(rounds)
    return struct.pack("<32H", *(int(piece) for piece in stream.pieces))


def test_the_independent_generator_is_that_of_rfc_8439() -> None:
    tail = struct.unpack("<4I", bytes.fromhex("01000000000000090000004a00000000"))
    assert reference_block(COUNTING, tail, 20).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


@pytest.mark.parametrize(
    ("key", "block", "expected"),
    [
        # RFC 8439, appendix A.1, vectors 1 to 4: those whose nonce is zero.
        (
            ZERO,
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            ZERO,
            1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
        (
            bytes(31) + b"\x01",
            1,
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
        ),
        (
            b"\x00\xff" + bytes(30),
            2,
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
        ),
    ],
)
def test_twenty_rounds_give_the_published_blocks(key: bytes, block: int, expected: str) -> None:
    assert our_block(key, block, 0, 20).hex() == expected


@pytest.mark.parametrize("rounds", [8, 12, 20])
@pytest.mark.parametrize("key", [ZERO, COUNTING, bytes([255]) * 32], ids=["0", "counting", "255"])
@pytest.mark.parametrize(
    ("block", "nonce"),
    [
        (0, 0),
        (1, 0),
        (0, 1),
        (7, 2**32 - 1),
        (2**31, 9),
        (0, 2**32),
        (3, 5 * 2**32 + 7),
        (0, 2**63 - 1),
    ],
)
def test_blocks_agree_with_the_independent_generator(
    key: bytes, block: int, nonce: int, rounds: int
) -> None:
    assert our_block(key, block, nonce, rounds) == reference_block(
        key, (block, 0, nonce % 2**32, nonce // 2**32), rounds
    )


def test_a_shuffle_reads_the_stream_of_its_pile_and_number() -> None:
    state = fw.game("santa-timea").start(seed=5)
    for pile, times in ((0, 0), (2, 0), (2, 1), (6, 2**31)):
        stream = state.stream(pile, times)
        stream.refill(chance.MATCH_ROUNDS)
        found = struct.pack("<32H", *(int(piece) for piece in stream.pieces))
        key = bytes.fromhex(state.key.hex())
        assert found == reference_block(key, (0, 0, times, pile + 1), 8)


def test_the_stream_of_a_pile_is_the_one_written_down() -> None:
    block = our_block(COUNTING, 0, 3 * 2**32 + 1, 8)
    assert block[:16].hex() == "241dd257e86ff7dc6f1418aeed8ad9b4"


def test_a_match_reads_eight_rounds() -> None:
    # The published first block of ChaCha8 for a key and a nonce of zeros.
    assert our_block(ZERO, 0, 0, chance.MATCH_ROUNDS).hex() == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )
    stream = Stream(key_of_bytes(ZERO), 0)
    pieces = [int(stream.piece()) for _ in range(34)]
    assert pieces[:4] == [0x003E, 0x2FEF, 0x5F89, 0xD640]
    second = reference_block(ZERO, (1, 0, 0, 0), 8)
    assert pieces[32:] == list(struct.unpack("<2H", second[:4]))


def test_numbers_below_follow_the_page() -> None:
    for n in (1, 2, 3, 6, 52, 60, 1000, 40000, 65535, 65536):
        stream, pieces = Stream(key_of_bytes(COUNTING), 5), Stream(key_of_bytes(COUNTING), 5)
        for _ in range(50):
            while True:
                m = int(pieces.piece()) * n
                if m % 65536 >= 65536 % n:
                    break
            assert stream.below(n) == m // 65536
        assert int(stream.piece()) == int(pieces.piece())


@pytest.mark.parametrize("n", [3, 7, 60, 1000, 40000])
def test_every_number_below_is_equally_likely(n: int) -> None:
    """Try all 65536 pieces: each number comes from equally many that are not thrown away."""
    stream = Stream(key_of_bytes(ZERO), 0)
    stream.refill(8)
    pieces = stream.pieces
    pieces[1] = 0xFFFF  # the piece after it: never thrown away
    kept: Counter[int] = Counter()
    for first in range(65536):
        pieces[0] = first
        stream.at = 0
        number = int(stream.below(n))
        if stream.at == 1:
            kept[number] += 1
    assert len(kept) == n
    assert set(kept.values()) == {65536 // n}


@pytest.mark.parametrize("n", [0, -1, 65537, 2**40])
def test_numbers_below_have_limits(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 65536"):
        Stream(key_of_bytes(ZERO), 0).below(n)


def test_numbers_below_six_look_fair() -> None:
    stream = stream_of_seed(2026, "dice")
    counts = Counter(int(stream.below(6)) for _ in range(6000))
    # 20.5 is the value of chi-square with five degrees of freedom passed once in a thousand times.
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5


def shuffled(seed: object, count: int, places: int) -> list[int]:
    cards = vec[u8](list(range(count)))
    stream_of_seed(seed, "shuffle").shuffle(cards, count, places)
    return [int(card) for card in cards]


def reference_shuffled(key: bytes, count: int, places: int) -> list[int]:
    """The shuffle as the head of chance.py describes it, from the independent generator."""
    blocks = (reference_block(key, (b, 0, 0, 0), 8) for b in itertools.count())
    pieces = (piece for block in blocks for (piece,) in struct.iter_unpack("<H", block))
    cards = list(range(count))
    for i in range(places):
        n = count - i
        m = next(r * n for r in pieces if r * n % 65536 >= 65536 % n)
        j = i + m // 65536
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize(("count", "places"), [(1, 1), (10, 10), (60, 48), (60, 60), (255, 200)])
@pytest.mark.parametrize("seed", [1, 2, b"winds"])
def test_shuffles_follow_the_page(seed: object, count: int, places: int) -> None:
    key = bytes.fromhex(key_of_seed(seed, "shuffle").hex())
    assert shuffled(seed, count, places) == reference_shuffled(key, count, places)


def test_shuffles_are_those_written_down() -> None:
    assert shuffled(1, 10, 10) == [2, 0, 1, 3, 4, 6, 8, 7, 9, 5]
    assert shuffled(b"winds", 8, 3) == [2, 7, 5, 3, 4, 0, 6, 1]
    assert shuffled(1, 0, 0) == []


def test_all_orders_come_up_equally_often() -> None:
    stream = stream_of_seed(7, "orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        cards = vec[u8]([0, 1, 2, 3])
        stream.shuffle(cards, 4, 4)
        counts[tuple(int(card) for card in cards)] += 1
    assert set(counts) == set(itertools.permutations(range(4)))
    statistic = sum((counts[order] - 200) ** 2 / 200 for order in counts)
    assert statistic < 49.8  # 23 degrees of freedom, once in a thousand


def test_keys_follow_from_seeds_as_written_down() -> None:
    assert key_of_seed(7).hex() == hashlib.sha256(b"four winds match 1\nint 0x7").hexdigest()
    assert key_of_seed(-7).hex() == hashlib.sha256(b"four winds match 1\nint -0x7").hexdigest()
    assert key_of_seed(b"7").hex() == hashlib.sha256(b"four winds match 1\nbytes 7").hexdigest()
    assert key_of_seed(7, "imagine").hex() == (
        hashlib.sha256(b"four winds imagine 1\nint 0x7").hexdigest()
    )
    assert key_of_seed(0).hex() == (
        "ee2e1ef5959a1ae46d8ea79434b48147a683df9f2ba6dc53b9e1a2f8050a0683"
    )
    assert key_of_seed(bytearray(b"x")).hex() == key_of_seed(b"x").hex()


def test_a_key_drawn_from_a_stream_is_new_each_time() -> None:
    stream = stream_of_seed(1, "imagine")
    keys = {stream.random_key().hex() for _ in range(20)}
    assert len(keys) == 20
    secret = bytes.fromhex(key_of_seed(1, "imagine").hex())
    first = stream_of_seed(1, "imagine").random_key()
    assert bytes.fromhex(first.hex()) == reference_block(secret, (0, 0, 0, 0), 8)[:32]


class Seven:
    def __index__(self) -> int:
        return 7


class Broken:
    def __index__(self) -> int:
        raise TypeError("no number")


def test_seeds_of_any_whole_number_type_are_alike() -> None:
    assert key_of_seed(Seven()).hex() == key_of_seed(7).hex()
    assert key_of_seed(2**8000).hex() != key_of_seed(2**8000 + 1).hex()


@pytest.mark.parametrize(
    "seed",
    [1.0, "7", None, True, [7], math.nan, bytes(10_000), 1 << 100_000, -(1 << 100_000), Broken()],
    ids=lambda seed: type(seed).__name__,
)
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(BadSeed, match="expected a seed"):
        key_of_seed(seed)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(BadSeed, match="32 bytes"):
        key_of_bytes(bytes(length))
