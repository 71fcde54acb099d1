"""Alpha-beta: search, ordering, the transposition table, selective search, probes of solved tables."""
