"""What has changed between two versions of a game, as the parts of a page ask for it."""

from collections.abc import Iterable, Sequence
from typing import Final, Self

from games import packs
from games.engine import effects as fx
from games.models import Game
from replays import stepping
from replays.patches import touched_by
from replays.stepping import PublicEvent

FAR_BACK: Final = 50
"""The most events that are read to find what was taken back."""


class Changes:
    """Effects that have been applied, and the fields of the view that they may change.

    ``everything`` stands for all fields: moves were taken back, the game has ended, or an effect
    does not say what it touches. Where it is known which effects were taken back, they are
    ``gone``, and touch what they touched before.
    """

    def __init__(
        self,
        effects: Sequence[fx.Effect],
        *,
        undone: bool = False,
        gone: Sequence[fx.Effect] = (),
    ) -> None:
        self.kinds = {type(effect) for effect in effects}
        self.gone = {type(effect) for effect in gone}
        touched = touched_by([*effects, *gone])
        self.everything = undone or touched is None or self.ended
        self.fields = {str(path[0]) for path in touched or ()}

    @classmethod
    def by(cls, events: Iterable[PublicEvent]) -> Self:
        """What some consecutive events have changed."""
        listed = list(events)
        effects = [effect for event in listed for effect in event.effects]
        return cls(effects, undone=any(event.is_undo for event in listed))

    @classmethod
    def since(cls, game: Game, version: int, newest: Sequence[PublicEvent] = ()) -> Self:
        """What has changed in a game since a version; ``newest`` events need not be read."""
        packs.pack(game.content_id)
        events = stepping.events(game, after=version, newest=newest)
        back = min((event.parent for event in events if event.is_undo), default=version)
        if version - back > FAR_BACK:
            return cls.by(events)
        # Effects that the page shows and that were taken back; others are among the events.
        before = stepping.events(game, after=back, upto=version, newest=newest)
        if any(event.is_undo for event in before):
            return cls.by(events)
        effects, gone = (
            [effect for event in found for effect in event.effects] for found in (events, before)
        )
        return cls(effects, gone=gone)

    @property
    def ended(self) -> bool:
        """Whether the game has been scored or ended."""
        return self.has(fx.Scored, fx.Ended)

    def has(self, *kinds: type[fx.Effect]) -> bool:
        """Whether there was an effect of one of these kinds."""
        return any(issubclass(found, kinds) for found in self.kinds)

    def touch(self, *kinds: type[fx.Effect]) -> bool:
        """Whether one of these effects was applied or taken back."""
        return any(issubclass(found, kinds) for found in self.kinds | self.gone)
