"""Bot moves and analysis as jobs: local processes or workers, in a fair order."""
