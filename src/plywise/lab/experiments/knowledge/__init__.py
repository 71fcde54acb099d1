"""Statements on what is solved, stored or learned."""
