"""`fourwinds games`: what can be played."""

from __future__ import annotations

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.speaking import Json, Lang
from fourwinds.core.options import Option
from fourwinds.core.words import Words


def games(lang: Lang = None, as_json: Json = False) -> None:
    """List the games with their numbers of players and options."""
    found = [fw.game(name) for name in fw.games()]
    if as_json:
        speaking.print_json([_json(game) for game in found])
        return
    console = speaking.console()
    for game in found:
        words = speaking.speak(lang, game.id)
        players = words.line("games/players", least=game.seats[0], most=game.seats[-1])
        console.print(f"[bold]{game.id}[/]  {speaking.plain(words.line('title'))}, {players}")
        speaking.indented(console, words.line("tagline"), 2)
        for option in game.options.values():
            value = speaking.option_value(words, option.name, option.default)
            console.print(
                f"  [cyan]{option.name}[/]={_values(option)}"
                f"  [dim]{words.line('games/default', value=value)}[/]"
            )
            speaking.indented(console, _label(words, option), 4, "dim")
        console.print()
    console.print(speaking.speak(lang).line("games/hint"), style="dim")


def _values(option: Option) -> str:
    if option.kind == "flag":
        return "on|off"
    return "|".join(option.choices) if option.choices else f"{option.low}-{option.high}"


def _label(words: Words, option: Option) -> str:
    return f"{words.line(f'options/{option.name}')}: {words.line(f'options/{option.name}_help')}"


def _json(game: fw.Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "players": {"least": game.seats[0], "most": game.seats[-1], "usual": game.usual_players},
        "rules_version": game.rules_version,
        "options": {name: option.json(game.usual_players) for name, option in game.options.items()},
    }
