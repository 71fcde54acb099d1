"""Games in which pieces move."""
