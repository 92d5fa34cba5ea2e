"""Where matches and people are kept: SQLite by default, PostgreSQL unchanged."""
