"""What goes over the wire: models, JSON, schemas of the games."""
