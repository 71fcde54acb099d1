"""Games of cards and secrets: each player sees only a part of the state, double dummy bridge apart."""
