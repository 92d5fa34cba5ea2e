"""HTTP routes, one module a resource, and the WebSocket of a match."""
