"""Searches that keep their tree: UCT with its playouts, proof-number search."""
