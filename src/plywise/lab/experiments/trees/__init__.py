"""Statements on how large trees are, and how much of them a search must see."""
