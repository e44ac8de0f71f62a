"""Players and results that an organiser brings as CSV: read as a whole, each bad line reported.

Pure, linear, and bounded by ``LARGEST`` bytes and ``MOST_LINES`` lines.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from games.engine.terms import gettext_noop
from tournaments.errors import TournamentError
from tournaments.sentences import Sentence

LARGEST: Final = 60 * 1024
"""Bytes; a proxy takes a little more of what is no file of a game."""
MOST_LINES: Final = 2000
MOST_REPORTED: Final = 100
LONGEST_FIELD: Final = 500
IN_ROUND: Final = ("round", "table_in_round")
"""Columns that name a table as pages do, in place of ``table``."""

NOT_TEXT = gettext_noop("The file is not UTF-8 text: save it again as CSV (UTF-8).")
TOO_LARGE = gettext_noop("The file has more than %(most)s bytes.")
TOO_LONG = gettext_noop("The file has more than %(most)s lines.")
NO_COLUMN = gettext_noop("The first line has to name the column %(column)s.")
NOT_CSV = gettext_noop("This line cannot be read as CSV.")
EMPTY = gettext_noop("The column %(column)s is empty.")
NOT_A_NUMBER = gettext_noop("%(text)s in the column %(column)s is no whole number.")
NO_ENTRANT = gettext_noop(
    "%(text)s in the column entrant is no whole number. The CSV of results, to download, has the"
    " number of each entrant."
)
NOTHING_SAID = gettext_noop(
    "The note %(text)s says no result: give a place or a score, or write forfeited."
)
FORFEITED: Final = ("forfeited", "forfeit")
"""Notes that are a result; an export writes the first."""
TWICE = gettext_noop("%(text)s stands here a second time.")


class BadLine(Struct, frozen=True):
    """What is wrong with a line, which counts from 1; the first one has the columns."""

    line: int
    sentence: Sentence


class BadTable(TournamentError):
    """Nothing was taken out of the file; ``lines`` say why, at most ``MOST_REPORTED`` of them."""

    code = "bad_csv"
    text = gettext_noop("Nothing was imported: mend these lines and send the file again.")

    def __init__(self, lines: Sequence[BadLine]) -> None:
        self.lines = list(lines)[:MOST_REPORTED]
        said = (f"line {one.line}: {str(one.sentence).rstrip('.')}" for one in self.lines)
        super().__init__("; ".join(said) + ".")


class ResultRow(Struct, frozen=True):
    """One seat of a table in a CSV of results; ``line`` is where it stands.

    Where ``table`` is 0 the table is named by ``round`` and by its number within that. ``name`` is
    who that entrant is said to be, empty where nothing is said.
    """

    line: int
    table: int
    round: int
    table_in_round: int
    entrant: int
    place: int | None
    score: int | None
    forfeited: bool
    name: str = ""


def read_players(data: bytes) -> tuple[dict[int, str], list[BadLine]]:
    """The names in the column ``name`` by the line, in order, and lines that cannot be read.

    Raises BadTable for what is no such file.
    """
    bad: list[BadLine] = []
    names: dict[int, str] = {}
    seen: set[str] = set()
    for line, row in _rows(data, ("name",)):
        name = row["name"].strip()
        if not name:
            bad.append(BadLine(line, Sentence(EMPTY, {"column": "name"})))
        elif name.casefold() in seen:
            bad.append(BadLine(line, Sentence(TWICE, {"text": name[:LONGEST_FIELD]})))
        else:
            names[line] = name
        seen.add(name.casefold())
    return names, bad


def read_results(data: bytes) -> tuple[list[ResultRow], list[BadLine]]:
    """The rows with the columns table, entrant, and place or score, and those that cannot be read.

    Raises BadTable for what is no such file. In place of ``table`` there may be ``round`` and
    ``table_in_round``. ``note`` may say ``forfeited``: then neither is needed. A line
    without a result is a row without one, which is wrong only where the others of its table have
    theirs. What an export of results writes is read back.
    """
    bad: list[BadLine] = []
    rows: list[ResultRow] = []
    for line, row in _rows(data, ("table", "entrant")):
        try:
            place, score = _number(row, "place"), _number(row, "score")
            note = row.get("note", "").strip()
            forfeited = note.casefold() in FORFEITED
            if place is None and score is None and not forfeited:
                _check_note(note)
                rows += _empty(line, row)
                continue
            named = "table" in row
            rows.append(
                ResultRow(
                    line=line,
                    table=_needed(row, "table") if named else 0,
                    round=0 if named else _needed(row, "round"),
                    table_in_round=0 if named else _needed(row, "table_in_round"),
                    entrant=_needed(row, "entrant"),
                    place=place,
                    score=score,
                    forfeited=forfeited,
                    name=_name(row),
                )
            )
        except _Wrong as wrong:
            bad.append(BadLine(line, wrong.sentence))
    return rows, bad


def _empty(line: int, row: Mapping[str, str]) -> list[ResultRow]:
    """The seat of a line without a result; none where it is not said whose it is."""
    try:
        numbers = {name: _number(row, name) for name in ("table", *IN_ROUND, "entrant")}
    except _Wrong:
        return []
    entrant, table = numbers["entrant"], numbers["table"] if "table" in row else 0
    in_round = (0, 0) if "table" in row else (numbers["round"], numbers["table_in_round"])
    if entrant is None or table is None or None in in_round:
        return []
    named = (table, in_round[0] or 0, in_round[1] or 0)
    return [ResultRow(line, *named, entrant, None, None, False, _name(row))]


def _name(row: Mapping[str, str]) -> str:
    return row.get("name", "").strip()[:LONGEST_FIELD]


class _Wrong(Exception):
    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__()


def _check_note(note: str) -> None:
    """Raises _Wrong for a note that was meant to be the result of a line without any."""
    if note and note.casefold() != "resigned":
        raise _Wrong(Sentence(NOTHING_SAID, {"text": note[:LONGEST_FIELD]}))


def _needed(row: Mapping[str, str], column: str) -> int:
    value = _number(row, column)
    if value is None:
        raise _Wrong(Sentence(EMPTY, {"column": column}))
    return value


def _number(row: Mapping[str, str], column: str) -> int | None:
    text = row.get(column, "").strip()
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        said = NO_ENTRANT if column == "entrant" else NOT_A_NUMBER
        raise _Wrong(Sentence(said, {"text": text[:LONGEST_FIELD], "column": column}))
    return int(text)


def _rows(data: bytes, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines after the first by the names in that, empty ones left out. Raises BadTable."""
    if len(data) > LARGEST:
        raise _whole(Sentence(TOO_LARGE, {"most": LARGEST}))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _whole(Sentence(NOT_TEXT)) from error
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count), strict=True)
    try:
        head = [one.strip().lower() for one in next(reader, [])]
        for column in columns:
            if column not in head and not (column == "table" and set(IN_ROUND) <= set(head)):
                raise _whole(Sentence(NO_COLUMN, {"column": column}))
        for row in reader:
            if reader.line_num > MOST_LINES:
                raise _whole(Sentence(TOO_LONG, {"most": MOST_LINES}))
            if any(one.strip() for one in row):
                padded = [*row, *[""] * (len(head) - len(row))]
                yield reader.line_num, dict(zip(head, padded, strict=False))
    except csv.Error as error:
        raise BadTable([BadLine(max(reader.line_num, 1), Sentence(NOT_CSV))]) from error


def _whole(sentence: Sentence) -> BadTable:
    return BadTable([BadLine(1, sentence)])
