"""Changes at random places: of a text, and of a value inside JSON."""

import json
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    1e308,
    "",
    "x" * 999,
    [],
    {},
    [[[[]]]],
    "../../etc/passwd",
    "\0",
    "1" * 5000,
)
LETTERS = 'abcdefgh12345678NBRQKPnbrqkpwxo/-=+#:O.*!?$(){}[];,"\\\n\t%½é٣²\x00𝔸'


def mutated_text(random: Random, text: str) -> str:
    """Change a text at some places: put something in, take something out, double a part."""
    for _ in range(random.choice([1, 1, 2, 3, 8, 40])):
        start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
        piece = "".join(random.choices(LETTERS, k=random.choice([1, 1, 2, 5])))
        text = random.choice(
            [
                text[:start] + piece + text[start:],
                text[:start] + piece + text[start + len(piece) :],
                text[:start] + text[start + 1 :],
                text[:end] + text[start:] if len(text) < 5_000 else text,
            ]
        )
    return text


def mutated_value(random: Random, value: Any) -> Any:
    """Put junk in some place of a value of JSON, or change a text or a number there a little."""
    if isinstance(value, str) and random.random() < 0.5:
        return mutated_text(random, value)
    if type(value) in (int, float) and random.random() < 0.5:
        return value + random.choice([-1, 1])
    if not isinstance(value, list | dict) or not value or random.random() < 0.15:
        return random.choice(JUNK)
    place = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
    changed = value.copy()
    if random.random() < 0.1:
        del changed[place]
    else:
        changed[place] = mutated_value(random, value[place])
    return changed


def mutated_json(random: Random, data: bytes) -> bytes | None:
    """Change a value inside JSON; None where there is no JSON to change."""
    try:
        return json.dumps(mutated_value(random, json.loads(data))).encode()
    except (ValueError, RecursionError):
        return None


def mutate(random: Random, data: bytes, is_json: bool) -> bytes:
    """Change an input."""
    changed = mutated_json(random, data) if is_json and random.random() >= 0.3 else None
    if changed is not None:
        return changed
    return mutated_text(random, data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
