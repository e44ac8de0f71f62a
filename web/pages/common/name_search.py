"""Looking for people by a part of their names, on pages with many of them."""

from collections.abc import Mapping
from typing import Final

LONGEST: Final = 60
MANY: Final = 12
"""From so many lines on, pages offer to look for a name."""


class NameFilter:
    """What was typed; false where nothing was. Upper and lower case are the same."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\0", "").strip()[:LONGEST]
        self._needle = self.text.casefold()

    @classmethod
    def of(cls, params: Mapping[str, str]) -> "NameFilter":
        """That of an address."""
        return cls(params.get("name", ""))

    def __bool__(self) -> bool:
        return bool(self._needle)

    def finds(self, name: str) -> bool:
        """Whether a name has it in it; everything is found by nothing."""
        return self._needle in name.casefold()
