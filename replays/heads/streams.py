"""The kinds of streams that the log of heads covers: games, and what the rooms above add."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import F, Model, Q
from msgspec import Struct

from games import store
from games.models import Game
from replays.heads.models import LoggedGame, LoggedStream
from replays.heads.statements import GAME, Kind

AT_ONCE: Final = 1000
"""Rows that are read or written with one query."""


class Grown(NamedTuple):
    """A stream that has more events than its newest leaf; ``chain`` is that of ``version``."""

    kind: Kind
    stream: UUID
    version: int
    chain: str


class StreamKind(Struct, frozen=True, kw_only=True):
    """One kind of streams.

    ``owners`` is the table with a row for each stream, which has its ``version``; ``logged`` is
    what the log knows of each, its ``related_name`` there is ``logged``. ``newest_heads`` gives
    version and chain of the newest event of some streams, ``chain_of`` the chain of one version,
    None where it is not stored.
    """

    name: Kind
    owners: type[Model]
    logged: type[LoggedStream]
    newest_heads: Callable[[Sequence[UUID]], Mapping[UUID, tuple[int, str]]]
    chain_of: Callable[[UUID, int], str | None]

    def grown(self, most: int) -> list[Grown]:
        """The streams that have grown since their newest leaf, in the order of their ids."""
        found = self.owners._default_manager.filter(version__gt=0).filter(
            Q(logged__isnull=True) | Q(version__gt=F("logged__version"))
        )
        ids = list(found.order_by("pk").values_list("pk", flat=True)[:most])
        grown: list[Grown] = []
        for start in range(0, len(ids), AT_ONCE):
            heads = self.newest_heads(ids[start : start + AT_ONCE])
            grown.extend(Grown(self.name, stream, *heads[stream]) for stream in sorted(heads))
        return grown

    def secrets(self, streams: Sequence[UUID]) -> dict[UUID, bytes]:
        """The secrets of those streams that have leaves."""
        known: dict[UUID, bytes] = {}
        for start in range(0, len(streams), AT_ONCE):
            found = self.logged._default_manager.filter(pk__in=streams[start : start + AT_ONCE])
            known |= {one: bytes(secret) for one, secret in found.values_list("pk", "secret")}
        return known

    def note(self, leaves: Sequence[tuple[Grown, bytes]]) -> None:
        """Note up to where the log has streams, each with its secret."""
        key = self.logged._meta.pk
        self.logged._default_manager.bulk_create(
            [
                self.logged(
                    **{key.attname: grown.stream, "version": grown.version, "secret": secret}
                )
                for grown, secret in leaves
            ],
            batch_size=AT_ONCE,
            update_conflicts=True,
            unique_fields=[key.name],
            update_fields=["version"],
        )


def _chain_of_game(game: UUID, version: int) -> str | None:
    try:
        return store.head(game, version).chain
    except LookupError:
        return None


GAMES: Final = StreamKind(
    name=GAME,
    owners=Game,
    logged=LoggedGame,
    newest_heads=store.newest_heads,
    chain_of=_chain_of_game,
)
_kinds: dict[Kind, StreamKind] = {GAMES.name: GAMES}


def cover(kind: StreamKind) -> None:
    """Have heads cover the streams of another kind; said once, when its app is ready."""
    _kinds[kind.name] = kind


def kinds() -> list[StreamKind]:
    """All that heads cover, in the order of their names."""
    return [_kinds[name] for name in sorted(_kinds)]
