"""What every effect is."""

from typing import ClassVar

from msgspec import Struct

from games.engine.state import State


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
