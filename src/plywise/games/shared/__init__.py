"""What several games are made of: grids, bitboards, subsets of squares, records with tags, parameters in names."""
