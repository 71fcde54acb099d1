"""`plywise book`: games are counted into opening books, which are shown, probed and named."""
