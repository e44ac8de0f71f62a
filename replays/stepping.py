"""A game at any of its versions, and which of its events were taken back.

Results hold no secrets: only the public part of a stream is read here.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from games import engine, selectors, store
from games.engine.effects import Effect
from games.errors import NoSuchVersion
from games.models import Game
from games.store import PublicRow
from replays import snapshots


class PublicEvent(Struct, frozen=True, gc=False):
    """The public part of one decision or step, with what followed from it.

    ``chain`` is its chain hash; empty for one that is in no stream.
    """

    version: int
    parent: int
    seat: engine.Seat | None
    origin: str
    kind: str
    move: engine.Move | None
    effects: list[Effect]
    chain: str = ""

    @property
    def notation(self) -> str | None:
        """The move as one line of text; None for steps and undos."""
        return None if self.move is None else self.move.notation()

    @property
    def is_undo(self) -> bool:
        """Whether it goes back to an earlier version."""
        return self.parent != self.version - 1


def state_of(game: Game, version: int | None = None) -> engine.State:
    """The public part of the state now, or as of a version.

    Raises NoSuchVersion; version 0 is a table, no state.
    """
    wanted = game.version if version is None else version
    check_version(game, wanted)
    if wanted < game.version:
        return snapshots.rebuild(game, wanted)
    state, _ = newest(game)
    return state


def newest(
    game: Game, seat: engine.Seat | None = None, head: store.StreamHead | None = None
) -> tuple[engine.State, Mapping[str, Struct]]:
    """The public part of the state now, and by expansion what it shows a seat alone.

    ``head`` is the end of the stream, where the caller knows it. Raises NoSuchVersion for a table.
    """
    state = selectors.state_of(game, head)
    own = engine.own_views(state, seat)
    state.secret = None
    return state, own


def check_version(game: Game, version: int) -> None:
    """Raises NoSuchVersion."""
    if not 0 < version <= game.version:
        raise NoSuchVersion(version, game.version)


def events(
    game: Game,
    *,
    after: int = 0,
    upto: int | None = None,
    limit: int | None = None,
    newest: Sequence[PublicEvent] = (),
) -> list[PublicEvent]:
    """The events after one version up to another, by default the newest, oldest first.

    ``newest`` are the last events of the game, if they are known: they are not read again.
    Raises LookupError when some are missing: then the game has been deleted since it was read.
    """
    last = game.version if upto is None else upto
    at_hand = [event for event in newest if after < event.version <= last]
    left = at_hand[0].version - 1 if at_hand else last
    read = store.public_rows(game.pk, after=after, upto=left, limit=limit) if after < left else []
    asked = max(left - after, 0)
    if len(read) < (asked if limit is None else min(asked, limit)):
        raise LookupError(f"game {game.pk} has not all events from {after + 1} to {left}")
    return [*map(event_of, read), *at_hand][:limit]


def event_of(row: PublicRow | engine.StoredEvent) -> PublicEvent:
    """A stored event without its secrets."""
    payload = engine.read_payload(row.public)
    return PublicEvent(
        version=row.version,
        parent=row.parent,
        seat=None if row.seat is None else engine.Seat(row.seat),
        origin=row.origin,
        kind=payload.kind,
        move=payload.move,
        effects=payload.effects,
        chain=row.chain,
    )


def undone_in(
    game: Game, first: int, last: int, newest: Sequence[PublicEvent] = ()
) -> frozenset[int]:
    """Of the versions from ``first`` to ``last``, those that are not on the newest one's line.

    ``newest`` are the last events of the game, if they are known.
    """
    at_hand = [(event.version, event.parent) for event in reversed(newest) if event.is_undo]
    before = newest[0].version - 1 if newest else game.version
    # An undo comes after what it takes back.
    stored = store.undos(game.pk, before) if before > first else []
    spans = undone([*at_hand, *stored], game.version)
    return frozenset(
        version
        for span in spans
        for version in range(max(span.start, first), min(span.stop, last + 1))
    )


def undone(undos: Sequence[tuple[int, int]], newest: int) -> list[range]:
    """The versions that are not on the line of parents of ``newest``, in spans.

    ``undos`` are the events that go back, each with its parent, the newest first.
    """
    spans = []
    at = newest
    for version, parent in undos:
        if version <= at:
            spans.append(range(parent + 1, version))
            at = parent
    return spans
