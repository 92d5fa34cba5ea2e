"""Matches in memory: registry, presence, commit batching, sync between processes."""
