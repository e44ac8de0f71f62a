"""Tournaments in the log of signed heads: ``replays.heads`` signs, this says what there is."""

from typing import Final
from uuid import UUID

from replays.heads.statements import TOURNAMENT
from replays.heads.streams import StreamKind
from tournaments import store
from tournaments.models import LoggedTournament, Tournament


def _chain_of(tournament: UUID, version: int) -> str | None:
    found = store.head(tournament, version)
    return found.chain if found else None


TOURNAMENTS: Final = StreamKind(
    name=TOURNAMENT,
    owners=Tournament,
    logged=LoggedTournament,
    newest_heads=store.newest_heads,
    chain_of=_chain_of,
)
