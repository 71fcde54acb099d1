"""One file per game, plus the catalog (entry points, so other packages can add games)."""
