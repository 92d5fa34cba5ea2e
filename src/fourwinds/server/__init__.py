"""The table for everybody: an HTTP API and a channel that pushes what happens."""
