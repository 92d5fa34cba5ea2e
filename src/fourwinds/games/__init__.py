"""The four games; each is loaded when first asked for."""

from fourwinds.core.registry import register

register("regatta", "fourwinds.games.regatta")
register("santa-timea", "fourwinds.games.santa_timea")
