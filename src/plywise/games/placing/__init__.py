"""Games in which pieces are placed and stay."""
