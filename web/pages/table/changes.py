"""What has changed between two versions of a game, as the parts of a page ask for it."""

from collections.abc import Iterable, Sequence
from typing import Self

from games import packs
from games.engine import effects as fx
from games.engine.sealing import StoredEvent
from games.models import Game
from replays import stepping
from replays.patches import touched_by
from replays.stepping import PublicEvent


class Changes:
    """Effects that have been applied, and the fields of the view that they may change.

    ``everything`` stands for all fields: moves were taken back, the game has ended, or an effect
    does not say what it touches.
    """

    def __init__(self, effects: Sequence[fx.Effect], *, undone: bool = False) -> None:
        self.kinds = {type(effect) for effect in effects}
        touched = touched_by(effects)
        self.everything = undone or touched is None or self.ended
        self.fields = {str(path[0]) for path in touched or ()}

    @classmethod
    def by(cls, events: Iterable[PublicEvent]) -> Self:
        """What some consecutive events have changed."""
        listed = list(events)
        effects = [effect for event in listed for effect in event.effects]
        return cls(effects, undone=any(event.is_undo for event in listed))

    @classmethod
    def since(cls, game: Game, version: int, newest: Sequence[StoredEvent] = ()) -> Self:
        """What has changed in a game since a version; ``newest`` events need not be read."""
        if newest and newest[0].version == version + 1:
            return cls.by(stepping.event_of(row) for row in newest)
        packs.pack(game.content_id)
        return cls.by(stepping.events(game, after=version))

    @property
    def ended(self) -> bool:
        """Whether the game has been scored or ended."""
        return self.has(fx.Scored, fx.Ended)

    def has(self, *kinds: type[fx.Effect]) -> bool:
        """Whether there was an effect of one of these kinds."""
        return any(issubclass(found, kinds) for found in self.kinds)
