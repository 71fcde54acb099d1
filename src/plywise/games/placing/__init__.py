"""Games in which pieces are placed and stay where they are."""
