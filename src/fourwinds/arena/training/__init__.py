"""Training: models fitted to matches that bots play, for the admiral."""
