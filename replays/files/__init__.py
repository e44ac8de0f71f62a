"""Games as files: writing, reading and checking them.

Needs nothing but the engine, so that a file can be checked without a server. What the lines are
stands in ``docs/replays.md``.
"""

from replays.files.errors import FILE_CODES, BadFile, Code, FileCode
from replays.files.packing import packed, unpacked
from replays.files.reading import read_game, read_games
from replays.files.shape import LARGEST_GAME, FilePlayer, ForkSource, GameFile, Header, unhex
from replays.files.writing import GameMetadata, compose, write

__all__ = [
    "FILE_CODES",
    "LARGEST_GAME",
    "BadFile",
    "Code",
    "FileCode",
    "FilePlayer",
    "ForkSource",
    "GameFile",
    "GameMetadata",
    "Header",
    "compose",
    "packed",
    "read_game",
    "read_games",
    "unhex",
    "unpacked",
    "write",
]
