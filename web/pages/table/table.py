"""A game that has begun as one viewer sees it: what the parts of its page are built from."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar, cast

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine, packs, store
from games.models import Game
from replays import stepping
from replays.stepping import PublicEvent
from web.pages.common.pieces import Sign, signs
from web.pages.table.log_query import LogQuery

Made = TypeVar("Made")

LATEST: Final = 60
"""The most events that are searched for what is new; after a longer time there is the log."""


class Table:
    """A state of a game, the viewer, and who sits where.

    ``state`` is without secrets; ``seat`` is the viewer's, None for a spectator. ``own`` is what
    expansions show this seat alone, by name, and ``bid`` its sealed bid in an auction. ``live``
    says that it is the newest state, so that what is new can be marked on the map. ``log`` is what
    of the log is read. ``newest`` are the last events of the game where they are at hand, after a
    move.
    """

    def __init__(
        self,
        game: Game,
        state: engine.State,
        *,
        seat: int | None,
        names: Sequence[str],
        live: bool = False,
        log: LogQuery = LogQuery(),  # noqa: B008 - it is frozen
        own: Mapping[str, Struct] = MappingProxyType({}),
        bid: int | None = None,
        newest: Sequence[PublicEvent] = (),
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.signs: list[Sign] = signs(names)
        self.live = live
        self.log = log
        self.own = own
        self.bid = bid
        self.newest = newest
        self._made: dict[str, object] = {}

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What ``make`` returns, which is called for each name only once."""
        if name not in self._made:
            self._made[name] = make()
        return cast("Made", self._made[name])

    @cached_property
    def latest(self) -> list[PublicEvent]:
        """The last events of the game, oldest first, read once for all parts that show some."""
        packs.pack(self.game.content_id)
        after = max(self.game.version - LATEST, 0)
        return stepping.events(self.game, after=after, newest=self.newest)

    @cached_property
    def since(self) -> int:
        """The viewer's last event; 0 for none."""
        if self.seat is None:
            return 0
        own = (event for event in reversed(self.newest) if event.seat == self.seat)
        last = next((event.version for event in own if event.origin == "player"), None)
        return store.last_played(self.game.pk, self.seat) if last is None else last

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return self.state.options.solo

    @property
    def stage(self) -> str:
        """How far the game has got."""
        if self.state.over:
            return _("Finished")
        if not self.state.round:
            return _("Set-up")
        return _("Round %(round)s of 5") % {"round": self.state.round}
