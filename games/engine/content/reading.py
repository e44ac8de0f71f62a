"""Reading the files of a pack: text, TOML and CSV, with every problem noted instead of raised.

Packs may come from users, so nothing here trusts size, encoding, shape or type.
"""

import csv
import re
import tomllib
from collections.abc import Container, Iterable
from itertools import islice
from typing import Final, TypeVar

import msgspec

from games.engine.content.errors import PackError, PackProblem
from games.engine.content.toml_bounds import unreasonable

T = TypeVar("T")

Table = dict[str, object]
MAX_ROWS: Final = 400
WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,6}")


class PackProblems:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[PackProblem] = []

    def note(self, file: str, entry: str, reason: str) -> None:
        self.problems.append(PackProblem(file, entry, reason))

    def finish(self) -> None:
        """Raises PackError if anything was noted."""
        if self.problems:
            raise PackError(self.problems)

    def convert(self, file: str, entry: str, data: object, shape: type[T]) -> T | None:
        """`data` as a `shape`; the struct's own bounds are the rules."""
        try:
            return msgspec.convert(data, shape)
        except msgspec.ValidationError as error:
            reason, _, path = str(error).partition(" - at `$")
            path = path.rstrip("`").lstrip(".")
            self.note(file, ".".join(part for part in (entry, path) if part), _plain(reason))
            return None

    def toml(self, file: str, text: str | None) -> Table | None:
        if text is None:
            self.note(file, "", "file is missing")
            return None
        reason = unreasonable(text)
        if reason is not None:
            self.note(file, "", reason)
            return None
        try:
            return tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            self.note(file, "", f"is not TOML: {str(error)[:200]}")
            return None

    def groups(
        self, file: str, table: Table, known: Iterable[str], *, optional: Container[str] = ()
    ) -> dict[str, object]:
        """The groups of a TOML file by name; unknown and missing ones are noted."""
        names = list(known)
        for name in table:
            if name not in names:
                self.note(file, name[:40], "unknown key")
        for name in names:
            if name not in table and name not in optional:
                self.note(file, name, "is missing")
        return {name: table[name] for name in names if name in table}

    def numbers(self, file: str, text: str | None, header: tuple[str, ...]) -> list[dict[str, int]]:
        """The rows of a CSV file of whole numbers under exactly this header."""
        if text is None:
            self.note(file, "", "file is missing")
            return []
        try:
            rows = list(islice(csv.reader(text.splitlines(), strict=True), MAX_ROWS + 1))
        except csv.Error as error:
            self.note(file, "", f"is not CSV: {error}")
            return []
        if not rows or tuple(rows[0]) != header:
            self.note(file, "first line", f"has to be {','.join(header)}")
            return []
        if len(rows) > MAX_ROWS:
            self.note(file, "", f"more than {MAX_ROWS} lines")
            return []
        found = (self._row(file, line, row, header) for line, row in enumerate(rows[1:], 2))
        return [row for row in found if row is not None]

    def _row(
        self, file: str, line: int, row: list[str], header: tuple[str, ...]
    ) -> dict[str, int] | None:
        entry = f"line {line}"
        if len(row) != len(header):
            self.note(file, entry, f"has {len(row)} values, expected {len(header)}")
            return None
        for name, cell in zip(header, row, strict=True):
            if not WHOLE_NUMBER.fullmatch(cell):
                self.note(file, f"{entry}, {name}", f"{cell[:20]!r} is not a whole number")
                return None
        return {name: int(cell) for name, cell in zip(header, row, strict=True)}


def _plain(reason: str) -> str:
    """msgspec's sentence with our words for its own."""
    reason = reason.replace("Object contains unknown field", "unknown key")
    reason = reason.replace("Object missing required field", "missing key")
    return reason[:1].lower() + reason[1:]
