"""Assignments: the lecturer's file, hand-outs, grading a class, sheets."""
