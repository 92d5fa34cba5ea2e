"""Duplicate matches of people: who sits where, deal by deal.

The same deals are played at several tables. Either everybody has a table of his own against the
same bots (a field), or two teams meet at two tables with their seats swapped: where a member of one
team sits at the first table, a member of the other sits at the second. Seats that are left are
bots', the same at every table. From deal to deal everybody moves on by a seat.

People are known by their places, 0, 1, 2 and so on; in teams the even ones are of the first team.
"""

from __future__ import annotations

from dataclasses import dataclass

TABLES_OF_TEAMS = 2
MOST_PEOPLE = 16
"""In a field."""
LEAST_PEOPLE = 2


@dataclass(frozen=True)
class Form:
    """`seats` is how many seats of a table each team has; 0 makes a field."""

    players: int
    seats: int = 0

    @property
    def teams(self) -> bool:
        return self.seats > 0

    @property
    def places(self) -> int:
        """The largest number of people; in teams the only one."""
        return 2 * TABLES_OF_TEAMS * self.seats if self.teams else MOST_PEOPLE

    def fits(self) -> bool:
        """Whether the tables have seats for all of that."""
        return 0 <= 2 * self.seats <= self.players

    def is_full(self, people: int) -> bool:
        """Whether this number of people can begin."""
        return people == self.places if self.teams else people >= LEAST_PEOPLE

    def team_of(self, place: int) -> int | None:
        return place % 2 if self.teams else None

    def table_of(self, place: int) -> int:
        return (place // 2) // self.seats if self.teams else place

    def seat_of(self, place: int, deal: int) -> int:
        """Where somebody sits in a deal, at his table."""
        if not self.teams:
            return deal % self.players
        number, team = place // 2, place % 2
        table, row = divmod(number, self.seats)
        # At the second table the teams change seats.
        first = team if table == 0 else 1 - team
        return (2 * row + first + deal) % self.players

    def tables(self, people: int) -> int:
        return TABLES_OF_TEAMS if self.teams else people
