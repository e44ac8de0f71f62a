"""Paths through the code as a document lists them, and what a module says of the next hop.

A hop is a line such as ``3. `games/store/reading.py:rows` (1, by its address) ...``: a file with a
name in it, or a file alone. It is reached from the hop before, or from that of the number in
brackets; ``by`` says that it is found in another way, which cannot be followed here.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from django.conf import settings

ROOT: Final = Path(settings.BASE_DIR)
NAMED: Final = re.compile(r"`([\w./-]+/[\w./-]*)(?::([\w.]+))?`")
HOP: Final = re.compile(r"^(\d+)\. `([\w./-]+)(?::([\w.]+))?`(?: \(([^)]*)\))?", re.MULTILINE)
FOUND_BY: Final = re.compile(r"found by\s+`([\w./-]+):([\w.]+)`")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Hop:
    """A file and a name in it, empty for the whole file.

    ``source`` is the number of the hop that leads here; 0 where a reader has to believe it.
    ``registry`` is a file and a name, where the hop is one of what that lists.
    """

    number: int
    path: str
    name: str
    source: int
    registry: tuple[str, str] | None


def sections(page: str, title: str) -> dict[str, str]:
    """The sections of a page by their titles, which begin like this."""
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)
    return {
        name: text
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
        if name.startswith(title)
    }


def hops_in(text: str) -> list[Hop]:
    """The hops of a section, in order."""
    starts = [match.start() for match in HOP.finditer(text)]
    hops = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line = text[start:end].partition("\n\n")[0]
        found = HOP.match(line)
        assert found
        number, path, name, how = found.groups()
        source = 0 if how and "by " in how else int(number) - 1
        if how and how.isdecimal():
            source = int(how)
        registry = FOUND_BY.search(line)
        by = (registry[1], registry[2]) if registry else None
        hops.append(Hop(int(number), path, name or "", source, by))
    return hops


def wrong_with(hop: Hop, source: Hop | None) -> str:
    """Why a hop cannot be reached from its source; empty where the source names it."""
    if not exists(hop.path, hop.name):
        return f"{hop.path} has no {hop.name or 'such file'}"
    if hop.registry is not None:
        path, name = hop.registry
        owner = hop.name.partition(".")[0]
        if not exists(path, name) or owner not in words_in(path, name):
            return f"{path}:{name} does not list {owner}"
    if source is not None and not leads(source, hop):
        return f"{source.path}:{source.name} does not name {hop.path}:{hop.name}"
    return ""


def exists(path: str, name: str) -> bool:
    """Whether there is such a file or folder, and such a name in it if one is given."""
    if not (ROOT / path).exists():
        return False
    return not name or (path.endswith(".py") and bool(definitions(path, name)))


def leads(source: Hop, hop: Hop) -> bool:
    """Whether what the source does names the hop.

    A name of a module has to be that very object; of a method only its name can be seen.
    """
    if not source.path.endswith(".py"):
        text = (ROOT / source.path).read_text()
        return re.search(rf"\b{hop.name}\b", text) is not None
    if not hop.name:
        return any(hop.path.endswith(f"/{text}") for text in texts_in(source.path, source.name))
    _, _, method = hop.name.rpartition(".")
    if "." in hop.name:
        return method in words_in(source.path, source.name)
    wanted = getattr(module_of(hop.path), hop.name)
    return any(value is wanted for value in values_in(source.path, source.name))


# --- what stands in a file ------------------------------------------------------------------------


@cache
def tree_of(path: str) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse((ROOT / path).read_text())


def module_of(path: str) -> ModuleType:
    """The module of a file."""
    return importlib.import_module(
        path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    )


def names_of(node: ast.stmt) -> list[str]:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def definitions(path: str, name: str) -> list[ast.stmt]:
    """Where a file defines a name, or a member of a class of its own."""
    body: list[ast.stmt] = tree_of(path).body
    found: list[ast.stmt] = []
    for part in name.split("."):
        found = [node for node in body if part in names_of(node)]
        body = [inner for node in found if isinstance(node, ast.ClassDef) for inner in node.body]
    return found


def reached(path: str, name: str) -> Iterator[ast.AST]:
    """The nodes below a definition, and below the functions of its module that it names."""
    waiting, seen = [name], {name}
    while waiting:
        for definition in definitions(path, waiting.pop()):
            for node in ast.walk(definition):
                yield node
                if isinstance(node, ast.Name) and node.id not in seen:
                    seen.add(node.id)
                    helpers = definitions(path, node.id)
                    if any(isinstance(one, ast.FunctionDef) for one in helpers):
                        waiting.append(node.id)


def words_in(path: str, name: str) -> set[str]:
    """The names and attributes that a definition uses."""
    nodes = list(reached(path, name))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


def texts_in(path: str, name: str) -> set[str]:
    """The texts that a definition has."""
    return {
        node.value
        for node in reached(path, name)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def values_in(path: str, name: str) -> Iterator[object]:
    """What the names and attributes of a definition stand for, as far as the module knows them."""
    known = vars(module_of(path))
    for node in reached(path, name):
        if isinstance(node, ast.Name | ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            value = known.get(first)
            for part in rest:
                value = getattr(value, part, None)
            if value is not None:
                yield value
