# mypy: disable-error-code="no-untyped-call"
"""Blame the right rule: compile each one alone, and say in the user's words what is wrong with it and where."""

import ast
import operator
import re
from typing import Any

from numba import types
from numba.core.errors import NumbaError

from plywise.kernel.building.request import Program
from plywise.kernel.lowering import LoweredFunction, LoweringError
from plywise.kernel.native import Cells

FIXES = (
    (r"Unknown attribute '?(\w+)'? of type State_\w+", "a state has no field {1}", "look at the fields of State"),
    (
        r"Unknown attribute '?(\w+)'? of type int64",
        "an int has no method {1}",
        "use + - * // % << >> & | ^ or plywise.bits",
    ),
    (r"Unknown attribute '?(\w+)'? of type (?:UniTuple|Tuple|cells)\S*", "a tuple has no method {1}", "write the loop"),
    (r"Unknown attribute '?(\w+)'? of type (.*)", "there is no {1} of {2} when compiled", "write the loop"),
    (r"Cannot unify (\S+) and (\S+) for '([\w.]+)'", "the variable {3} is of two types: {1} and {2}", "keep one type"),
    (r"list\(undefined\)", "a list in it is always empty, so its type isn't known", "leave it out"),
    (r"Cannot infer the type of variable", "the type of a variable isn't clear", "give it one kind of value"),
    (r"Invalid use of getiter", "a loop can't run over this", "loop over a range, or a tuple of numbers"),
    (r"Can't unify return type.*", "it returns different types on different paths", "return the same type everywhere"),
    (
        r"[Tt]uple index out of range|[Ii]ndex out of (?:range|bounds)",
        "it reads outside a tuple",
        "check the index first",
    ),
    (
        r"(?:variable|name) '?([\w.]+)'? (?:is )?(?:referenced before|not defined)",
        "{1} has no value yet",
        "set it first",
    ),
    (
        r"No implementation of function Function\(<built-in function getitem>\)[^>]*>>> \w+\([^\n]*, bool\)(?!,)",
        "a bool is used as an index",
        "write int(...) around it",
    ),
    (
        r"No implementation of function Function\(<built-in function (\w+)>\) found for signature:\s*>>> \w+\((.*)\)",
        "{1} can't be applied to {2}",
        "use numbers and tuples of numbers",
    ),
    (
        r"No implementation of function Function\(<\w+ '?([\w.]+).*>\) found for signature:\s*>>> \w+\((.*)\)",
        "{1} can't be called with {2}",
        "write it out",
    ),
    (
        r"Cannot unify UniTuple\(.* x (\d+)\) and UniTuple\(.* x (\d+)\) for",
        "this is a tuple of {1} or a tuple of {2}",
        "make them equally long, or call a method with each",
    ),
    (r"[Ii]nt (?:value is )?too large", "a number doesn't fit 64 bits", "split the board over several fields"),
    (
        r"(?s)(Use of unsupported|unsupported|not supported|Unsupported)([^\n]*)",
        "it uses something unsupported{2}",
        "write it more plainly",
    ),
)
"""Patterns in Numba's messages, with what they mean and what helps; {1} is the pattern's first group."""

UNLIKE_ARRAYS = (
    *(operator.add, operator.mul, operator.iadd, operator.imul),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
)
"""Operators that mean one thing for lists and tuples and another for arrays."""

OWN = re.compile(
    r"(?:an int is needed here|a list of (?:ints|rows) |a tuple of (?:\d+ )?(?:ints|rows)|only tuples of |"
    r"the length of this|this game's first action)[^\n]*"
)
"""Sentences of our own, from `runtime`, that come through Numba as they are."""


class QuotedError(LoweringError):
    """A refusal at a line that is to be shown; who asked for the kernel knows its text."""


