"""Checking the game's own row against its stream.

The seed, the salt, the options and the content are judged with the set-up (``checking``); here is
whether they can be read at all, and what the row repeats of the stream for lists.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.engine import State, StoredEvent
from games.models import ContentPack, Game
from games.models.game import Status
from replays.checking import Code, Difference
from replays.checking.report import side
from replays.fairness import contributions_of

UNUSABLE: Final = (ValueError, TypeError, AttributeError)
"""The exceptions of reading a column that holds no value of its kind."""
HASH_BYTES: Final = 32


def unreadable_column(game: Game) -> Difference | None:
    """The first column of a game that holds no value of its kind, as a difference."""
    for name, code, read in READ:
        try:
            read(game)
        except UNUSABLE:
            sentence = f"The game's {name} cannot be read: the column holds no value of its kind."
            return Difference(version=1, code=code, sentence=sentence)
    return None


def stored_pack_differs(game: Game) -> Difference | None:
    """Whether the bytes of the game's content pack are still those that their hash names."""
    raw = ContentPack.objects.filter(pk=game.content_id).values_list("raw", flat=True).first()
    if raw is not None and hashlib.sha256(bytes(raw)).hexdigest() == game.content_id:
        return None
    sentence = "The bytes of the game's content pack are not those that its hash is of."
    return Difference(version=1, code="content_differs", sentence=sentence)


def column_differs(game: Game, rows: Sequence[StoredEvent], state: State) -> Difference | None:
    """The first column of a game that does not repeat what its stream says; ``state`` is the last.

    The stream has to hold.
    """
    for name, expected, recorded in _repeated(game, rows, state):
        if expected != recorded:
            return Difference(
                version=len(rows),
                code="game_differs",
                sentence=f"The game's {name} is not what its stream says.",
                expected=side(**{name: expected}),
                recorded=side(**{name: recorded}),
            )
    return None


def _repeated(
    game: Game, rows: Sequence[StoredEvent], state: State
) -> Iterator[tuple[str, object, object]]:
    """Each repeated column with what it should be and what it is."""
    yield "players", state.options.players, game.players
    yield "round", state.round, game.round
    yield "awaits_step", state.awaits_step, game.awaits_step
    gone = game.seats.filter(resigned=True).values_list("index", flat=True)
    yield "resigned", sorted(state.resigned), sorted(gone)
    yield "ended_by", state.ended_by if state.over else "", game.ended_by
    if state.over:
        yield "status", Status.FINISHED.value, game.status
        yield "finished_at", rows[-1].recorded_at, game.finished_at
    else:
        yield "status", Status.RUNNING.value, game.status
        yield "finished_at", None, game.finished_at
    yield "started_at", rows[0].recorded_at, game.started_at


def _check_contributions(game: Game) -> None:
    """Raises one of UNUSABLE."""
    if not isinstance(game.contributions, list):
        raise TypeError
    _check_hashes(contributions_of(game))


def _check_hashes(values: Sequence[bytes]) -> None:
    """Raises ValueError unless each has the length of a hash."""
    if any(len(value) != HASH_BYTES for value in values):
        raise ValueError


READ: Final[tuple[tuple[str, Code, Callable[[Game], object]], ...]] = (
    ("contributions", "seed_differs", _check_contributions),
    ("server_seed", "seed_differs", lambda game: _check_hashes([bytes(game.server_seed)])),
    ("salt", "salt_differs", lambda game: bytes(game.salt)),
)
"""The columns from which the set-up is made again, with what a broken one is called."""
