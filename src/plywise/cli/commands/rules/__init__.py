"""Commands for writing a game: the games there are, a new one, its check, its counts and features."""
