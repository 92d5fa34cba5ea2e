"""High Tide: the smallest complete game, a template for new ones (`fourwinds new-game NAME`)."""

from pathlib import Path

from fourwinds.core.options import Option, schema
from fourwinds.core.rules import Game, Rules
from fourwinds.games.high_tide import view
from fourwinds.games.high_tide.actions import ACTIONS
from fourwinds.games.high_tide.box import box
from fourwinds.games.high_tide.shapes import SHAPES
from fourwinds.games.high_tide.state import Table
from fourwinds.games.high_tide.steps import CHOOSING, OVER, SETTING_UP
from fourwinds.games.high_tide.worlds import Worlds, belief


def table(rules: Rules, prizes: list[int]) -> Table:
    return Table(rules, rules.players, prizes, int(rules.options["rounds"]))


GAME = Game(
    id="high-tide",
    title="High Tide",
    seats=range(2, 6),
    rules_version=1,
    options=schema(Option("rounds", 5, low=1, high=9)),
    folder=Path(__file__).parent,
    most_decisions=9 * 5,
    box=box,
    table=table,
    steps=(SETTING_UP, CHOOSING, OVER),
    view=view.view,
    set_up=view.set_up,
    belief=belief,
    undrawn=lambda table: Worlds(table, []),
    luck=("prize",),
    actions=ACTIONS,
    shapes=SHAPES,
)
