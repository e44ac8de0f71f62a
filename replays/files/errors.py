"""Errors of files, beside those that the rules find in a game."""

from collections.abc import Mapping
from typing import Final, Literal

from replays import checking

FileCode = Literal[
    "empty_file",
    "file_too_large",
    "unpacked_too_large",
    "bad_gzip",
    "not_utf8",
    "not_a_game_file",
    "newer_format",
    "line_too_long",
    "not_json",
    "bad_line",
    "not_canonical",
    "truncated",
    "several_games",
    "surplus_lines",
    "header_differs",
    "bad_content",
    "bad_name",
    "bad_time",
    "newer_rules",
    "rules_drift",
    "no_secrets",
    "no_beginning",
    "not_finished",
    "end_differs",
    "checksum_differs",
    "bad_record",
    "not_a_move",
]
Code = FileCode | checking.Code

FILE_CODES: Final[Mapping[FileCode, str]] = {
    "empty_file": "There is nothing in the file.",
    "file_too_large": "The file is larger than one game may be.",
    "unpacked_too_large": "Unpacked, the file is larger than one game may be.",
    "bad_gzip": "The file begins like gzip and cannot be unpacked.",
    "not_utf8": "A line is not UTF-8.",
    "not_a_game_file": "The file does not begin like a game.",
    "newer_format": "The file has a later format than this program knows.",
    "line_too_long": "A line is longer than any line may be.",
    "not_json": "A line is not JSON.",
    "bad_line": "A line is JSON, but none that belongs there.",
    "not_canonical": "A line says the right things in other bytes than an export does.",
    "truncated": "The file stops before its end line.",
    "several_games": "There is more than one game in the file.",
    "surplus_lines": "Something follows the end line.",
    "header_differs": "The header does not fit the game.",
    "bad_content": "The content pack is not the one named, or cannot be used.",
    "bad_name": "A name of the game or a player cannot be shown.",
    "bad_time": "A time is not valid, or lies in the future.",
    "newer_rules": "The game was decided by later rules than this program knows.",
    "rules_drift": "The game was decided by earlier rules, which these do not follow.",
    "no_secrets": "The file has no seed: it was written while the game ran.",
    "no_beginning": "The game goes on from a position that cannot be one.",
    "not_finished": "The events end before the game does.",
    "end_differs": "The end line does not fit the game.",
    "checksum_differs": "The file is not as it was written.",
    "bad_record": "A line of a text record cannot be read.",
    "not_a_move": "A line of a text record names no move.",
}
"""Every way in which a file can be refused; those in which its events can differ follow
``checking.CODES``."""

LONGEST_SENTENCE: Final = 500


class BadFile(Exception):
    """Why a file is refused. ``line`` counts from 1; ``rule`` and ``refusal`` are of the engine.

    The sentence has ``LONGEST_SENTENCE`` characters at most, however much of the file it quotes:
    it is kept with the import, and many imports are listed together.
    """

    def __init__(
        self,
        code: Code,
        sentence: str,
        *,
        line: int | None = None,
        version: int | None = None,
        rule: str | None = None,
        refusal: str | None = None,
    ) -> None:
        self.code: Code = code
        self.sentence = _cut(sentence)
        self.line = line
        self.version = version
        self.rule = rule
        self.refusal = refusal
        super().__init__(str(self))

    def __str__(self) -> str:
        return self.sentence if self.line is None else f"Line {self.line}: {self.sentence}"


def _cut(sentence: str) -> str:
    long = len(sentence) > LONGEST_SENTENCE
    return f"{sentence[: LONGEST_SENTENCE - 1]}…" if long else sentence


def not_utf8(error: UnicodeDecodeError) -> str:
    """The sentence about a line that is no text."""
    return f"Byte {error.start + 1} is not UTF-8."


def options_unreadable(error: Exception) -> str:
    """The sentence about options that cannot be read."""
    return f"The options cannot be read: {error}."


def position_impossible(error: Exception) -> str:
    """The sentence about a position from which no game can go on."""
    return f"The position with which the game begins cannot be one: {error}."
