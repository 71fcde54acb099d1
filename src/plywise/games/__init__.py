"""One file or folder for each game, and the catalog, to which other packages can add games by entry points."""
