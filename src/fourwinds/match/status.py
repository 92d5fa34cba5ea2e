"""The status of a match: open until it is started, then running, then over."""

OPEN = "open"
RUNNING = "running"
OVER = "over"
