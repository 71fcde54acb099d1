"""Headers of learned knowledge with their rules and checksum made right, so that what these cover is looked at."""

import json

from plywise.files import parse_object
from plywise.knowledge.learned import checksum

RULES = "0123456789abcdef"
"""Instead of the game's own, which instrumenting has changed."""


def sealed(header: bytes, weights: bytes) -> bytes:
    """Return a header as it would be written: with the right checksum, if it is an object at all."""
    try:
        said = parse_object(header)
    except ValueError:
        return header
    said.pop("sha256", None)
    said["rules"] = RULES
    said["sha256"] = checksum(said, weights)
    return json.dumps(said).encode()