def check_rules(program: Program, namespace: dict[str, Any]) -> None:
    """Compile every rule alone; raises LoweringError for the first that fails or returns the wrong thing."""

    for rule, args in _signatures(program, namespace).items():
        dispatcher = namespace[f"rule_{rule}"]
        try:
            dispatcher.compile(args)
        except (NumbaError, NotImplementedError, AssertionError, KeyError, TypeError, ValueError, IndexError) as error:
            raise explain(program, rule, error) from None
        returned = types.unliteral(dispatcher.overloads[args].signature.return_type)
        _check_return(program, rule, returned, namespace)
    for name, function in program.functions.items():
        for compiled in namespace[name].overloads.values():
            _refuse_arrays_as_lists(function, compiled.type_annotation.calltypes)
            if "array(" in str(compiled.signature.return_type) and "ply_thaw" in ast.unparse(function.node):
                reason = "what is returned here doesn't outlive its function"
                raise LoweringError(function.file, function.node.lineno, reason, "return a tuple")


def _refuse_arrays_as_lists(function: LoweredFunction, calls: dict[Any, Any]) -> None:
    """Refuse + * == < of lists and long tuples: as arrays they would be added and compared element by element."""

    for call, signature in calls.items():
        operation = getattr(call, "fn", None) if getattr(call, "op", "") in ("binop", "inplace_binop") else None
        arrays = [kind for kind in signature.args if isinstance(kind, types.Array)] if signature else []
        rows = [kind for kind in arrays if kind.ndim > 1 and kind.mutable]
        if operation is operator.contains and rows:
            reason, fix = (
                "a list of rows can't be searched when compiled",
                "ask each row: any(x in row for row in rows)",
            )
            raise LoweringError(function.file, call.loc.line, reason, fix)
        if operation in UNLIKE_ARRAYS and arrays:
            reason = "a list or a long tuple can't be joined, repeated or compared when compiled"
            raise LoweringError(function.file, call.loc.line, reason, "write the loop, or copy it by tuple(...)")


def _signatures(program: Program, namespace: dict[str, Any]) -> dict[str, Any]:
    """Return the types of every rule's arguments."""

    number = types.int64
    fields = [
        Cells(length) if in_memory else types.UniTuple(number, *length) if length else number
        for length, in_memory in zip(program.shape.lengths, program.in_memory, strict=True)
    ]
    state = types.BaseTuple.from_types(fields, namespace["State"])
    action = types.UniTuple(number, program.arity) if program.arity else number
    after = {
        **dict.fromkeys(("utility", "evaluate"), (number,)),
        **dict.fromkeys(("result", "rank"), (action,)),
        **dict.fromkeys(("actions", "noisy_actions", "playout_actions", "converting_actions"), (number, number)),
        "chances": (number, number, number),
        "inputs": (number, number, number, number),
        **dict.fromkeys(("predecessors", "indexes_before", "indexes_after"), (number, number)),
    }
    places = {"unindex": (number, number), "tier_size": (number,)}
    # What counts actions says nothing that `actions` doesn't: it is compiled where it is called.
    told = (rule for rule in program.rules if rule != "actions_count")
    return {rule: places.get(rule) or (state, *after.get(rule, ())) for rule in told}


def _check_return(program: Program, rule: str, kind: Any, namespace: dict[str, Any]) -> None:

    whole, real = (types.Integer, types.Boolean), (types.Integer, types.Boolean, types.Float)
    wanted: dict[str, tuple[Any, str]] = {
        "to_move": (whole, "a player's number"),
        "is_terminal": (whole, "True or False"),
        "is_urgent": (whole, "True or False"),
        "utility": (real, "a number"),
        "evaluate": (real, "a number"),
        "rank": (real, "a number"),
        "key": ((*whole, types.BaseTuple, Cells), "an int or a tuple of ints"),
        **dict.fromkeys(("tier", "index", "plies_left", "tier_size"), (whole, "an int")),
    }
    found, fix = f"{rule} returns {_words(kind)}", "return the same kind on every path"
    if isinstance(kind, types.Optional | types.NoneType) and rule != "repetition_key":
        raise _at_rule(program, rule, f"{rule} returns None on some path", "end every path with a return")
    if (
        rule in ("result", "canonical", "pass_turn", "unindex")
        and getattr(kind, "instance_class", None) is not namespace["State"]
    ):
        raise _at_rule(program, rule, f"{found}, not a State", "return self.State(...)")
    kinds, words = wanted.get(rule, ((object,), ""))
    if not isinstance(kind, kinds):
        raise _at_rule(program, rule, f"{found}, not {words}", fix)
    if rule == "key" and not _is_whole(kind):
        raise _at_rule(program, rule, f"{found}, not {words}", "leave floats and texts out of it")


