"""Tournaments on the server: their tables are matches, their log says what is to be done."""
