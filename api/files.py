"""Bodies that are files: read without a parser, refused before they are read when too large."""

from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from replays.files import LARGEST_GAME
from replays.files.packing import nothing, too_large
from tournaments.files.players_csv import LARGEST as LARGEST_CSV

JSON_LINES: Final = "application/jsonl"
GZIP: Final = "application/gzip"
TEXT: Final = "text/plain"
CSV: Final = "text/csv"
TAKEN: Final = (
    JSON_LINES,
    GZIP,
    TEXT,
    "application/x-ndjson",
    "application/x-gzip",
    "application/json",
    "application/octet-stream",
)
"""The media types that a game's file may have; its first bytes show what it is."""


class FileParser(BaseParser):
    """Leaves the body to ``read_file``, if its media type is that of a file."""

    media_type = "*/*"
    taken = TAKEN

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body as bytes. Raises UnsupportedMediaType, BadFile."""
        kind = (media_type or "").partition(";")[0].strip().lower()
        if kind not in TAKEN:
            raise UnsupportedMediaType(kind)
        body = stream.read(LARGEST_GAME + 1)
        if len(body) > LARGEST_GAME:
            raise too_large()
        return body


class CsvParser(BaseParser):
    """Reads as much of a CSV file as may be in one, and a byte more for who refuses it."""

    media_type = CSV

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body as bytes."""
        return stream.read(LARGEST_CSV + 1)


def read_file(request: Request) -> bytes:
    """The file that a request brings. Raises BadFile."""
    length = request.headers.get("Content-Length", "")
    if length.isascii() and length.isdecimal() and int(length[:20]) > LARGEST_GAME:
        raise too_large()
    body: Any = request.data
    if not body:
        raise nothing()
    return bytes(body)


class FileRenderer(BaseRenderer):
    """Makes ``Accept`` of a file's own type acceptable; views send the bytes themselves."""

    charset = None

    def render(self, data: Any, accepted: Any = None, context: Any = None) -> bytes:
        """Never called: neither files nor problems are rendered here."""
        raise NotImplementedError


class JSONLinesRenderer(FileRenderer):
    """Of one game's file."""

    media_type = JSON_LINES
    format = "jsonl"


class TextRenderer(FileRenderer):
    """Of a text record."""

    media_type = TEXT
    format = "text"


class CsvRenderer(FileRenderer):
    """Of standings and results."""

    media_type = CSV
    format = "csv"


class GzipRenderer(FileRenderer):
    """Of many games' files."""

    media_type = GZIP
    format = "gzip"