def _is_whole(kind: Any) -> bool:
    """Whether a type is an int, or a tuple of ints and of tuples of them."""

    if isinstance(kind, Cells):
        return True
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_whole, getattr(kind, "types", ())))
    return isinstance(types.unliteral(kind), types.Integer | types.Boolean)


def _at_rule(program: Program, rule: str, reason: str, fix: str) -> LoweringError:
    function = program.functions[program.rules[rule]]
    node = function.node
    returns = [part for part in ast.walk(node) if isinstance(part, ast.Return)]
    line = returns[0].lineno if len(returns) == 1 and "None" not in reason else node.lineno
    return LoweringError(function.file, line, reason, fix)


def explain(program: Program, rule: str, error: Exception) -> LoweringError:
    """Translate an error of Numba's into file, line, reason and fix."""
    message = re.sub(r"\x1b\[\d*m", "", str(error))
    function = program.functions[program.rules[rule]]
    files = {part.file for part in program.functions.values()}
    places = re.findall(r'File "([^"]+)", line (\d+)|at (\S+) \((\d+)\)', message)
    found = [(first or second, int(line or other)) for first, line, second, other in places]
    known = [(_full_name(file, files), line) for file, line in found if _full_name(file, files)]
    file, line = known[0] if known else (function.file, function.node.lineno)
    reason, fix = _reason(message)
    return QuotedError(file, line, f"{rule} can't be compiled: {reason}", fix)


def _full_name(shown: str, files: set[str]) -> str:
    """Return the user's file that Numba means: it may shorten names."""
    return next((file for file in files if file == shown or file.endswith("/" + shown.lstrip("./"))), "")


def _reason(message: str) -> tuple[str, str]:
    own = OWN.search(message)
    if own:
        reason, _, fix = own[0].rstrip(".").partition("; ")
        return reason, fix
    for pattern, reason, fix in FIXES:
        match = re.search(pattern, message)
        if match:
            parts = ["", *(_words(group) for group in match.groups())]
            return reason.format(*parts), fix
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    kept = [line for line in lines if not line.startswith(("Failed in nopython", "During:", "- Resolution", "File "))]
    return (kept[0].rstrip(".") if kept else "Numba can't compile it"), "write it more plainly"


def _words(kind: Any) -> str:
    """Put Numba's names of types into a user's words."""
    text = re.sub(r"State_\w+\((?:[^()]|\([^()]*\))*\)", "a State", str(kind or ""))
    text = re.sub(r"UniTuple\((\w+) x (\d+)\)", r"a tuple of \2 (\1)", text)
    text = re.sub(r"cells\((\d+)x(\d+)\)", r"a tuple of \1 rows of \2 ints", text)
    text = re.sub(r"cells\((\d+)\)", r"a tuple of \1 ints", text)
    text = re.sub(r"array\([^)]*\)|list\([^)]*\)(<[^>]*>)?", "a list", text)
    text = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\bTuple\(([^()]*)\)", r"a tuple (\1)", text)
    names = {"int64": "an int", "float64": "a float", "boolean": "a bool", "bool": "a bool", "unicode_type": "a text"}
    return re.sub(r"\b(int64|float64|boolean|bool|unicode_type|int|str)\b", lambda m: names.get(m[0], m[0]), text)
