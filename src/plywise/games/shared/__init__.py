"""What several games share: grids, bitboards, subsets of squares, records with tags, parameters in names."""
