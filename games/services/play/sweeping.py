"""The notes of the sweep, by which the next one knows what was due before."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games import waiting
from games.errors import NoSuchGame
from games.models import Seat
from games.runtime import computing
from games.services.play.paying import GAMES_FIRST, TaskCharge
from games.services.play.running import share_of
from games.services.play.wanted import Wanted


class Forgotten(NamedTuple):
    """A game to wake, at this version; ``alone`` are bots where no person decides any more."""

    id: UUID
    version: int
    alone: bool


@transaction.atomic
def sweep(*, now: datetime, queued: Collection[tuple[str, int | None]] = ()) -> list[Forgotten]:
    """The games to wake; ``now`` is the database's. Notes the version of each game that is due.

    Locked games are being continued just now, and are left out of the notes. ``queued`` are
    the games, with their versions, for which a task of bots waits in a queue that is long: one
    that will find its share to be played is not sent again.
    """
    people = Seat.objects.filter(game=OuterRef("pk"), bot="", resigned=False)
    rows = waiting.forgotten(now).annotate(alone=~Exists(people))
    coming = {(id_, None if seen is None else share_of(seen)) for id_, seen in queued}
    found = [
        Forgotten(*row)
        for row in rows.values_list("pk", "version", "alone")
        if not {(str(row[0]), share_of(row[1])), (str(row[0]), None)} & coming
    ]
    new = waiting.due().exclude(swept_version=F("version"))
    seen = new.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
    waiting.due().filter(pk__in=list(seen)).update(swept_version=F("version"))
    return found


def wake(forgotten: Iterable[Forgotten]) -> None:
    """Send the tasks of such games: those of a payer beyond a limit, and beyond a few, for later.

    A game that has been erased needs none.
    """
    first = Counter[int]()
    for one in forgotten:
        wanted = Wanted.BOTS_ALONE
        if not one.alone:
            try:
                payer = TaskCharge(one.id).payer
            except NoSuchGame:
                continue
            first[payer] += 1
            many = first[payer] > GAMES_FIRST or computing.games_over(payer)
            wanted = Wanted.BOTS.later if many else Wanted.BOTS
        wanted.send(one.id, one.version)
