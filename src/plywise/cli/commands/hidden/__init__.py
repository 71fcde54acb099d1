"""Commands for games that hide something: equilibria."""
