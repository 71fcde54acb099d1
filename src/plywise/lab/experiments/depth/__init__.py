"""Statements on how deep to look, how to guess there, and what to leave out."""
