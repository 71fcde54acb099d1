"""Depth-first proof-number search: what is spliced into a game's module."""
