"""The child process that compiles: handed programs on its standard input, it writes kernels to disk; only here
are Numba and `native` imported."""

from plywise.kernel.building.compiler.serving import serve

__all__ = ["serve"]
