"""What every spliced search uses: the names a module supplies, budgets, lines, repetition, payoffs."""
