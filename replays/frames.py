"""A stretch of a game to step through: one view, then the changes of each version."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from games import engine, packs, store
from games.engine.effects import Effect
from games.models import Game
from games.store import PublicRow
from replays import stepping
from replays.narration import sentence
from replays.patches import Part, Patch, Screen, touched_by
from replays.stepping import PublicEvent

MOST: Final = 1000
"""The most versions of one stretch."""


class Frame(Struct, frozen=True, gc=False):
    """One version of a game, and how its view comes from the view of the version before.

    ``sentence`` is what the log says of it; ``undone`` is set if it was taken back since. The
    patch (RFC 6902) of the first frame is empty: the view beside the frames is of that version.
    """

    version: int
    parent: int
    seat: int | None
    origin: str
    kind: str
    notation: str | None
    sentence: str
    undone: bool
    patch: Patch
    effects: list[Effect] | UnsetType = UNSET


class FrameStretch:
    """Consecutive versions of a game: the view of the first one, and the frames of all.

    ``names`` are the players' by seat, ``seat`` is the viewer's or None for a spectator. At most
    ``MOST`` versions; ``last`` is the last of them. Raises NoSuchVersion.
    """

    def __init__(
        self,
        game: Game,
        *,
        first: int,
        last: int,
        seat: engine.Seat | None,
        names: Sequence[str],
    ) -> None:
        stepping.check_version(game, first)
        stepping.check_version(game, last)
        self.last = min(last, first + MOST - 1)
        self._names = names
        packs.pack(game.content_id)
        begin, *self._rows = store.public_rows(game.pk, after=first - 1, upto=self.last)
        self._undone = stepping.undone_in(game, first, self.last)
        self._walk = FrameWalk(game, first, [begin, *self._rows])
        event = stepping.event_of(begin)
        text = sentence(self._walk.state, event, names)
        self._walk.go(event)
        self._first = event, text
        self.view = engine.view(self._walk.state, seat, game=str(game.pk), names=list(names))

    def frames(self, *, effects: bool = False) -> Iterator[Frame]:
        """The frames in order, computed one by one; can be iterated once."""
        event, text = self._first
        yield self._frame(event, text, [], effects)
        screen = Screen(self._walk.state, self._names)
        for row in self._rows:
            event = stepping.event_of(row)
            text = sentence(self._walk.state, event, self._names)
            touched = self._walk.go(event)
            yield self._frame(event, text, screen.follow(self._walk.state, touched), effects)

    def _frame(self, event: PublicEvent, text: str, patch: Patch, effects: bool) -> Frame:
        return Frame(
            version=event.version,
            parent=event.parent,
            seat=event.seat,
            origin=event.origin,
            kind=event.kind,
            notation=event.notation,
            sentence=text,
            undone=event.version in self._undone,
            patch=patch,
            effects=event.effects if effects else UNSET,
        )


class FrameWalk:
    """A state that goes through consecutive events, and back where they go back.

    It begins before the first of them. States to which something goes back are kept as bytes.
    """

    def __init__(self, game: Game, first: int, rows: Sequence[PublicRow | PublicEvent]) -> None:
        self.game = game
        self._replayer = engine.StreamReplayer(
            engine.returned_to(rows),
            state=stepping.state_of(game, first - 1) if first > 1 else None,
            recall=partial(stepping.state_of, game),
        )
        self._steps: dict[int, tuple[int, set[Part] | None]] = {}

    @property
    def state(self) -> engine.State:
        """The state after the events that were taken."""
        return self._replayer.state

    def go(self, event: PublicEvent) -> set[Part] | None:
        """Take the next event; the parts of the view that it may change, None for all."""
        if event.is_undo:
            touched = self._between(event.parent, event.version - 1)
            # The line of later events leaves out what this one took back.
            self._steps[event.version] = (event.parent, set())
        else:
            touched = touched_by(event.effects)
            self._steps[event.version] = (event.parent, touched)
        self._replayer.take_public(event)
        return touched

    def _between(self, start: int, end: int) -> set[Part] | None:
        """What the events on the line from one version to another touch; None if not known."""
        parts: set[Part] = set()
        at = end
        while at > start:
            at, touched = self._steps.get(at, (0, None))
            if touched is None:
                return None
            parts |= touched
        return parts
