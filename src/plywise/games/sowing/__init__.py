"""Games in which seeds are sown around the board."""
