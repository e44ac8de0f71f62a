"""The shapes of requests and responses about forks, validations and files of games."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from api.bodies import FactsJSON, Name, Problem, Request, Version, Visibility
from replays import bulk, checking

ImportStatus = Literal["waiting", "running", "done", "refused", "failed"]
ValidationStatus = Literal["pending", "running", "passed", "failed", "drifted"]


class ForkRequest(Request, frozen=True):
    """The version to go on from, and the player of each seat: ``me`` or a bot by its name.

    Without ``seats`` the caller plays them all.
    """

    version: Version
    seats: Annotated[list[Annotated[str, Meta(max_length=50)]], Meta(max_length=4)] | None = None
    name: Name | None = None


class ValidationDifference(Struct, frozen=True):
    """One event that is not what it should be; ``version`` is its, or the one that is missing.

    ``expected`` and ``recorded`` have the same fields: the payload, or the columns that differ.
    Secrets are never among them. Where the rules refuse, ``rule`` and ``refusal`` say with what.
    ``withheld`` is set if ``expected`` is left out until the game is over, because it would show
    what is still hidden. ``rules`` is the version of the rules that decided the event.
    """

    version: int
    code: checking.Code
    sentence: str
    rules: int | None
    rule: str | None
    refusal: str | None
    expected: FactsJSON | None
    recorded: FactsJSON | None
    withheld: bool


class Validation(Struct, frozen=True):
    """A game decided again, event by event.

    ``checked`` of ``version`` events hold. ``failed``: the stream is not what the rules make of
    it. ``drifted``: as many events as ``drifted`` says were decided by other rules than ``rules``,
    which decide them otherwise; they are sound, and the game goes on from what is recorded.
    """

    id: str
    game: str
    status: ValidationStatus
    version: int
    checked: int
    rules: int
    drifted: int
    first_difference: ValidationDifference | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class ExportQuery(Request, frozen=True):
    """Which file of a game."""

    format: Literal["jsonl", "text", "bgstats"] = "jsonl"


class BulkQuery(Request, frozen=True):
    """The games that finished after a time, and after one of that time if it is named."""

    finished_after: Annotated[str, Meta(max_length=40)] | None = None
    after: UUID | None = None
    limit: Annotated[int, Meta(ge=1, le=bulk.AT_ONCE)] = 100


class ImportQuery(Request, frozen=True):
    """Who may see the game that comes in."""

    visibility: Visibility = "unlisted"


class Import(Struct, frozen=True):
    """The file of a game that was sent, and what became of it.

    `waiting` and `running` will end as one of the others. `done`: the game is here, and `game` is
    its id. `refused`: the file cannot be taken over, and `problem` says why, with the line, the
    rule and the reason. `failed`: the file may be right, but reading it takes too much time or
    memory (`too_costly`), or went wrong on the server (`import_failed`). `size` and `sha256` are
    those of the file as it was sent.
    """

    id: str
    status: ImportStatus
    visibility: Visibility
    size: int
    sha256: str
    game: str | None
    problem: Problem | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class ImportList(Struct, frozen=True):
    """The caller's imports, the newest first."""

    results: list[Import]
