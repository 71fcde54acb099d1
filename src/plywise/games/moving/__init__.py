"""Games in which pieces move over the board."""
