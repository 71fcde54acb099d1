"""What spliced searches share: the names a module supplies, budgets, lines, repetition, payoffs, rows of patterns."""
