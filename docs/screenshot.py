"""Writes docs/terminal.svg: a table as the terminal shows it. Run: python docs/screenshot.py"""

import io
import re
from pathlib import Path

from rich.console import Console

import fourwinds as fw
from fourwinds.core.words import words

NAMES = ["Ada", "Bot 2", "Bot 3", "Bot 4"]


def main() -> None:
    game = fw.game("santa-timea")
    state = game.start(players=4, seed=12, options={"expert": True})
    for _ in range(26):
        seat = state.actors[0]
        actions = state.actions(seat)
        state.play(seat, actions[len(actions) // 2])
    seat = state.actors[0]
    names = NAMES[-seat:] + NAMES[:-seat] if seat else NAMES
    speech = words("en", game.id)
    console = Console(
        record=True, width=80, file=io.StringIO(), force_terminal=True, highlight=False
    )
    console.print(game.draw(state.view(seat), speech, names))
    console.print()  # what is drawn last would be cut a little
    svg = console.export_svg(title="fourwinds play santa-timea")
    # Plain monospace instead of a font that would have to be fetched.
    svg = re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL)
    Path(__file__).with_name("terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
