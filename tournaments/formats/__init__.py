"""The formats of tournaments, each an object in a file of its own; ``FORMATS`` lists them."""

from typing import Final

from tournaments.formats.base import Format

FORMATS: Final[dict[str, Format]] = {}
