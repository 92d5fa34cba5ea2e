"""A sequential test: stop as soon as the games say enough.

H0: the first bot's share of wins is its fair share (or less).
H1: it is the fair share plus `delta` (or more).

Each deal, all rotations together, gives one observation x: the first bot's mean share of wins over
the seats it had. After n deals of mean m and variance v the log likelihood ratio of H1 to H0 is, in
the normal approximation of the generalised test (GSPRT),

    LLR = n * (s1 - s0) * (m - (s0 + s1) / 2) / v        s0 = fair, s1 = fair + delta

H1 is accepted when LLR >= log((1 - beta) / alpha), H0 when LLR <= log(beta / (1 - alpha)): a bot no
better than fair passes in about alpha of all tests, one better by delta fails in about beta. The
variance is taken over the deals and two more, one lost and one won, so that a run that begins with
equal deals does not decide too early; nothing is decided before FEWEST_DEALS.

Deals are taken in the order of their numbers, whatever order they end in, so that the test stops at
the same deal wherever it runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from fourwinds.core.errors import BadOptions

FEWEST_DEALS = 10
H0, H1 = "H0", "H1"


@dataclass
class SequentialTest:
    fair: float
    delta: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05
    ratios: list[float] = field(default_factory=list)
    """The log likelihood ratio after each deal."""
    verdict: str | None = None
    _total: float = 0.0
    _squares: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.delta <= 1 - self.fair:
            most = 1 - self.fair
            raise BadOptions(f"delta: expected above 0 to {most:.3g}, got {self.delta:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadOptions(f"{name}: expected above 0 and below 0.5, got {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first H0 is accepted, above the second H1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    @property
    def deals(self) -> int:
        return len(self.ratios)

    def add(self, share: float) -> str | None:
        """Take in the next deal; the verdict, or None to go on. After a verdict nothing counts."""
        if self.verdict is not None:
            return self.verdict
        self._total += share
        self._squares += share * share
        n = len(self.ratios) + 1
        mean = self._total / n
        spread = self._squares - n * mean * mean + mean * mean + (1 - mean) ** 2
        variance = spread / (n + 1)
        ratio = n * self.delta * (mean - self.fair - self.delta / 2) / variance
        self.ratios.append(ratio)
        low, high = self.bounds
        if n >= FEWEST_DEALS and not low < ratio < high:
            self.verdict = H1 if ratio >= high else H0
        return self.verdict

    def json(self) -> dict[str, Any]:
        low, high = self.bounds
        return {
            "h0": f"share of wins <= {self.fair:.4g} (fair)",
            "h1": f"share of wins >= {self.fair + self.delta:.4g}",
            "delta": self.delta,
            "alpha": self.alpha,
            "beta": self.beta,
            "bounds": [low, high],
            "deals": self.deals,
            "ratio": self.ratios[-1] if self.ratios else 0.0,
            "verdict": self.verdict,
        }
