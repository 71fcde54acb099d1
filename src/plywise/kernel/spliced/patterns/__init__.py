"""Self-play that learns."""
