"""What the fields of messages may be: names, numbers and texts within their bounds."""

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from plywise.agents import ALGORITHMS, find_algorithm
from plywise.rules import PlywiseError
from plywise.service.settings import MOST_DEPTH, MOST_RECORD_BYTES
from plywise.tasks import LONGEST_NAME, LONGEST_STATE, Code

Name: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
StateName: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_STATE)]
Text: TypeAlias = Annotated[str, StringConstraints(max_length=MOST_RECORD_BYTES)]


def _known(name: str) -> str:
    try:
        return find_algorithm(name).name
    except PlywiseError as error:
        raise ValueError(str(error)) from None


AlgorithmName: TypeAlias = Annotated[
    Name, AfterValidator(_known), Field(json_schema_extra={"enum": [each.name for each in ALGORITHMS]})
]
Id: TypeAlias = Annotated[int, Field(ge=0, le=1 << 53)]
"""What a JavaScript number can hold."""
Depth: TypeAlias = Annotated[int, Field(ge=1, le=MOST_DEPTH)]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 32)]


class Strict(BaseModel):
    """Data with exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class ErrorData(Strict):
    """Why there is no answer."""

    code: Code
    message: str
