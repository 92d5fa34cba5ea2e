"""Vor dem Wind (Torsten Landsvogt, Phalanx 2007): buy, store and ship before the fleet leaves."""

from pathlib import Path

from fourwinds.core.options import Option, schema
from fourwinds.core.rules import Game, Rules
from fourwinds.games.vor_dem_wind import notation, position, steps, view
from fourwinds.games.vor_dem_wind.actions import ACTIONS
from fourwinds.games.vor_dem_wind.balance import BALANCE
from fourwinds.games.vor_dem_wind.belief import belief
from fourwinds.games.vor_dem_wind.box import box, warnings
from fourwinds.games.vor_dem_wind.drawing import draw
from fourwinds.games.vor_dem_wind.features import features
from fourwinds.games.vor_dem_wind.observation import OBSERVER
from fourwinds.games.vor_dem_wind.reasons import reasons
from fourwinds.games.vor_dem_wind.shapes import SHAPES
from fourwinds.games.vor_dem_wind.state import Box, Table
from fourwinds.games.vor_dem_wind.value import value
from fourwinds.games.vor_dem_wind.worlds import Worlds


def table(rules: Rules, things: Box) -> Table:
    return Table(rules, rules.players, things, int(rules.options["target"]))


GAME = Game(
    id="vor-dem-wind",
    title="Vor dem Wind",
    seats=range(2, 5),
    rules_version=2,
    options=schema(
        Option("target", 50, low=1, high=60, defaults={2: 60}),
        Option("memory_aid", False),
    ),
    folder=Path(__file__).parent,
    # Random players dawdle: no rule bounds a game. In 60,000 random games of 2, 3 and 4 players the
    # mean was 1,261, 1,421 and 1,802 decisions (175, 127 and 118 turns), the longest 9,577.
    most_decisions=100_000,
    box=box,
    table=table,
    steps=steps.STEPS,
    view=view.view,
    position=position.position,
    set_up=position.set_up,
    belief=belief,
    undrawn=Worlds,
    luck=("stacks",),
    actions=ACTIONS,
    spelling=notation.spelling,
    details=notation.details,
    preview=view.preview,
    draw=draw,
    observer=OBSERVER,
    split=notation.split,
    value=value,
    reasons=reasons,
    features=features,
    shapes=SHAPES,
    warnings=warnings,
    balance=BALANCE,
)
