"""Games with their variations, as they are imported and exported."""

from typing import Annotated

from pydantic import Field

from plywise.service.schema.kinds import Name, StateName, Strict, Text
from plywise.tasks import MOST_NODES


class RecordNodeData(Strict):
    """An action and what is said about it, as in `plywise.rules.RecordNode`."""

    action: Name
    after: int
    comment: Text = ""
    before: Text = ""
    signs: list[int] = Field(default_factory=list)
    properties: dict[str, list[str]] = Field(default_factory=dict)


class RecordTreeData(Strict):
    """A game with its variations, as in `plywise.rules.RecordTree`."""

    start: StateName
    tags: dict[str, str] = Field(default_factory=dict)
    result: str = "*"
    nodes: Annotated[list[RecordNodeData], Field(min_length=1, max_length=MOST_NODES)]
