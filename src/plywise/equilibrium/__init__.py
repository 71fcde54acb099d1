"""Equilibria of games with hidden information: compiled CFR+, a linear program, and files of policies."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.equilibrium.fast_cfr_plus import FastCfrPlus
    from plywise.equilibrium.flat_tree import FlatTree, flatten
    from plywise.equilibrium.linear_program import plan_against, solve_linear_program
    from plywise.equilibrium.opponent_model import OpponentModel
    from plywise.equilibrium.policy_file import PolicyFile, read_policy, write_policy
    from plywise.equilibrium.responding import Response, both_responses, joined, respond
    from plywise.equilibrium.solving import PROGRAM, SOLVERS, Equilibrium, Point, find_equilibrium, is_small

__all__ = [
    "PROGRAM",
    "SOLVERS",
    "Equilibrium",
    "FastCfrPlus",
    "FlatTree",
    "OpponentModel",
    "Point",
    "PolicyFile",
    "Response",
    "both_responses",
    "find_equilibrium",
    "flatten",
    "is_small",
    "joined",
    "plan_against",
    "read_policy",
    "respond",
    "solve_linear_program",
    "write_policy",
]

__getattr__ = lazy_names(
    __name__,
    {
        "fast_cfr_plus": ("FastCfrPlus",),
        "flat_tree": ("FlatTree", "flatten"),
        "linear_program": ("plan_against", "solve_linear_program"),
        "opponent_model": ("OpponentModel",),
        "policy_file": ("PolicyFile", "read_policy", "write_policy"),
        "responding": ("Response", "both_responses", "joined", "respond"),
        "solving": ("PROGRAM", "SOLVERS", "Equilibrium", "Point", "find_equilibrium", "is_small"),
    },
)
