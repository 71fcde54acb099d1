"""Commands for who writes a game: the games there are, a new one, its check, its counts and features."""
