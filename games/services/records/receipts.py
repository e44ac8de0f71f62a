"""Requests with an idempotency key, which are carried out once and answered alike every time.

A receipt is written in the transaction that carries the request out, under the lock that the
request takes anyway: of two that come at once, the second waits and finds the receipt of the first.

Receipts are forgotten after a while. A move that is sent again later than that is stale, because
its seat has decided since the version that it names; other requests would be carried out again, so
their receipts stay longer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet, Subquery

from games import engine, store
from games.errors import KeyReused
from games.models import Game, Receipt, RequestReceipt
from games.models.records import Operation
from games.runtime.commit import in_transaction, lock_user
from games.services.play.stream import lock

R = TypeVar("R", bound=RequestReceipt)

KEPT: Final = timedelta(days=7)
"""How long at least a receipt stays that is not of a move."""
BATCH: Final = 500
"""How many receipts one transaction forgets."""
MOST_BATCHES: Final = 200
"""How many batches are forgotten at once; the rest waits for the next time."""
MOST_KEPT: Final = 10_000
"""Of one user, the newest that are not of moves: who joins a table and leaves it again, or changes
nothing of a tournament, could have any number of them."""
COLUMNS: Final = store.ModelColumns(Receipt, "r")
IN_GAME: Final = (
    f"SELECT {COLUMNS.listed} FROM {Receipt._meta.db_table} r "  # noqa: S608 - names of ours
    'WHERE r."game_id" = %s AND r."user_id" = %s AND r."operation" = %s AND r."key" = %s'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """The identity of a request, to recognise a repeated one.

    ``key`` is the caller's, None for a request that may be carried out again; ``request_hash``
    stands for all that was asked for.
    """

    key: str | None = None
    request_hash: str = ""


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """The game that a request made or changed; ``repeated`` is set if the request came before."""

    game: Game
    repeated: bool


@in_transaction
def carry_out_once(
    *,
    operation: Operation,
    user: User,
    once: Once,
    action: Callable[[], Game],
    now: datetime,
    game_id: UUID | None = None,
) -> RequestOutcome:
    """Carry out what makes a game, or changes ``game_id``; a repeated request only finds the game.

    Raises KeyReused, NoSuchGame, and what the action raises.
    """
    if once.key is None:
        return RequestOutcome(action(), repeated=False)
    game = lock(game_id) if game_id else None
    if game is None:
        lock_user(user)
    receipt = earlier(operation, user=user, once=once, game=game)
    if receipt is not None:
        return RequestOutcome(receipt.game, repeated=True)
    game = action()
    drop_surplus(Receipt.objects.filter(user=user, version=None))
    keep(operation, user=user, once=once, game=game, now=now)
    return RequestOutcome(game, repeated=False)


def earlier(
    operation: Operation, *, user: User, once: Once, game: Game | None = None
) -> Receipt | None:
    """The receipt of a request that came before; for the locked game, or of those that make games.

    Raises KeyReused.
    """
    if once.key is None:
        return None
    if game is not None:
        return _same(_in_game(game, user, operation, once.key), once)
    found = Receipt.objects.filter(user=user, operation=operation).select_related("game")
    return of_same_request(found, once)


def _in_game(game: Game, user: User, operation: Operation, key: str) -> Receipt | None:
    """The receipt with this key, by a plain statement: each move on a page asks for one."""
    with connection.cursor() as cursor:
        cursor.execute(IN_GAME, [store.key(game.pk), user.pk, operation, key])
        row = cursor.fetchone()
    if row is None:
        return None
    receipt = COLUMNS.made(row)
    receipt.game = game
    return receipt


def of_same_request(receipts: QuerySet[R], once: Once) -> R | None:
    """The receipt of a request that came before, if it is among these. Raises KeyReused."""
    return _same(receipts.filter(key=once.key).first(), once)


def _same(receipt: R | None, once: Once) -> R | None:
    if receipt is not None and receipt.request_hash != once.request_hash:
        raise KeyReused
    return receipt


def keep(
    operation: Operation,
    *,
    user: User,
    once: Once,
    game: Game,
    rows: Sequence[engine.StoredEvent] = (),
    now: datetime,
) -> None:
    """Write down that a request was carried out, with the events that it made."""
    if once.key is None:
        return
    Receipt.objects.create(
        game=game,
        user=user,
        operation=operation,
        key=once.key,
        request_hash=once.request_hash,
        first_version=rows[0].version if rows else None,
        version=rows[-1].version if rows else None,
        created_at=now,
    )


def drop_surplus(receipts: QuerySet[R]) -> None:
    """Make room for one more among these, which are all of a user."""
    newest = receipts.order_by("-pk").values("pk")
    receipts.filter(pk__lte=Subquery(newest[MOST_KEPT - 1 : MOST_KEPT])).delete()


def forget_receipts(*, now: datetime) -> int:
    """Delete the receipts whose time is over; how many there were. ``now`` is the database's."""
    return sum(
        forget_older(Receipt.objects.filter(operation=operation), now - kept_for(operation))
        for operation in Operation
    )


def kept_for(operation: Operation) -> timedelta:
    """How long at least a receipt of this operation stays."""
    return timedelta(hours=settings.MOVE_KEY_HOURS) if operation == Operation.PLAY else KEPT


def forget_older(receipts: QuerySet[R], than: datetime) -> int:
    """Delete those of these receipts that are older, the oldest first, in batches; how many."""
    forgotten = 0
    for _ in range(MOST_BATCHES):
        number = _forget_batch(oldest(receipts, than))
        forgotten += number
        if number < BATCH:
            break
    return forgotten


def oldest(receipts: QuerySet[R], than: datetime) -> QuerySet[R]:
    """A batch of those that are older; without what another transaction has locked."""
    old = receipts.filter(created_at__lt=than).order_by("created_at")
    return old.select_for_update(skip_locked=True)[:BATCH]


@in_transaction
def _forget_batch(old: QuerySet[R]) -> int:
    found = list(old.values_list("pk", flat=True))
    return old.model._default_manager.filter(pk__in=found).delete()[0]
