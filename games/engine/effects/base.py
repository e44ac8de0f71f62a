"""What every effect is."""

from msgspec import Struct

from games.engine.state import State


class Effect(Struct, frozen=True, array_like=True, gc=False):
    """One atomic change of a state."""

    def apply(self, state: State) -> None:
        """Change ``state``; never refuses."""
        raise NotImplementedError
