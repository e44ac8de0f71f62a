"""The plain topic: something of the game that the pages explain, with a drawn example."""

from typing import TypeAlias

from msgspec import Struct

from web.pages.guide.map_piece import MapPiece
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Strip

Drawing: TypeAlias = MapPiece | Strip


class Example(Struct, frozen=True):
    """A drawing of values in play; ``caption`` says in words what it shows."""

    drawing: Drawing
    caption: str


class Topic:
    """What explanations say of one thing. ``topics`` has all of them.

    ``id`` stands in addresses: letters, digits, ``-`` and ``_``. ``rule`` is where it is laid down.
    """

    id: str
    rule: str = ""

    def title(self) -> str:
        """The heading."""
        raise NotImplementedError

    def sentences(self, setting: Setting) -> list[str]:
        """Two to five short sentences for somebody who has not read the rules."""
        raise NotImplementedError

    def example(self, setting: Setting) -> Example:
        """An example, computed by the engine with these values and options."""
        raise NotImplementedError
