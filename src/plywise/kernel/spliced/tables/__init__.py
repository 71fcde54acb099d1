"""Passes over solved tables: retrograde, sparse and expected ones, and their verification."""
