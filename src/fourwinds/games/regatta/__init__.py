"""Regatta (Emmanuel Fille and Martine Moisand, Gigamic 2010): a race on open water."""

from pathlib import Path

from fourwinds.core.options import Option, schema
from fourwinds.core.rules import Game, Rules
from fourwinds.games.regatta import notation, position, view
from fourwinds.games.regatta.actions import ACTIONS
from fourwinds.games.regatta.balance import BALANCE
from fourwinds.games.regatta.belief import belief
from fourwinds.games.regatta.boarding import BOARDING, DEALING, PLACING
from fourwinds.games.regatta.box import box, warnings
from fourwinds.games.regatta.deadlock import is_deadlocked
from fourwinds.games.regatta.drawing import draw
from fourwinds.games.regatta.features import features
from fourwinds.games.regatta.observation import OBSERVER
from fourwinds.games.regatta.reasons import reasons
from fourwinds.games.regatta.shapes import SHAPES
from fourwinds.games.regatta.state import Box, Table
from fourwinds.games.regatta.steps import FINISHING, OVER, SAILING, SAILING_ON, TURNING
from fourwinds.games.regatta.value import value
from fourwinds.games.regatta.worlds import Undrawn


def table(rules: Rules, things: Box) -> Table:
    return Table(rules, rules.players, things)


GAME = Game(
    id="regatta",
    title="Regatta",
    seats=range(2, 5),
    rules_version=2,
    options=schema(Option("course", "normal", choices=("short", "normal", "long", "custom"))),
    folder=Path(__file__).parent,
    # No rule bounds a race, and under RG-5.1 boats can be locked for good: of 2,000 random races
    # each, 1.8 to 4.1 % of two boats, 0.3 to 0.7 % of three and up to 0.2 % of four came to lie so
    # that nothing could end them (`is_deadlocked`). The other 23,707 of 24,000 ended, half of them
    # within 5,007 to 11,448 decisions by boats and course, the longest after 193,196
    # (docs/balance.md).
    most_decisions=1_000_000,
    box=box,
    table=table,
    steps=(DEALING, BOARDING, PLACING, TURNING, SAILING, SAILING_ON, FINISHING, OVER),
    view=view.view,
    position=position.position,
    set_up=position.set_up,
    belief=belief,
    undrawn=Undrawn,
    luck=("deck",),
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
    balance=BALANCE,
    shapes=SHAPES,
    is_deadlocked=is_deadlocked,
    warnings=warnings,
)
