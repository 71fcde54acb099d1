"""Syntax that no handler rewrites: why it can't be compiled, and what to write instead."""

import ast

REFUSALS: dict[type[ast.AST], tuple[str, str]] = {
    ast.FunctionDef: ("a function inside a rule can't be compiled", "make it a method or put it at module level"),
    ast.ClassDef: ("a class inside a rule can't be compiled", "put it at module level"),
    ast.Lambda: ("a lambda can't be compiled", "write it as a method or a function"),
    ast.Try: ("try/except can't be compiled", "test the condition first"),
    ast.With: ("with can't be compiled", "leave files and locks out of the rules"),
    ast.Global: ("rules may not change globals", "keep what changes in the state"),
    ast.Nonlocal: ("rules may not change outer variables", "keep what changes in the state"),
    ast.Delete: ("del can't be compiled", "build what you keep"),
    ast.Dict: ("a dict can't be compiled", "use a tuple indexed by a small int"),
    ast.DictComp: ("a dict can't be compiled", "use a tuple indexed by a small int"),
    ast.Set: ("a set display can't be compiled", "use a tuple or a bit mask"),
    ast.SetComp: ("a set comprehension can't be compiled", "use a tuple or a bit mask"),
    ast.NamedExpr: (":= can't be compiled", "give this name on a line of its own"),
    ast.Import: ("an import inside a rule can't be compiled", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a rule can't be compiled", "import at the top of the file"),
    ast.Yield: ("the value of yield can't be used", "yield each action on a line of its own"),
    ast.YieldFrom: ("the value of yield from can't be used", "yield on a line of its own"),
    ast.Await: ("async can't be compiled", "write plain functions"),
    ast.AsyncFor: ("async can't be compiled", "write plain functions"),
    ast.JoinedStr: ("text can't be compiled", "keep it to action_name, state_name and view"),
    ast.Starred: ("* can't be compiled here", "write the elements out"),
    ast.GeneratorExp: ("this generator expression can't be compiled", "write the loop"),
}


def refusal(node: ast.AST) -> tuple[str, str]:
    """Return why a piece of syntax can't be compiled, and what to write instead."""
    return REFUSALS.get(type(node), (f"{type(node).__name__} can't be compiled", "write it differently"))
