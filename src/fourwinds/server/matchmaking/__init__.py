"""Tables that the server itself starts: for people in the lobby, and the deals of the day."""
