"""A game that has begun as one viewer sees it: what the parts of its page are built from."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar, cast

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine, store
from games.models import Game
from web.pages.common.pieces import Sign, signs

Made = TypeVar("Made")


class Table:
    """A state of a game, the viewer, and who sits where.

    ``state`` is without secrets; ``seat`` is the viewer's, None for a spectator. ``own`` is what
    expansions show this seat alone, by name. ``live`` says that it is the newest state, so that
    what is new can be marked on the map. ``log_upto`` is the version with which the log ends, None
    for the newest.
    """

    def __init__(
        self,
        game: Game,
        state: engine.State,
        *,
        seat: int | None,
        names: Sequence[str],
        live: bool = False,
        log_upto: int | None = None,
        own: Mapping[str, Struct] = MappingProxyType({}),
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.signs: list[Sign] = signs(names)
        self.live = live
        self.log_upto = log_upto
        self.own = own
        self._made: dict[str, object] = {}

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What ``make`` returns, which is called for each name only once."""
        if name not in self._made:
            self._made[name] = make()
        return cast("Made", self._made[name])

    @cached_property
    def since(self) -> int:
        """The viewer's last event; 0 for none."""
        return 0 if self.seat is None else store.last_played(self.game.pk, self.seat)

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
