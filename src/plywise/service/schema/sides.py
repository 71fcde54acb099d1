"""What is said on a socket, by the client and by the service, as one JSON Schema."""

from typing import Any

from pydantic import TypeAdapter


def describe_sides(address: str, client: TypeAdapter[Any], service: TypeAdapter[Any]) -> dict[str, Any]:
    """Return a JSON Schema with the definitions `ClientMessage` and `ServiceMessage`, and what these need."""
    adapters: dict[str, TypeAdapter[Any]] = {"ClientMessage": client, "ServiceMessage": service}
    schemas, shared = TypeAdapter.json_schemas([(name, "validation", each) for name, each in adapters.items()])
    sides = {name: schema for (name, _), schema in schemas.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages on {address}: ClientMessage and ServiceMessage",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in sides],
        "$defs": {**shared["$defs"], **sides},
    }
