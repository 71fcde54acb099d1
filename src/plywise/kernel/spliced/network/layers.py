"""A network with one hidden layer: what it says of some inputs, and one step of learning.

    inputs ----> hidden units ----> outputs       hidden = nearly sigmoid(bias + sum of value x weights of each input)
                                                  output = sigmoid(bias + sum of hidden unit x weight)

    weights | of each input to all hidden units ... | their biases | of each hidden unit to all outputs ... | biases |
            0                                       HIDDEN_BIAS    OUTER                                    OUTER_BIAS

Weights and hidden units are float32, so that a loop over hidden units uses the processor's vectors. An input that is 0
costs nothing.
"""

from plywise.kernel.spliced.common.supplied import (
    GOAL,
    HIDDEN,
    HIDDEN_BIAS,
    HIDDEN_ERRORS,
    HIDDEN_UNITS,
    NUMBERS,
    OUTER,
    OUTER_BIAS,
    OUTER_SUMS,
    OUTPUTS,
    OUTS,
    VALUES_IN,
    exp,
    float32,
    load,
    load_float,
    load_float32,
    store_float,
    store_float32,
)


def squash(total: float) -> float:
    """Return the sigmoid of a sum: between 0 and 1."""
    return float32(1.0) / (float32(1.0) + exp(-total))


def squash_units(hidden: int) -> None:
    """Replace the sums of all hidden units by nearly their sigmoids: exp(-x) is taken to be (1 - x / 256) ** 256.

    Eight squarings fit the processor's vectors, eight units at a time; exp would take them one by one.
    """
    for unit in range(HIDDEN):
        power = float32(1.0) - load_float32(hidden, unit) * float32(0.00390625)
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        power = power * power
        store_float32(hidden, unit, float32(1.0) / (float32(1.0) + power))


def add_row(to: int, row: int, factor: float) -> None:
    """Add a row of hidden units or of their weights, times a factor, to another."""
    for unit in range(HIDDEN):
        store_float32(to, unit, load_float32(to, unit) + factor * load_float32(row, unit))


def estimate(block: int, weights: int, row: int, count: int) -> None:
    """Write the hidden units and the outputs of the `count` inputs in a row of the block."""
    hidden, sums = block + 8 * HIDDEN_UNITS, block + 8 * OUTER_SUMS
    for unit in range(HIDDEN):
        store_float32(hidden, unit, load_float32(weights, HIDDEN_BIAS + unit))
    for place in range(row, row + count):
        start = weights + 4 * HIDDEN * load(block, NUMBERS + place)
        add_row(hidden, start, float32(load_float(block, VALUES_IN + place)))
    for output in range(OUTPUTS):
        store_float32(sums, output, load_float32(weights, OUTER_BIAS + output))
    squash_units(hidden)
    for unit in range(HIDDEN):
        active, at = load_float32(hidden, unit), OUTER + unit * OUTPUTS
        for output in range(OUTPUTS):
            store_float32(sums, output, load_float32(sums, output) + active * load_float32(weights, at + output))
    for output in range(OUTPUTS):
        store_float(block, OUTS + output, float(squash(load_float32(sums, output))))


def move_weights(block: int, weights: int, row: int, count: int, rate: float) -> None:
    """Move the estimate of the inputs in a row towards GOAL, by the gradient of the outputs' cross-entropy."""
    estimate(block, weights, row, count)
    hidden, errors, step = block + 8 * HIDDEN_UNITS, block + 8 * HIDDEN_ERRORS, float32(rate)
    for unit in range(HIDDEN):
        active, total, at = load_float32(hidden, unit), float32(0.0), OUTER + unit * OUTPUTS
        for output in range(OUTPUTS):
            error = float32(load_float(block, GOAL + output) - load_float(block, OUTS + output))
            weight = load_float32(weights, at + output)
            total += error * weight
            store_float32(weights, at + output, weight + step * error * active)
        store_float32(errors, unit, total * active * (float32(1.0) - active))
    for output in range(OUTPUTS):
        error = float32(load_float(block, GOAL + output) - load_float(block, OUTS + output))
        weight = load_float32(weights, OUTER_BIAS + output)
        store_float32(weights, OUTER_BIAS + output, weight + step * error)
    add_row(weights + 4 * HIDDEN_BIAS, errors, step)
    for place in range(row, row + count):
        start = weights + 4 * HIDDEN * load(block, NUMBERS + place)
        add_row(start, errors, step * float32(load_float(block, VALUES_IN + place)))
