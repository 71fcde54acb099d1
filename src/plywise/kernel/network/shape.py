"""What compiled code needs to know of a network: how many inputs, hidden units and outputs it has, and its utilities.

    inputs ----> hidden units ----> outputs

    output k      the chance of at least lowest + (k + 1) x step; between, in proportion
    expected      lowest + step x the sum of all outputs

`knowledge.network` has the objects of this form; the kernel knows no knowledge.
"""

from typing import Any, Protocol

MOST_OUTPUTS = 8
"""Beyond as many different results, one output stands for the whole range."""


class NetworkShape(Protocol):
    """The form of a network, without its weights."""

    @property
    def inputs(self) -> int:
        """How many inputs there are."""

    @property
    def hidden(self) -> int:
        """How many hidden units there are."""

    @property
    def outputs(self) -> int:
        """How many outputs there are."""

    @property
    def lowest(self) -> float:
        """The utility of all outputs 0."""

    @property
    def highest(self) -> float:
        """The utility of all outputs 1."""

    @property
    def size(self) -> int:
        """How many weights there are in all."""


def describe_network(shape: NetworkShape) -> Any:
    """Return everything that the text of a compiled network depends on, as JSON holds it."""
    return [shape.inputs, shape.hidden, shape.outputs, shape.lowest, shape.highest]
