"""The logarithm of a count, to the last bit the same in plain Python, in machine code and in a page.

Libraries of mathematics differ in the last bit, and one bit decides which of two actions UCT looks at next.

>>> import math
>>> all(abs(natural_log(count) - math.log(count)) < 1e-15 * math.log(count) for count in (2, 3, 10, 12_345, 10**12))
True
"""

SQUARE_ROOT = 2.0**0.5
LOG_2 = 0.6931471805599453
TERMS = 21
"""The last power of the series that counts: the next one is below half a bit."""


def natural_log(count: int) -> float:
    """Return the natural logarithm of a whole number from 1 on.

    Halved until it is near 1, where log(x) = 2 (z + z**3 / 3 + z**5 / 5 + ...) with z = (x - 1) / (x + 1).
    """
    rest, halvings = float(count), 0
    while rest >= 256.0:
        rest /= 256.0
        halvings += 8
    while rest > SQUARE_ROOT:
        rest /= 2.0
        halvings += 1
    z = (rest - 1.0) / (rest + 1.0)
    square, series = z * z, 0.0
    for power in range(TERMS, 0, -2):
        series = series * square + 1.0 / power
    return halvings * LOG_2 + 2.0 * z * series
