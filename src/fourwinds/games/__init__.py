"""The four games; each is loaded when first asked for."""

from fourwinds.core.registry import register

register("regatta", "fourwinds.games.regatta")
register("santa-timea", "fourwinds.games.santa_timea")
register("vor-dem-wind", "fourwinds.games.vor_dem_wind")
register("winds-of-plunder", "fourwinds.games.winds_of_plunder")
