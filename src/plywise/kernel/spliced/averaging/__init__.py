"""Searches that back up averages or vectors: expectiminimax with its pruning, max^n and paranoid."""
