"""Check a record: the moves follow the rules, the deal follows the commitment, no vote was changed.

Only the record is needed; a player who kept the commitment shown before the deal compares it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourwinds.core.errors import BadRecord, FourWindsError
from fourwinds.core.record import Record
from fourwinds.match import fairness


@dataclass(frozen=True)
class Finding:
    """One thing that was checked: moves, commitment, deal or seals. `problem` is None if right."""

    what: str
    count: int
    problem: str | None = None


def verify(record: Record, components: Any = None) -> list[Finding]:
    """All that can be checked of a record."""
    findings = [_moves(record, components)]
    proof = record.proof
    if proof is None:
        return findings
    try:
        secret = bytes.fromhex(proof["secret"])
        salts = [str(salt) for salt in proof["salts"]]
        made = fairness.commitment(secret)
        findings.append(_same("commitment", 1, proof["commitment"], made))
        dealt = record.seed.hex() if isinstance(record.seed, bytes) else str(record.seed)
        findings.append(_same("deal", len(salts), dealt, fairness.seed(secret, salts).hex()))
        findings.append(_seals(record, proof["seals"]))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadRecord(
            record.lines.get("proof", 1), f"expected a whole proof ({error!r})"
        ) from None
    return findings


def _moves(record: Record, components: Any) -> Finding:
    try:
        record.replay(components)
    except FourWindsError as error:
        return Finding("moves", len(record.moves), str(error))
    return Finding("moves", len(record.moves))


def _same(what: str, count: int, said: object, made: str) -> Finding:
    return Finding(what, count, None if said == made else f"expected {made}, got {str(said)[:80]}")


def _seals(record: Record, seals: list[dict[str, Any]]) -> Finding:
    """Each seal must be that of the moves which its seat made last, up to that one."""
    for seal in seals:
        if not 0 < seal["move"] <= len(record.moves):
            return Finding("seals", len(seals), f"expected a move of the record: {seal['move']}")
        last = record.moves[seal["move"] - 1]
        mine = [move.text for move in record.moves[: seal["move"]] if move.seat == last.seat]
        if mine[-len(seal["moves"]) :] != seal["moves"] or not seal["moves"]:
            return Finding("seals", len(seals), f"move {seal['move']}: expected {mine[-1]!r}")
        made = fairness.seal(bytes.fromhex(seal["nonce"]), last.seat, seal["moves"])
        if made != seal["seal"]:
            return Finding("seals", len(seals), f"move {seal['move']}: expected seal {made}")
    return Finding("seals", len(seals))
