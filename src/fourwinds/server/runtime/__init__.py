"""What a server process needs to run and to stop: garbage collection, child processes, shutdown."""
