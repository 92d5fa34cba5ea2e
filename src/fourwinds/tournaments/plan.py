"""What is agreed before a tournament: its format, its tables, its tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass

from fourwinds.core.errors import FourWindsError

SWISS = "swiss"
ROUND_ROBIN = "round-robin"
KNOCK_OUT = "knock-out"
ARENA = "arena"
LEAGUE = "league"
FORMATS = (SWISS, ROUND_ROBIN, KNOCK_OUT, ARENA, LEAGUE)
BY_ROUNDS = (SWISS, ROUND_ROBIN, KNOCK_OUT)
"""Where a round begins when all tables of the one before have closed."""

DIRECT = "direct"
OPPONENTS = "opponents"
BEATEN = "beaten"
WINS = "wins"
SCORE = "score"
TIE_BREAKS = (DIRECT, OPPONENTS, BEATEN, WINS, SCORE)
MOST_PLAYERS = 256
MOST_ROUNDS = 60
MOST_DEALS = 8


class TournamentError(FourWindsError):
    """Something that does not fit the tournament as it stands."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        self.code = code
        super().__init__(message, **details)


@dataclass(frozen=True)
class Plan:
    """How a tournament is played.

    size, least    players at a table; fewer, down to `least`, where the number does not divide
    rounds         of a Swiss tournament and a league; 0 in a round-robin: until all have met
    late           the last round before which one may still enter
    lasts          of an arena: for how many milliseconds tables are set
    every          of a league: milliseconds from one round to the next
    absences       after this many tables in a row that he never came to, somebody is out
    deals          of a knock-out: the same for both at tables of their own
    """

    format: str
    size: int = 2
    least: int = 2
    rounds: int = 0
    late: int = 0
    lasts: int = 0
    every: int = 0
    most: int = MOST_PLAYERS
    absences: int = 2
    deals: int = 2
    ties: tuple[str, ...] = (DIRECT, OPPONENTS, BEATEN, WINS)

    def check(self) -> None:
        """Raises where the plan cannot be carried out."""
        _expect(self.format in FORMATS, f"format: expected one of {', '.join(FORMATS)}")
        _expect(2 <= self.size <= 5, "size: expected 2 to 5 players at a table")
        _expect(2 <= self.least <= self.size, "least: expected 2 up to the size of a table")
        _expect(2 <= self.most <= MOST_PLAYERS, f"most: expected 2 to {MOST_PLAYERS} players")
        _expect(0 <= self.rounds <= MOST_ROUNDS, f"rounds: expected at most {MOST_ROUNDS}")
        _expect(1 <= self.absences <= MOST_ROUNDS, "absences: expected one or more")
        _expect(set(self.ties) <= set(TIE_BREAKS), f"ties: expected {', '.join(TIE_BREAKS)}")
        _expect(len(set(self.ties)) == len(self.ties), "ties: expected each once")
        if self.format in (SWISS, LEAGUE):
            _expect(self.rounds > 0, "rounds: expected one or more")
            _expect(0 <= self.late <= self.rounds, "late: expected a round there is")
        else:
            _expect(self.late == 0, "late: expected 0 in this format")
        if self.format == KNOCK_OUT:
            _expect(self.size == 2, "size: expected 2 in a knock-out, one against one")
            _expect(1 <= self.deals <= MOST_DEALS, f"deals: expected 1 to {MOST_DEALS}")
            _expect(self.rounds == 0, "rounds: expected 0 in a knock-out")
        _expect((self.lasts > 0) == (self.format == ARENA), "lasts: expected in an arena alone")
        _expect((self.every > 0) == (self.format == LEAGUE), "every: expected in a league alone")


def _expect(right: bool, message: str) -> None:
    if not right:
        raise TournamentError("bad-tournament", message)
