"""Solved tables checked once more, by code that took no part in solving them."""
