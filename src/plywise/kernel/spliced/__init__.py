"""What is compiled into a game's own module: search itself, beside the rules it plays by."""

# Ordinary functions in a form that Numba understands. `splice` copies their text, function by function, into the
# generated module, where the names of `common.supplied` have their values; constants that are False take their branches
# along.
