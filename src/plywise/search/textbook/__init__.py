"""The book's pseudo-code in Python and nothing else: one algorithm in a file, each at most 40 lines."""

__all__ = [
    "alpha_beta",
    "cutting_off",
    "dynamic_programming",
    "expectiminimax",
    "iterative_deepening",
    "max_n",
    "minimax",
    "monte_carlo",
    "monte_carlo_tree_search",
    "mtd_f",
    "paranoid",
    "proof_number",
    "putting_it_together",
    "retrograde",
    "sss_star",
    "star1",
    "value_iteration",
]
