"""States as of any version: replayed from the nearest snapshot, or from the first event.

A snapshot is the public part of a state, without the secrets. It is used only when it hashes to
the digest that the stream has for its version, so one that is old, cut or made up is found out
and dropped. Snapshots are taken after versions that no undo can go behind: the line of every
later version leads through them.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from django.db import DatabaseError, transaction

from games import engine, packs, store
from games.models import Game
from games.store import PublicRow
from replays.models import Snapshot

log = logging.getLogger(__name__)

SPACING: Final = 250
"""How many events are replayed at most before a snapshot pays: most games have fewer."""
PIECE: Final = 2 * SPACING
"""How many events are read at once."""


def rebuild(game: Game, version: int) -> engine.State:
    """The public part of the state after a version that the game has reached.

    Takes snapshots on the way where the way was long.
    """
    packs.pack(game.content_id)
    state = _nearest(game, version)
    line = _line(game.pk, state.version, version)
    if line is None:  # an undo went behind the snapshot
        state = engine.State()
        line = _line(game.pk, 0, version)
    taken = _replay(state, line or [])
    state.version = version
    if taken:
        _keep(game, taken)
    return state


def take(game: Game) -> int:
    """Take the snapshots of a whole game anew; how many it has then."""
    drop(game.pk)
    rebuild(game, game.version)
    return Snapshot.objects.filter(game=game).count()


def drop(game_id: UUID | None = None) -> int:
    """Drop the snapshots of a game, or of all games; how many there were."""
    doomed = Snapshot.objects.all() if game_id is None else Snapshot.objects.filter(game=game_id)
    dropped, _ = doomed.delete()
    return dropped


def _nearest(game: Game, version: int) -> engine.State:
    """The state of the last good snapshot up to a version, else that before the first event."""
    while version >= SPACING:  # there is none before
        known = Snapshot.objects.filter(game=game, version__lte=version).order_by("-version")
        found = known.values_list("version", "state")[:1]
        if not found:
            break
        ((version, dumped),) = found
        state = _read(game, version, bytes(dumped))
        if state is not None:
            return state
        log.warning("game %s: the snapshot of version %s is invalid", game.pk, version)
        _write(Snapshot.objects.filter(game=game, version=version).delete)
        version -= 1
    return engine.State()


def _read(game: Game, version: int, dumped: bytes) -> engine.State | None:
    """The state of a snapshot, if the stream vouches for it."""
    try:
        state = engine.load(dumped)
    except (msgspec.MsgspecError, RecursionError):
        return None
    # The digest covers neither of these.
    state.version = state.head = version
    state.secret = None
    return state if _vouched(game, state) else None


def _vouched(game: Game, state: engine.State) -> bool:
    return engine.digest(state) == store.head(game.pk, state.version).digest


def _line(game_id: UUID, base: int, version: int) -> list[PublicRow] | None:
    """The rows on the line that leads from ``base`` to a version; None when none does.

    Read from its end, piece by piece: a turn in which thousands of moves were taken back has no
    place for a snapshot, and they are not on the line.
    """
    line: list[PublicRow] = []
    rows: list[PublicRow] = []
    first, at = version + 1, version
    while at > base:
        if at < first:
            first = max(base, at - PIECE) + 1
            rows = store.public_rows(game_id, after=first - 1, upto=at)
        row = rows[at - first]
        line.append(row)
        at = row.parent
    return line[::-1] if at == base else None


def _replay(state: engine.State, line: Sequence[PublicRow]) -> list[tuple[int, bytes]]:
    """Replay a line; the versions after which a snapshot should be taken, with the bytes."""
    taken = []
    last = state.version
    replayer = engine.StreamReplayer(state=state)
    for row in line:
        replayer.take(row)
        far = row.version - last >= SPACING
        if far and not engine.is_undo(row) and engine.undo_to(state) is None:
            last = row.version
            taken.append((last, engine.dump(state)))
    return taken


def _keep(game: Game, taken: Sequence[tuple[int, bytes]]) -> None:
    """Store snapshots of which the stream says that they are right."""
    good = [
        Snapshot(game=game, version=version, state=dumped)
        for version, dumped in taken
        if _vouched(game, engine.load(dumped))
    ]
    _write(partial(Snapshot.objects.bulk_create, good, ignore_conflicts=True))


def _write(change: Callable[[], object]) -> None:
    """Change the snapshots if possible; readers do not depend on it."""
    try:
        with transaction.atomic():
            change()
    except DatabaseError as error:
        log.warning("changing snapshots failed: %s", error)
