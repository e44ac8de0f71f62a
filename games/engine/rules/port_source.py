"""Where port tiles lie that players can use: on the map (``map_ports``), or with a clan.

(PORT-G01, PORT-G03, CLAN-MACLEOD-3)
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias

from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import Seat

PortPlace: TypeAlias = Literal["map", "shipyard"]
"""The name of such a place: the map, or the board of a player whose clan has port tiles."""
ModifierSource: TypeAlias = Literal["map", "copy", "shipyard", "shipyard_copy"]
"""From where a tile changes a move: the place, or a copy of a tile that lies there. (PORT-9c)"""


class PortSource:
    """Port tiles that lie together, and how one of them is used."""

    name: ClassVar[PortPlace] = "shipyard"
    """The ``source`` of moves and modifiers that use a tile there; a clan's own keep it."""
    copying: ClassVar[ModifierSource] = "shipyard_copy"
    """The ``source`` of a modifier that is a copy of another tile there. (PORT-9c)"""

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        """The tiles there, used or not; tile 9 there copies one of the others."""
        raise NotImplementedError

    def check(self, state: State, seat: Seat, tile: int) -> None:
        """Raise IllegalMove unless a player can use a tile there now, whatever the tile asks."""
        raise NotImplementedError

    def check_announced(self, state: State, seat: Seat, tile: int) -> None:
        """The same for a tile that changes a move, but for what ``check_together`` looks at."""
        self.check(state, seat, tile)

    def check_together(self, state: State, seat: Seat, own: int, on_map: int) -> None:
        """Raise IllegalMove unless so many tiles here and on the map can go with one move."""

    def usable(self, state: State, seat: Seat, tile: int) -> bool:
        """Whether ``check`` has nothing to say."""
        return not self._refuses(self.check, state, seat, tile)

    def usable_tiles(self, state: State, seat: Seat) -> Sequence[int]:
        """The tiles there that are ``usable``, in order."""
        return [tile for tile in self.tiles(state, seat) if self.usable(state, seat, tile)]

    def announceable(self, state: State, seat: Seat, tile: int) -> bool:
        """Whether ``check_announced`` has nothing to say."""
        return not self._refuses(self.check_announced, state, seat, tile)

    @staticmethod
    def _refuses(
        check: Callable[[State, Seat, int], None], state: State, seat: Seat, tile: int
    ) -> bool:
        try:
            check(state, seat, tile)
        except IllegalMove:
            return True
        return False

    def fee(self, state: State, seat: Seat, tile: int) -> int:
        """What it costs to get to a tile there that ``check`` allows, in pounds."""
        return 0

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        """Pay the ``fee``, and note that a player has used a tile."""
        raise NotImplementedError

    def after(self, game: Recorder, seat: Seat) -> None:
        """Do what follows once a tile there has been used, or the move that it changes made.

        A decision that is opened here waits until those of the tile are answered.
        """
