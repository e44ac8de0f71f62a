"""Requests that name what they have seen, and such as are sent again.

Both are judged under the lock of the tournament, in the transaction that carries the request out:
of two that come at once, the second finds what the first has done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games.runtime.commit import in_transaction, lock_user
from games.services.records.receipts import KEPT, Once, drop_surplus, forget_older, of_same_request
from tournaments.access import may_see
from tournaments.errors import NoSuchTournament, TournamentChanged
from tournaments.models import Tournament, TournamentOperation, TournamentReceipt
from tournaments.services.writer import lock


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tournament of a request; ``repeated`` is set if the same request came before."""

    tournament: Tournament
    repeated: bool


@in_transaction
def carry_out(
    *,
    operation: TournamentOperation,
    user: User,
    once: Once,
    action: Callable[[], Tournament],
    now: datetime,
    tournament_id: UUID | None = None,
    seen_version: int | None = None,
    invite: str | None = None,
) -> Outcome:
    """Carry out what makes a tournament, or changes ``tournament_id``.

    A request that came before, by its key, only finds the tournament, also of who may not see it
    any more: an answer shows that user nothing of it. One that has seen another version than the
    newest is refused. Raises NoSuchTournament, KeyReused, TournamentChanged, and what the action
    raises.
    """
    tournament = None
    if tournament_id is None:
        lock_user(user)
    else:
        tournament = lock(tournament_id)
    if once.key is not None:
        found = TournamentReceipt.objects.filter(user=user, operation=operation)
        if tournament is not None:
            found = found.filter(tournament=tournament)
        receipt = of_same_request(found.select_related("tournament"), once)
        if receipt is not None:
            return Outcome(receipt.tournament, repeated=True)
    if tournament is not None and not may_see(user, tournament, invite):
        raise NoSuchTournament
    if tournament is not None and seen_version not in (None, tournament.version):
        raise TournamentChanged(tournament.version)
    made = action()
    _keep(operation, user=user, once=once, tournament=made, now=now)
    return Outcome(made, repeated=False)


def _keep(
    operation: TournamentOperation,
    *,
    user: User,
    once: Once,
    tournament: Tournament,
    now: datetime,
) -> None:
    """Write a receipt."""
    if once.key is None:
        return
    drop_surplus(TournamentReceipt.objects.filter(user=user))
    TournamentReceipt.objects.create(
        tournament=tournament,
        user=user,
        operation=operation,
        key=once.key,
        request_hash=once.request_hash,
        created_at=now,
    )


def forget_receipts(*, now: datetime) -> int:
    """Delete the receipts whose time is over; how many there were. ``now`` is the database's."""
    return forget_older(TournamentReceipt.objects.all(), now - KEPT)
