"""Reports on rules, and puzzles."""
