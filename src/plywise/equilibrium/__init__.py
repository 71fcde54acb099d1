"""Equilibria of games with hidden information: compiled CFR+, a linear program, and files of policies."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.equilibrium.fast_cfr_plus import FastCfrPlus
    from plywise.equilibrium.flat_tree import FlatTree, flatten
    from plywise.equilibrium.linear_program import solve_linear_program
    from plywise.equilibrium.policy_file import PolicyFile, read_policy, write_policy
    from plywise.equilibrium.solving import PROGRAM, SOLVERS, Equilibrium, Point, find_equilibrium, is_small

__all__ = [
    "PROGRAM",
    "SOLVERS",
    "Equilibrium",
    "FastCfrPlus",
    "FlatTree",
    "Point",
    "PolicyFile",
    "find_equilibrium",
    "flatten",
    "is_small",
    "read_policy",
    "solve_linear_program",
    "write_policy",
]

__getattr__ = lazy_names(
    __name__,
    {
        "fast_cfr_plus": ("FastCfrPlus",),
        "flat_tree": ("FlatTree", "flatten"),
        "linear_program": ("solve_linear_program",),
        "policy_file": ("PolicyFile", "read_policy", "write_policy"),
        "solving": ("PROGRAM", "SOLVERS", "Equilibrium", "Point", "find_equilibrium", "is_small"),
    },
)
