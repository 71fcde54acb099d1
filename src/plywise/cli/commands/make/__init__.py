"""Commands for people who make games."""
