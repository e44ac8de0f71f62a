"""What of the log a reader wants to see, as an address says it."""

from collections.abc import Callable
from typing import Final, Self
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

LONGEST: Final = 9
"""Digits of a number that is no version of any game."""


class LogQuery(Struct, frozen=True):
    """What of the log is read: the page that ends with a version, one seat, one kind of moves, and
    whether what was taken back is shown too. ``what`` is the name of a part of the table."""

    upto: int | None = None
    who: int | None = None
    what: str = ""
    undone: bool = False

    @classmethod
    def read(cls, given: Callable[[str], str | None]) -> Self:
        """Out of the values of an address; what makes no sense is left out."""
        return cls(
            upto=number_in(given("upto")) or None,
            who=number_in(given("who")),
            what=(given("what") or "")[:20],
            undone=given("undone") == "show",
        )

    def address(self, **changes: object) -> str:
        """The same as the query of an address, with some changes."""
        wanted = msgspec.structs.replace(self, **changes)
        values = {
            "upto": wanted.upto,
            "who": wanted.who,
            "what": wanted.what or None,
            "undone": "show" if wanted.undone else None,
        }
        return urlencode({name: value for name, value in values.items() if value is not None})

    @property
    def filtered(self) -> int:
        """By how much the log is cut down."""
        return (self.who is not None) + bool(self.what)


def number_in(text: str | None) -> int | None:
    """The number that a text is; None for anything else."""
    plain = text is not None and text.isascii() and text.isdecimal() and len(text) <= LONGEST
    return int(text or 0) if plain else None
