"""Deleting a game for good: the only way there is."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from games import packs, signals
from games.models import Erasure, Game
from games.models.records import NO_ROW
from games.runtime import notifications, state_cache
from games.runtime.commit import after_commit, in_transaction
from games.services.play.stream import lock
from games.services.tables.showing import hide_forks
from games.store import writing


@in_transaction
def erase_game(*, game_id: UUID, by: User | None, reason: str, now: datetime) -> Erasure:
    """Delete a game with its stream; what stays is that it was done. Raises NoSuchGame.

    Its content pack goes with the last game that uses it. Its forks stay, for their players alone.

    The erasure opens the triggers and is closed at the end: see the model.
    """
    signals.game_erasing.send(sender=Game, game_id=game_id)
    game = lock(game_id)
    hide_forks(game_id)
    erasure = Erasure.objects.create(
        game=game.id, at=now, by=by, reason=reason, unfinished_id=NO_ROW
    )
    writing.erase(game.id)
    # Cached states hold the secrets of the game; some of earlier versions may not be dropped yet.
    after_commit(partial(state_cache.forget, game.id, *range(1, game.version + 1)))
    notifications.changed(game.id, game.seats.values_list("user_id", flat=True))
    game.receipts.all().delete()
    game.messages.all().delete()
    game.handovers.all().delete()
    game.seats.all().delete()
    game.delete()
    packs.forget_unused(game.content_id)
    erasure.unfinished = None
    erasure.save(update_fields=["unfinished"])
    return erasure
