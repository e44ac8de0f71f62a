"""Many finished games as one file: their files one after the other, each packed by itself.

So any two such files may be put together, and a part of one is as good as the whole up to the
last complete game. Only one game at a time is in memory.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple
from uuid import UUID
from weakref import finalize

from django.db.models import Q, QuerySet

from games import replica
from games.models import Game
from games.models.game import Source, Status, Visibility
from games.runtime import long_games
from replays import files
from replays.exporting import json_lines

AT_ONCE: Final = 500
"""The most games of one request."""
EVENTS_AT_ONCE: Final = 20_000
"""The most events of one request, which take a second of a processor, unless one game has more."""


class BulkCursor(NamedTuple):
    """The game after which a list goes on; without ``game`` after all that finished by then."""

    finished_at: datetime
    game: UUID | None = None


def finished_games(after: BulkCursor | None = None) -> QuerySet[Game]:
    """All finished games, in the order in which they finished."""
    games = Game.objects.filter(status=Status.FINISHED, finished_at__isnull=False)
    if after is not None:
        behind = Q(finished_at__gt=after.finished_at)
        if after.game is not None:
            behind |= Q(finished_at=after.finished_at, pk__gt=after.game)
        games = games.filter(behind)
    return games.order_by("finished_at", "pk")


def published_games(after: BulkCursor | None = None) -> QuerySet[Game]:
    """The games for everybody: public ones that were played here, not imported."""
    return finished_games(after).filter(
        visibility=Visibility.PUBLIC, source=Source.PLAYED, withheld=False
    )


def page(games: QuerySet[Game], limit: int) -> tuple[list[UUID], BulkCursor | None]:
    """The first games of a list, and the place behind them when there are more.

    At least one, if there is any, and no more than have ``EVENTS_AT_ONCE`` events together.
    """
    found = list(games.values_list("pk", "finished_at", "version")[: limit + 1])
    together = accumulate(version for _, _, version in found[:limit])
    fitting = max(sum(events <= EVENTS_AT_ONCE for events in together), 1)
    ids = [pk for pk, _, _ in found[:fitting]]
    if len(found) <= fitting:
        return ids, None
    last, finished_at, _ = found[fitting - 1]
    assert finished_at is not None
    return ids, BulkCursor(finished_at, last)


def each(ids: Iterable[UUID]) -> Iterator[Game]:
    """Games with the people at their tables, one at a time; those erased meanwhile are left out."""
    for game_id in ids:
        game = Game.objects.filter(pk=game_id).prefetch_related("seats__user").first()
        if game is not None:
            yield game


def archive(ids: Iterable[UUID]) -> Iterator[bytes]:
    """The bytes of a ``.jsonl.gz``, one piece for each game."""
    for game_id in ids:
        yield from replica.read(partial(_packed, game_id))


def _packed(game_id: UUID) -> list[bytes]:
    return [files.packed(json_lines(game)) for game in each([game_id])]


class Alone:
    """An archive that is made for one reader at a time: the next one begins when it is closed."""

    def __init__(self, ids: Iterable[UUID]) -> None:
        """Raises LongGameBusy."""
        # Also for a response that was never sent.
        self._give_up = finalize(self, long_games.reserve())
        self._parts = archive(ids)

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        """Make room for the next one; called by the server when the answer has ended anyhow."""
        self._give_up()


def moment_of(text: str) -> datetime:
    """A day or a time as people write it; without a zone it is UTC. Raises ValueError."""
    read = datetime.fromisoformat(text)
    try:
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"no such time: {text}") from error
