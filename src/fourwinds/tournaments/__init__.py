"""Tournaments: who meets whom, and how it came out. A pure library: no game, no clock, no I/O."""
