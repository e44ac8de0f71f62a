"""The sentences of errors: each stands once, on its error or beside the one thing it is about."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = [pytest.mark.long, pytest.mark.engine, pytest.mark.once, pytest.mark.uncounted]

ROOMS = ("api", "caledonia", "games", "replays", "tournaments", "web")
HOLDING = {"text", "detail", "default_detail", "sentence", "problem", "message", "why"}
"""Names that a sentence has where it is not written on the spot."""
BY_CODE = {"OF_ALL", "refusals", "error_messages", "SENTENCES", "REFUSED"}
"""Names of tables of sentences."""
REFUSING = {"_wrong", "_refused", "add_error", "_error", "forbidden_by", "Trouble"}
"""What makes an error of a sentence, beside ``raise``."""
LEAST = 4
"""Words of a sentence; what is shorter is a name."""


def test_the_sentence_of_an_error_stands_once() -> None:
    places: dict[str, list[str]] = {}
    for room in ROOMS:
        for path in sorted(Path(settings.BASE_DIR, room).rglob("*.py")):
            if "migrations" not in path.parts:
                name = path.relative_to(settings.BASE_DIR).as_posix()
                for line, sentence in sentences(ast.parse(path.read_text())):
                    places.setdefault(sentence, []).append(f"{name}:{line}")
    assert len(places) > 500
    assert {text: found for text, found in places.items() if len(found) > 1} == {}


def sentences(tree: ast.Module) -> set[tuple[int, str]]:
    """The sentences of the errors in a module, each with its line."""
    return {
        (text.lineno, ast.unparse(text))
        for node in ast.walk(tree)
        if isinstance(node, STATING)
        for part in stating(node)
        for text in texts(part)
        if len(ast.unparse(text).split()) >= LEAST
    }


STATING = (ast.Raise, ast.Yield, ast.Assign, ast.AnnAssign, ast.Call)
"""Statements and expressions that can state something; most are none of these."""


def stating(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that state why something is refused."""
    match node:
        case ast.Raise(exc=ast.AST() as raised):
            yield raised
        case ast.Yield(value=ast.Constant() | ast.JoinedStr() as text):
            yield text
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in HOLDING | BY_CODE:
            yield value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.AST() as value):
            if name in HOLDING | BY_CODE:
                yield value
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in REFUSING:
            yield from node.args
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")))):
            yield from node.args


def texts(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The texts in a node, those with places in them as a whole."""
    if isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    ):
        yield node
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "ngettext":
        return  # what a page says of numbers
    for child in ast.iter_child_nodes(node):
        yield from texts(child)
