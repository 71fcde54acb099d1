"""A small network: its estimates, look-ahead by them, and self-play that teaches it."""
