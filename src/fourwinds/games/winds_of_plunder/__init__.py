"""Winds of Plunder (Alan Newman, GMT 2007): vote the wind, sail, plunder."""

from pathlib import Path

from fourwinds.core.options import Option, schema
from fourwinds.core.rules import Game, Rules
from fourwinds.games.winds_of_plunder import notation, position, view
from fourwinds.games.winds_of_plunder.actions import ACTIONS
from fourwinds.games.winds_of_plunder.balance import BALANCE
from fourwinds.games.winds_of_plunder.belief import belief
from fourwinds.games.winds_of_plunder.box import box, warnings
from fourwinds.games.winds_of_plunder.drawing import draw
from fourwinds.games.winds_of_plunder.features import features
from fourwinds.games.winds_of_plunder.observation import OBSERVER
from fourwinds.games.winds_of_plunder.pieces import Box
from fourwinds.games.winds_of_plunder.reasons import reasons
from fourwinds.games.winds_of_plunder.shapes import SHAPES
from fourwinds.games.winds_of_plunder.state import Table
from fourwinds.games.winds_of_plunder.steps import STEPS
from fourwinds.games.winds_of_plunder.value import value
from fourwinds.games.winds_of_plunder.worlds import Undrawn


def table(rules: Rules, things: Box) -> Table:
    return Table(rules, rules.players, things, bool(rules.options["tournament_tiebreak"]))


GAME = Game(
    id="winds-of-plunder",
    title="Winds of Plunder",
    seats=range(3, 6),
    rules_version=2,
    options=schema(Option("tournament_tiebreak", False)),
    folder=Path(__file__).parent,
    # 9 rounds: 2 votes a seat, 3 choices of the holder; a turn has 4 points, the costliest of them
    # an intrigue of 3 decisions, 2 sailings with their boarding, and 2 times done.
    most_decisions=9 * (5 * (2 + 4 * 3 + 4 + 2) + 3),
    box=box,
    table=table,
    steps=STEPS,
    view=view.view,
    position=view.position,
    set_up=position.set_up,
    belief=belief,
    undrawn=Undrawn,
    luck=("deck", "treasures"),
    actions=ACTIONS,
    spelling=notation.spelling,
    details=notation.details,
    preview=view.preview,
    draw=draw,
    observer=OBSERVER,
    split=notation.split,
    value=value,
    warnings=warnings,
    reasons=reasons,
    features=features,
    balance=BALANCE,
    shapes=SHAPES,
)
