"""Dense tables, whose slots a game's own index numbers: retrograde analysis, and sweeps over expected values."""
