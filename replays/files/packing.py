"""Files in gzip: small, and never larger unpacked than they may be."""

import zlib
from typing import Final

from replays.files.errors import BadFile
from replays.files.shape import LARGEST_GAME

GZIP: Final = b"\x1f\x8b"
LEVEL: Final = 6
CHUNK: Final = 64 * 1024
WITH_GZIP_HEADER: Final = 31
MOST_MEMBERS: Final = 1000
"""Beginning a member costs as much as unpacking some kilobytes, and one game needs one of them."""


def packed(data: bytes) -> bytes:
    """A member of a gzip file; the same bytes give the same. Members may follow each other.

    A fifth of a game's file is hashes, in which short strings repeat by chance only. To leave out
    such matches makes it an eighth smaller.
    """
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, WITH_GZIP_HEADER, strategy=zlib.Z_FILTERED)
    return packer.compress(data) + packer.flush()


def unpacked(data: bytes, largest: int = LARGEST_GAME) -> bytes:
    """One game's file, out of gzip if it is in it. Raises BadFile for what is too large."""
    if not data:
        raise nothing()
    if len(data) > largest:
        raise too_large(largest)
    return _gunzipped(data, largest) if data.startswith(GZIP) else data


def nothing() -> BadFile:
    """The error of an empty file."""
    return BadFile("empty_file", "The file is empty.")


def too_large(largest: int = LARGEST_GAME) -> BadFile:
    """The error of a file that is larger than one game may be."""
    return BadFile("file_too_large", f"The file has more than {largest} bytes.")


def _gunzipped(data: bytes, largest: int) -> bytes:
    """All members, one after the other; stops as soon as they are too large together."""
    found = bytearray()
    pieces = memoryview(data)
    at = members = 0
    while at < len(data):
        if members == MOST_MEMBERS:
            sentence = f"It has more than {MOST_MEMBERS} gzip members: pack the file again as one."
            raise BadFile("bad_gzip", sentence)
        members += 1
        member = zlib.decompressobj(WITH_GZIP_HEADER)
        while not member.eof:
            # A piece at a time: what zlib leaves over it copies.
            piece = pieces[at : at + CHUNK]
            try:
                part = member.decompress(piece, CHUNK)
            except zlib.error as error:
                raise BadFile("bad_gzip", f"The file cannot be unpacked: {error}.") from error
            at += len(piece) - len(member.unused_data or member.unconsumed_tail)
            found += part
            if len(found) > largest:
                sentence = f"Unpacked, the file has more than {largest} bytes."
                raise BadFile("unpacked_too_large", sentence)
            if not (part or at < len(data) or member.eof):
                raise BadFile("bad_gzip", "The file stops in the middle: it was cut off.")
    return bytes(found)
