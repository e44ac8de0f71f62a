"""Where code can be broken, and how: one small change of its text each."""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = {
    "games/engine": 42,
    "games": 17,
    "tournaments": 15,
    "replays": 10,
    "api": 10,
    "web": 6,
}
"""What share of a hundred mutants each room gets; a room's share is that of its own files."""
LEFT_OUT = ("migrations", "management", "content/caledonia", "static", "templates")
FLIPPED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
}


@dataclass(frozen=True)
class Mutant:
    """One change: the text from ``start`` to ``end`` of a file becomes ``new``."""

    path: str
    function: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        """Says what is broken, and stays the same when lines above are added."""
        return f"{self.path}:{self.function}: {shortened(self.old)} -> {shortened(self.new)}"

    @property
    def rank(self) -> str:
        """An order by chance that stays the same for the same code."""
        return hashlib.sha256(self.name.encode()).hexdigest()

    def broken(self, source: bytes) -> bytes:
        """The text of the file with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def shortened(text: str) -> str:
    """A piece of code on one line."""
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:67] + "..."


def chosen(number: int) -> list[Mutant]:
    """So many mutants, spread over the rooms, at most one of them in a function."""
    found: list[Mutant] = []
    for room, share in ROOMS.items():
        seen: set[tuple[str, str]] = set()
        wanted = max(1, number * share // 100)
        for mutant in sorted(mutants_of(room), key=lambda one: one.rank):
            place = mutant.path, mutant.function
            if len(seen) < wanted and place not in seen:
                seen.add(place)
                found.append(mutant)
    return found


def mutants_of(room: str) -> Iterator[Mutant]:
    """Every mutant of the files that belong to a room and to none inside it."""
    inner = [other for other in ROOMS if other.startswith(f"{room}/")]
    for path in sorted((ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if any(part in name for part in LEFT_OUT) or name.startswith(tuple(inner)):
            continue
        yield from Finder(name, path.read_text()).mutants()


class Finder:
    """All mutants of one file."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source
        lines = source.encode().splitlines(keepends=True)
        self.offsets = [0]
        for line in lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        """In functions only: what stands outside is data."""
        yield from self._inside(ast.parse(self.source), "")

    def _inside(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        for child in ast.iter_child_nodes(node):
            name = function
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{function}.{child.name}".lstrip(".")
                if isinstance(child, ast.ClassDef):
                    yield from self._inside(child, name)
                    continue
                for statement in child.body:
                    yield from self._at(statement, name)
                    yield from self._inside(statement, name)
                continue
            if isinstance(node, ast.Module | ast.ClassDef):
                continue
            yield from self._at(child, name)
            yield from self._inside(child, name)

    def _at(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        match node:
            case ast.If(test=test, body=[*_, ast.Raise()]):
                yield self._mutant(test, function, "False")
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
                type(operator) in FLIPPED
            ):
                new = f"{self._text(left)} {FLIPPED[type(operator)]} {self._text(right)}"
                yield self._mutant(node, function, new)
            case ast.BoolOp(values=[*_, ast.Constant() | ast.Dict() | ast.List()]):
                return  # what stands for nothing: often nothing depends on which nothing it is
            case ast.BoolOp(values=[first, *_, last]):
                yield self._mutant(node, function, self._text(first))
                yield self._mutant(node, function, self._text(last))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._mutant(node, function, self._text(operand))
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(int())):
                yield self._mutant(node, function, self._text(left))
            case ast.Return(value=ast.Constant(bool() as value)):
                yield self._mutant(node, function, f"return {not value}")
            case ast.Call(func=ast.Name("max" | "min"), args=[first, _]):
                yield self._mutant(node, function, self._text(first))

    def _text(self, node: ast.expr) -> str:
        text = ast.get_source_segment(self.source, node) or ""
        return f"({text})" if "\n" in text or isinstance(node, ast.BoolOp | ast.IfExp) else text

    def _mutant(self, node: ast.expr | ast.stmt, function: str, new: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return Mutant(
            path=self.path,
            function=function,
            line=node.lineno,
            start=self.offsets[node.lineno - 1] + node.col_offset,
            end=self.offsets[node.end_lineno - 1] + node.end_col_offset,
            old=ast.get_source_segment(self.source, node) or "",
            new=new,
        )
