"""Looks for what an older Python does not have, in the source named as the
only argument, and prints one JSON object. It runs on any Python from 3.6 on."""
import ast
import importlib.util
import io
import json
import sys
import tokenize

OLD = (3, 7)

# Names that came after Python 3.7, by the module that they are in.
NEWER = {
    "math": {"comb", "cbrt", "dist", "exp2", "isqrt", "lcm", "nextafter", "perm", "prod", "ulp"},
    "functools": {"cache", "cached_property", "singledispatchmethod"},
    "itertools": {"batched", "pairwise"},
    "random": {"randbytes"},
    "statistics": {"fmean", "quantiles", "linear_regression"},
    "typing": {"Annotated", "Final", "Literal", "ParamSpec", "Protocol", "Self", "TypeAlias", "TypedDict", "final"},
    "dataclasses": {"KW_ONLY"},
    "enum": {"StrEnum"},
}
NEWER_METHODS = {"removeprefix", "removesuffix", "bit_count", "is_relative_to"}
GENERIC = {"list", "dict", "tuple", "set", "frozenset", "type"}


def syntax(source, **options):
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        source.decode(encoding)
        return ast.parse(source, **options), None
    except SyntaxError as e:
        return None, [e.lineno or 0, e.msg]
    except ValueError as e:
        return None, [0, str(e)]


def evaluated(tree):
    """The annotations that Python evaluates when it runs the program."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            if any(a.name == "annotations" for a in node.names):
                return
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.returns:
                yield node.returns
        elif isinstance(node, ast.arg) and node.annotation:
            yield node.annotation
    bodies = [tree] + [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    for node in bodies:
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign):
                yield statement.annotation


def newer(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for a in node.names:
                if a.name in NEWER.get(node.module, ()):
                    yield [node.lineno, node.module + "." + a.name]
        elif isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in NEWER.get(of, ()) or node.attr in NEWER_METHODS:
                yield [node.lineno, (of or "...") + "." + node.attr]
    for annotation in evaluated(tree):
        for node in ast.walk(annotation):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in GENERIC:
                yield [node.lineno, node.value.id + "[...] as a type"]
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                yield [node.lineno, "X | Y as a type"]


def imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                yield [node.lineno, a.name.split(".")[0]]
        elif isinstance(node, ast.ImportFrom):
            yield [node.lineno, "." if node.level else node.module.split(".")[0]]


def is_library(module):
    """Whether a module comes with Python; before 3.10 its place has to tell."""
    if hasattr(sys, "stdlib_module_names"):
        return module in sys.stdlib_module_names
    if module in sys.builtin_module_names:
        return True
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return False
    origin = (spec.origin or "packages") if spec else "packages"
    return "packages" not in origin


def main():
    with open(sys.argv[1], "rb") as f:
        source = f.read()
    found = {"error": None, "old_error": None, "newer": [], "foreign": []}
    tree, found["error"] = syntax(source)
    if tree:
        if sys.version_info >= (3, 8):
            _, found["old_error"] = syntax(source, feature_version=OLD)
        found["newer"] = sorted(newer(tree))
        found["foreign"] = sorted(i for i in imports(tree) if not is_library(i[1]))
    print(json.dumps(found))


main()
