r"""Answers as JSON, whoever asked.

>>> write_json({"names": ["a1", "♞\n"]})
'{"names": ["a1", "\\u265e\\n"]}'
"""

import json
from typing import Any

from plywise.rules import RulesError


def write_json(content: Any) -> str:
    """Write data as JSON in ASCII; raises RulesError for what only rules can have brought in, such as infinity."""
    try:
        return json.dumps(content, allow_nan=False)
    except (TypeError, ValueError) as error:
        fix = "let names be texts, utilities and evaluations finite numbers"
        raise RulesError(f"The rules of this game returned what JSON can't hold ({error}): {fix}.") from None
