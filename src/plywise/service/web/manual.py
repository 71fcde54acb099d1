"""The page /docs: the API and the socket's messages as people read them, made of the schemas; no script, no network."""

from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from typing import Any

from fastapi import APIRouter, Response

from plywise.service.schema import SEAT_SCHEMA, SOCKET_SCHEMA

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #8886; }
h3 { margin-bottom: 0; }
p { margin: 0.3rem 0; }
table { border-collapse: collapse; margin: 0.5rem 0; }
td, th { padding: 0.15rem 0.8rem 0.15rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8883; }
code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere; }
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Plywise</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<h1>The API of Plywise</h1>
<p>For programs: <a href="api/openapi.json">OpenAPI</a>, JSON Schemas of the sockets of
<a href="api/socket-schema.json">analyses</a> and <a href="api/seat-schema.json">seats</a>.
Bodies are JSON. A refusal has a status of 400 and more, with a <a href="#ErrorData">code and a sentence</a>.</p>
{parts}
</body>
</html>
"""

LIMITS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "to {}",
    "exclusiveMaximum": "below {}",
    "maxLength": "{} characters at most",
    "maxItems": "{} at most",
}
NAMES = {"integer": "whole number", "null": "nothing", "object": "object", "string": "text", "boolean": "yes or no"}


def make_docs(describe: Callable[[], dict[str, Any]]) -> APIRouter:
    """Return the routes of the page and its style; `describe` returns the API's own description."""
    router = APIRouter(include_in_schema=False)

    @cache
    def page() -> str:
        return render_page(describe(), SOCKET_SCHEMA, SEAT_SCHEMA)

    @router.get("/docs")
    async def docs() -> Response:
        return Response(page(), media_type="text/html")

    @router.get("/docs/style.css")
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    return router


def render_page(api: dict[str, Any], analyses: dict[str, Any], seats: dict[str, Any]) -> str:
    """Return the page for a description by OpenAPI and the JSON Schemas of both sockets' messages."""
    types: dict[str, Any] = {**analyses["$defs"], **seats["$defs"], **api["components"]["schemas"]}
    said = [_sides(each) for each in (analyses, seats)]
    messages = {name for sides in said for side in sides for name in side}
    others = [name for name in types if name not in (*messages, "ClientMessage", "ServiceMessage")]
    parts = [
        "<h2>Requests</h2>",
        *(part for path, methods in api["paths"].items() for part in _operations(path, methods)),
        "<h2>The socket <code>/api/analysis</code></h2>",
        "<p>One analysis at a time; a new one takes its place. A client sends:</p>",
        *(_type(name, types[name]) for name in said[0][0]),
        "<p>The service sends:</p>",
        *(_type(name, types[name]) for name in said[0][1]),
        "<h2>The socket <code>/api/sittings/{sitting}/seats/{player}/live</code></h2>",
        "<p>What a seat sees of a game that hides something, whenever it changes. A client sends once:</p>",
        *(_type(name, types[name]) for name in said[1][0]),
        "<p>The service sends, besides an error as above:</p>",
        *(_type(name, types[name]) for name in said[1][1] if name not in said[0][1]),
        "<h2>Types</h2>",
        *(_type(name, types[name]) for name in sorted(others)),
    ]
    return PAGE.format(parts="\n".join(parts))


def _sides(socket: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the messages that a client sends on a socket, and of those that the service does."""
    asked, told = (socket["$defs"][side] for side in ("ClientMessage", "ServiceMessage"))
    return _messages(asked), _messages(told)


def _messages(side: dict[str, Any]) -> list[str]:
    targets = side["discriminator"]["mapping"].values() if "discriminator" in side else [side["$ref"]]
    return [target.rpartition("/")[2] for target in targets]


def _operations(path: str, methods: dict[str, Any]) -> Iterator[str]:
    for method, operation in methods.items():
        yield f"<h3><code>{method.upper()} {escape(path)}</code></h3>"
        yield f"<p>{escape(operation.get('description', ''))}</p>"
        body = operation.get("requestBody")
        if body:
            yield f"<p>Asks: {_words(body['content']['application/json']['schema'])}</p>"
        rows = (
            f"<tr><td>{status}</td><td>{escape(told['description'])}</td>"
            f"<td>{_words(told.get('content', {}).get('application/json', {}).get('schema', {}))}</td></tr>"
            for status, told in operation["responses"].items()
        )
        yield f"<table>{''.join(rows)}</table>"


def _type(name: str, schema: dict[str, Any]) -> str:
    """Return a type's name, what it is, and its fields."""
    needed = schema.get("required", [])
    rows = (
        f"<tr><td><code>{escape(field)}</code></td><td>{_words(each)}</td>"
        f"<td>{_presence(field in needed, each)}</td></tr>"
        for field, each in schema.get("properties", {}).items()
    )
    about = escape(schema.get("description", ""))
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>\n<p>{about}</p>\n<table>{"".join(rows)}</table>'


def _presence(is_needed: bool, schema: dict[str, Any]) -> str:
    return "" if is_needed else f"by default <code>{escape(str(schema.get('default')))}</code>"


def _words(schema: dict[str, Any]) -> str:
    """Say a type in words, as HTML.

    >>> _words({"type": "array", "items": {"type": "string", "maxLength": 9}})
    'list of text (9 characters at most)'
    """
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_words, schema["anyOf"]))
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in values)
    kind = schema.get("type", "")
    name = f"list of {_words(schema.get('items', {}))}" if kind == "array" else NAMES.get(kind, kind)
    limits = [words.format(schema[limit]) for limit, words in LIMITS.items() if limit in schema]
    return f"{name} ({', '.join(limits)})" if limits else name
