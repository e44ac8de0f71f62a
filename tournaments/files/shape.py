"""The lines of a tournament's file: a header, one line for each event, an end. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from games.engine.terms import gettext_noop
from tournaments.errors import TournamentError
from tournaments.log import LogRow
from tournaments.state import Person

FORMAT: Final = "caledonia-tournament/1"
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a file that is read: more than any log has that a server takes."""
LONGEST_LINE: Final = 2 * 1024 * 1024
"""More than the names of as many people as may have a part in a tournament."""


class LogHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. ``people`` are names by number, which the log itself does not have.

    ``salt`` is hexadecimal, and null as long as the tournament is not over.
    """

    format: str
    id: str
    name: str
    people: dict[Person, str]
    salt: str | None


class FileLogLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the log; ``recorded_at`` is UTC to the microsecond.

    ``secret`` is null as long as the tournament is not over.
    """

    version: int
    parent: int
    recorded_at: str
    actor: Person | None
    kind: str
    public: str
    secret: str | None
    secret_hash: str | None
    digest: str
    chain: str


class LogEnd(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line: how many events there are, and the chain of the last one."""

    events: int
    chain: str


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """A file, read."""

    header: LogHeader
    rows: Sequence[LogRow]
    end: LogEnd


class BadTournamentFile(TournamentError):
    """A file that is none of a tournament, or that contradicts itself; ``line`` counts from 1."""

    code = "bad_tournament_file"
    text = gettext_noop("This is no file of a tournament.")

    def __init__(self, sentence: str, *, line: int | None = None) -> None:
        self.line = line
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
