"""Drawings of finished games: made once for each look of a game, kept in the database."""

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, Literal
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Length
from msgspec.json import encode

from games import selectors
from games.models import Game
from games.models.game import Status, Visibility
from games.runtime.bounded_process import OutOfBounds, ProcessFailed
from games.runtime.commit import in_transaction
from games.runtime.long_games import LongGameBusy
from games.waiting import window
from web.models import Drawing

ASKED_AGAIN_AFTER: Final = timedelta(minutes=1)
"""How long a task may take for its drawing."""
DRAWN_AGAIN_AFTER: Final = timedelta(minutes=10)
"""How long a game keeps its drawing though its players have other names, or goes without one when
it could not be made."""

Clock = Callable[[], datetime]
Standing = Literal["made", "waiting", "later", "missing"]
"""``later`` is what failed, or had other names, less than ``DRAWN_AGAIN_AFTER`` ago."""

log = logging.getLogger(__name__)
_drawing = Lock()


def shareable(game: Game) -> bool:
    """Whether a drawing of a game may show it: everybody may see it, and it is over."""
    public = game.visibility == Visibility.PUBLIC and not game.withheld
    return public and game.status == Status.FINISHED


class Drawings:
    """One kind of what is drawn of games, in the rows of a table.

    ``style`` is raised when it is drawn differently, so that all are made anew. ``kept`` are kept
    at most, of ``most_bytes`` each; beyond that the oldest go, and are made anew when asked for.
    """

    def __init__(
        self,
        table: type[Drawing],
        draw: Callable[[Game], bytes],
        *,
        style: int,
        most_bytes: int,
        kept: int,
    ) -> None:
        self._rows = table._default_manager
        self._draw = draw
        self.style = style
        self.most_bytes = most_bytes
        self.kept = kept

    def stamp(self, game: Game) -> str:
        """Changes whenever the drawing would look different, as when an account is deleted."""
        known = (self.style, game.version, selectors.names_of(game))
        return hashlib.sha256(encode(known)).hexdigest()

    def made(self, game: Game) -> bytes | None:
        """The drawing of a game, if it is up to date."""
        found = self._rows.filter(game=game, stamp=self.stamp(game)).first()
        return bytes(found.data) if found is not None and found.data else None

    def standing(self, game: Game, now: datetime) -> Standing:
        """How far the drawing of a game is, without reading it."""
        row = self._rows.filter(game=game).annotate(size=Length("data")).defer("data").first()
        if row is None:
            return "missing"
        if row.size and row.stamp == self.stamp(game):
            return "made"
        if _within(row.made_at, DRAWN_AGAIN_AFTER, now):
            return "later"
        sent = _within(row.sent_at, ASKED_AGAIN_AFTER, now)
        return "waiting" if row.asked_at is not None and sent else "missing"

    @in_transaction
    def ask(self, game_id: UUID, now: datetime) -> bool:
        """Note that a game is to be drawn; whether a task has to be sent for it.

        A game is asked for once, however many want it, and is not drawn anew all the time. Where a
        task may be lost, another one is sent, and the game keeps its place.
        """
        # Locked, or it could be erased before the row refers to it.
        Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if _public(game_id) is None:
            return False
        row, _ = self._rows.get_or_create(game_id=game_id)
        sent = row.asked_at is not None and _within(row.sent_at, ASKED_AGAIN_AFTER, now)
        if sent or _within(row.made_at, DRAWN_AGAIN_AFTER, now):
            return False
        due = self._rows.filter(pk=row.pk)
        return bool(due.update(asked_at=Coalesce("asked_at", now), sent_at=now, begun_at=None))

    def waits_since(self) -> datetime | None:
        """When the game was asked for that waits longest; None when none waits."""
        return self._waiting().values_list("asked_at", flat=True).first()

    def draw_next(self, clock: Clock) -> bool:
        """Draw the game that waits longest; False when none waits.

        When the process is killed meanwhile, the game waits again as soon as it is asked for again.
        """
        row = self._waiting().defer("data").first()
        if row is None:
            return False
        self._rows.filter(pk=row.pk).update(begun_at=clock())
        try:
            self.make(row.game_id, clock)
        finally:
            self._rows.filter(pk=row.pk).update(asked_at=None)
        return True

    def make(self, game_id: UUID, clock: Clock) -> bytes | None:
        """Draw a game that everybody may see and store it; None when there is nothing to draw.

        What fails is not tried again for a while.
        """
        game = _public(game_id)
        if game is None:
            return None
        stamp = self.stamp(game)
        if known := self._rows.filter(game=game, stamp=stamp).first():
            failed_lately = _within(known.made_at, DRAWN_AGAIN_AFTER, clock())
            if known.data or failed_lately:
                return bytes(known.data) or None
        try:
            data = self._bounded(game)
        except LongGameBusy:  # for a moment, by another request
            raise
        except Exception:
            self._keep(game_id, stamp, b"", clock())
            raise
        return (data or None) if self._keep(game_id, stamp, data, clock()) else None

    def make_here(self, game_id: UUID, clock: Clock) -> bytes | None:
        """The same in the process of a request, one at a time; None while another is drawn."""
        if not _drawing.acquire(blocking=False):
            return None
        try:
            return self.make(game_id, clock)
        finally:
            _drawing.release()

    def forget_account(self, user_id: int) -> None:
        """Delete the drawings that show the name of an account."""
        self._rows.filter(game__seats__user_id=user_id).delete()

    def _waiting(self) -> QuerySet[Drawing]:
        """The drawings that wait, longest first."""
        return self._rows.filter(asked_at__isnull=False, begun_at=None).order_by("asked_at")

    def _bounded(self, game: Game) -> bytes:
        """The drawing; empty when it takes too much time, memory or room."""
        try:
            data = self._draw(game)
        except (OutOfBounds, ProcessFailed) as error:
            log.error("drawing game %s failed: %s", game.pk, error)  # noqa: TRY400 - no bug
            return b""
        if len(data) > self.most_bytes:
            log.error("the drawing of game %s has %s bytes", game.pk, len(data))
            return b""
        return data

    @in_transaction
    def _keep(self, game_id: UUID, drawn: str, data: bytes, now: datetime) -> bool:
        """Store a drawing, unless the game looks different by now; whether it is stored.

        The game is locked, so no account whose name is in it is deleted meanwhile.
        """
        Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        game = _public(game_id)
        if game is None or self.stamp(game) != drawn:
            return False
        wanted = {"stamp": drawn, "data": data, "made_at": now}
        self._rows.update_or_create(game_id=game_id, defaults=wanted)
        self._drop_oldest()
        return True

    def _drop_oldest(self) -> None:
        kept = self._rows.filter(made_at__isnull=False).order_by("-made_at")
        beyond = list(kept.values_list("pk", flat=True)[self.kept : self.kept + 100])
        self._rows.filter(pk__in=beyond).delete()


def _within(moment: datetime | None, time: timedelta, now: datetime) -> bool:
    """Whether that was less than ``time`` ago."""
    begin, end = window(now, time)
    return moment is not None and begin < moment <= end


def _public(game_id: UUID) -> Game | None:
    game = Game.objects.filter(pk=game_id).prefetch_related("seats__user").first()
    return game if game is not None and shareable(game) else None
