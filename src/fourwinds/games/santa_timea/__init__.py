"""Santa Timea (Dirk Liekens, Argentum 2009): a trick-taking game of winds and pirates."""

from pathlib import Path

from fourwinds.core.options import Option, schema
from fourwinds.core.rules import Game, Rules
from fourwinds.games.santa_timea import view
from fourwinds.games.santa_timea.actions import ACTIONS
from fourwinds.games.santa_timea.belief import belief
from fourwinds.games.santa_timea.box import box
from fourwinds.games.santa_timea.drawing import draw
from fourwinds.games.santa_timea.features import features
from fourwinds.games.santa_timea.observation import OBSERVER
from fourwinds.games.santa_timea.reasons import reasons
from fourwinds.games.santa_timea.shapes import SHAPES
from fourwinds.games.santa_timea.state import Box, Table
from fourwinds.games.santa_timea.steps import CHOOSING, DEALING, OVER, PLAYING, SCORING
from fourwinds.games.santa_timea.value import value
from fourwinds.games.santa_timea.worlds import Undrawn


def table(rules: Rules, things: Box) -> Table:
    return Table(
        rules,
        rules.players,
        things,
        rules.options["edition"] == "french",
        bool(rules.options["expert"]),
        int(rules.options["rounds"]),
    )


GAME = Game(
    id="santa-timea",
    title="Santa Timea",
    seats=range(2, 6),
    rules_version=2,
    options=schema(
        Option("edition", "german", choices=("german", "french")),
        Option("expert", False),
        Option("rounds", 5, low=1, high=5),
    ),
    folder=Path(__file__).parent,
    # 5 rounds of 12 tricks of 5 cards, and 4 choices a seat and round.
    most_decisions=5 * (12 * 5 + 4 * 5),
    box=box,
    table=table,
    steps=(DEALING, PLAYING, CHOOSING, SCORING, OVER),
    shapes=SHAPES,
    view=view.view,
    position=view.position,
    set_up=view.set_up,
    belief=belief,
    undrawn=Undrawn,
    luck=("deck", "pile"),
    actions=ACTIONS,
    preview=view.preview,
    draw=draw,
    observer=OBSERVER,
    value=value,
    features=features,
    reasons=reasons,
)
