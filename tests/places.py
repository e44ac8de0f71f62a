"""Where the project names a class: the places to touch for another one of its kind.

A place is a module that asks for the class: as a key, in ``isinstance``, in ``match``, in a
decorator, as an argument or by an attribute; or for its tag: as a key, in a comparison or in a
template. Its own module counts. Making one does not (calling the class, or its ``build``), nor does
an annotation, nor the tuple by which a registry is put together.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROOMS = ("games", "replays", "api", "web", "caledonia", "simulation", "benchmarks")
REGISTRIES = ("games.engine.assembly", "games.engine.effects")
MAKING = ("build",)


def paths(*suffixes: str, rooms: Sequence[str] = ROOMS) -> list[Path]:
    """The files of some rooms with these suffixes, without migrations."""
    return [
        path
        for room in rooms
        for path in sorted((ROOT / room).rglob("*"))
        if path.suffix in suffixes and "migrations" not in path.parts
    ]


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules(rooms: Sequence[str]) -> dict[str, "Module"]:
    """Every module of these rooms by its name."""
    return {module_of(path): Module(path) for path in paths(".py", rooms=rooms)}


@cache
def templates_in(rooms: Sequence[str]) -> dict[str, str]:
    """What stands in every template of these rooms, by its path."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in paths(".html", ".txt", rooms=rooms)
    }


class Module:
    """What a module asks for: dotted names of classes, and texts."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text())
        self.imports = {
            name.asname or name.name: f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        self.local = module_of(path)
        self.named = set(self._names(tree, making=False))
        self.texts = set(texts(tree))

    def _names(self, node: ast.AST, *, making: bool) -> Iterator[str]:
        """The full names of all that is asked for below a node; ``making`` for what is called."""
        if isinstance(node, ast.Name | ast.Attribute):
            base = node.value if isinstance(node, ast.Attribute) else None
            if not making:
                yield self._full(dotted(node))
            elif isinstance(node, ast.Attribute) and node.attr not in MAKING:
                yield self._full(dotted(node.value))
            if base is not None and not (making and isinstance(node, ast.Attribute)):
                yield from self._names(base, making=False)
            return
        for name, child in children(node):
            if name not in ("annotation", "returns"):
                called = isinstance(node, ast.Call) and name == "func"
                yield from self._names(child, making=called)

    def _full(self, name: str) -> str:
        first, _, rest = name.partition(".")
        found = self.imports.get(first, f"{self.local}.{first}")
        return f"{found}.{rest}" if rest else found


def dotted(node: ast.expr) -> str:
    """A name with its dots; what is no name, a call or a text, is only a mark in it."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "()"


def children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The nodes directly below one, each with the field that it stands in."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name, child


def texts(tree: ast.AST) -> Iterator[frozenset[str]]:
    """The keys of each dict, and the texts of each comparison, that has nothing but texts."""
    for node in ast.walk(tree):
        asked: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            asked = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.Compare):
            asked = [one for one in (node.left, *node.comparators) if of_texts(one)]
        elif isinstance(node, ast.Subscript):
            asked = [node.slice]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        if asked and all(map(of_texts, asked)):
            yield frozenset(
                str(one.value)
                for part in asked
                if part is not None
                for one in ast.walk(part)
                if isinstance(one, ast.Constant)
            )


def of_texts(node: ast.expr | None) -> bool:
    """Whether a node is a text, or a collection of texts and of nothing else."""
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        return bool(node.elts) and all(map(of_texts, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def aliases(kind: type, rooms: Sequence[str]) -> set[str]:
    """The full names by which a class can be imported."""
    names = {f"{kind.__module__}.{kind.__name__}"}
    while (
        more := {
            f"{name}.{local}"
            for name, module in modules(rooms).items()
            for local, full in module.imports.items()
            if full in names
        }
        - names
    ):
        names |= more
    return names


def tag_of(kind: type) -> str:
    """The tag by which a class is stored."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def places(kind: type, all_kinds: Sequence[type], rooms: Sequence[str] = ROOMS) -> list[str]:
    """The modules and templates to touch for another class of this kind, its own first.

    A text counts only among tags of ``all_kinds`` alone; elsewhere it is some other word.
    """
    names, tag, tags = aliases(kind, rooms), tag_of(kind), frozenset(map(tag_of, all_kinds))
    asking = [
        name
        for name, module in modules(rooms).items()
        if module.named & names or any(tag in some and some <= tags for some in module.texts)
    ]
    compared = re.compile(rf"""[=!]= ?["']{tag}["']""")
    templates = [name for name, text in templates_in(rooms).items() if compared.search(text)]
    own = kind.__module__
    return [own, *(name for name in asking if name not in (own, *REGISTRIES)), *templates]
