"""The games in the interfaces people train with; nothing here knows a rule."""
