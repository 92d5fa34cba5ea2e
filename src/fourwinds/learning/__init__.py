"""Learning: lessons as data beside a game, and the engine that runs them (docs/lessons.md)."""
