"""How long a program is, as its reader counts."""

import ast


def code_lines(text: str) -> int:
    """Count lines that hold code: no docstrings, comments or blanks."""
    tree = ast.parse(text)
    docstrings = [
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None
    ]
    silent = {line for node in docstrings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sum(
        1
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.strip().startswith("#") and number not in silent
    )
