"""Tables of all that can be reached, found by their keys: ply by ply, in cycles, with dice, for several players."""
