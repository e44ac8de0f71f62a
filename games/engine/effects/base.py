"""What every effect is."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from games.engine.state import State
from games.engine.terms import Good, Seat


class Phrase(Struct, frozen=True):
    """A phrase of the log: a message for the catalogues, with named places for ``facts``.

    With a ``seat`` it goes on from the player's name ("builds a station"), and ``own`` from "You"
    ("build a station"); without one it is a sentence of its own. With a ``plural`` the form goes by
    ``number``. The ``goods`` are named in the place of that name.
    """

    message: str
    facts: Mapping[str, str | int] = {}
    seat: Seat | None = None
    plural: str = ""
    number: int = 0
    own: str = ""
    goods: Sequence[Good] = ()


class Effect(Struct, frozen=True, array_like=True, gc=False):
    """One atomic change of a state."""

    REVEALS: ClassVar[bool] = False
    """Whether it shows something that was hidden from all players before. (UNDO-02)"""
    TOUCHES: ClassVar[tuple[str, ...] | None] = None
    """The fields of a view that it may change; None for all of them.

    ``players`` means the player of its ``seat``, ``market`` its ``good``, or all goods.
    """

    def apply(self, state: State) -> None:
        """Change ``state``; never refuses."""
        raise NotImplementedError

    def phrase(self) -> Phrase | None:
        """The log's phrase for an effect of an expansion; None for none."""
        return None
