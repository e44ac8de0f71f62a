"""Files in gzip: small, and never larger unpacked than they may be."""

import gzip
import zlib
from typing import Final

from replays.files.errors import BadFile
from replays.files.shape import LARGEST_GAME

GZIP: Final = b"\x1f\x8b"
CHUNK: Final = 64 * 1024
WITH_GZIP_HEADER: Final = 31


def packed(data: bytes) -> bytes:
    """A member of a gzip file; the same bytes give the same. Members may follow each other."""
    return gzip.compress(data, 6, mtime=0)


def unpacked(data: bytes, largest: int = LARGEST_GAME) -> bytes:
    """One game's file, out of gzip if it is in it. Raises BadFile for what is too large."""
    if not data:
        raise BadFile("empty_file", "The file is empty.")
    if len(data) > largest:
        raise too_large(largest)
    return _gunzipped(data, largest) if data.startswith(GZIP) else data


def too_large(largest: int = LARGEST_GAME) -> BadFile:
    """What is said of a file that is larger than one game may be."""
    return BadFile("file_too_large", f"The file has more than {largest} bytes.")


def _gunzipped(data: bytes, largest: int) -> bytes:
    """All members, one after the other; stops as soon as they are too large together."""
    found = bytearray()
    while data:
        member = zlib.decompressobj(WITH_GZIP_HEADER)
        while not member.eof:
            try:
                part = member.decompress(data, CHUNK)
            except zlib.error as error:
                raise BadFile("bad_gzip", f"The file cannot be unpacked: {error}.") from error
            data = member.unconsumed_tail
            found += part
            if len(found) > largest:
                told = f"Unpacked, the file has more than {largest} bytes."
                raise BadFile("unpacked_too_large", told)
            if not (part or data or member.eof):
                raise BadFile("bad_gzip", "The file stops in the middle: it was cut off.")
        data = member.unused_data
    return bytes(found)
