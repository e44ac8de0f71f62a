"""Reading a tournament's file: one pass, bounded in size and in the length of a line. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from games.engine.sealing import instant
from tournaments.files.shape import (
    FORMAT,
    LARGEST,
    LONGEST_LINE,
    BadTournamentFile,
    FileLogLine,
    LogEnd,
    LogHeader,
    TournamentFile,
)
from tournaments.log import LogRow

S = TypeVar("S", bound=Struct)

BEGINS: Final = f'{{"format":"{FORMAT}"'.encode()
"""How the first line of a file begins as it is written."""

NO_LOG: Final = (
    "This is not the log of a tournament. Download that as JSON Lines: its name ends in .jsonl."
)


def read_file(data: bytes) -> TournamentFile:
    """The tournament in a file. Raises BadTournamentFile."""
    if len(data) > LARGEST:
        raise BadTournamentFile(f"The file has more than {LARGEST} bytes.")
    if not data.strip():
        raise BadTournamentFile("The file is empty. Download it again.")
    if not data.lstrip().startswith(b"{"):
        raise BadTournamentFile(NO_LOG, line=1)
    lines = data.splitlines()
    _check_complete(data, lines)
    if len(lines) < 3:
        raise BadTournamentFile("A file has a header, a line for each event, and an end.")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadTournamentFile("The line is too long.", line=number)
    header = _decoded(lines[0], LogHeader, 1)
    if header.format != FORMAT:
        raise BadTournamentFile(f"The format is not {FORMAT}.", line=1)
    rows = [_row(line, number) for number, line in enumerate(lines[1:-1], 2)]
    return TournamentFile(header, rows, _decoded(lines[-1], LogEnd, len(lines)))


def _check_complete(data: bytes, lines: Sequence[bytes]) -> None:
    """Refuse what begins as a tournament's file and breaks off. Raises BadTournamentFile."""
    if not lines or _is(lines[-1], LogEnd):
        return
    if _is(lines[0], LogHeader):
        cut = len(lines) == 1 or _is(lines[-1], FileLogLine) or not data.endswith(b"\n")
    else:
        cut = len(lines) == 1 and BEGINS.startswith(data[: len(BEGINS)])
    if cut:
        what = "The file is not complete: it breaks off here, before the line that ends it."
        raise BadTournamentFile(f"{what} Download it again.", line=len(lines))


def _is(line: bytes, shape: type[Struct]) -> bool:
    try:
        msgspec.json.decode(line[:LONGEST_LINE], type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _row(line: bytes, number: int) -> LogRow:
    event = _decoded(line, FileLogLine, number)
    try:
        recorded_at = datetime.fromisoformat(event.recorded_at)
        exact = instant(recorded_at) == event.recorded_at
    except (ValueError, OverflowError):
        exact = False
    if not exact:
        raise BadTournamentFile("The time is not written as in an export.", line=number)
    values = {name: getattr(event, name) for name in LogRow.__struct_fields__}
    return LogRow(**{**values, "recorded_at": recorded_at})


def _decoded(line: bytes, shape: type[S], number: int) -> S:
    try:
        return msgspec.json.decode(line, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadTournamentFile(f"{error}.", line=number) from error
