"""Reading games. What comes back may hold secrets: callers redact by the engine's views."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import engine, services, states, store
from games.access import may_see, seat_of
from games.engine.effects import Scored
from games.engine.events import PayloadEffects
from games.errors import NoSuchGame, NoSuchVersion
from games.models import Game, Handover, Message, Seat
from games.models.game import Status, Visibility
from games.services import handing

__all__ = [
    "FORGOTTEN",
    "events_after",
    "forgotten",
    "game_for",
    "games_visible_to",
    "messages",
    "names_of",
    "offers_to",
    "seat_of",
    "state_of",
]

FORGOTTEN = timedelta(seconds=settings.SWEEP_SECONDS / 2)
"""How long a game may wait for the server before the sweep looks after it."""


def game_for(user: User | None, game_id: UUID, invite: str | None = None) -> Game:
    """A game that the user may look at, with host and seats.

    A private table also opens to its ``invite`` code. Raises NoSuchGame, also for strangers to a
    private game. Embedded, a game that waits for the server goes on first.
    """
    game = _with_people(Game.objects.filter(pk=game_id)).first()
    if game is None or not may_see(user, game, invite):
        raise NoSuchGame
    now = services.catch_up(game)
    return game if now is game else _with_people(Game.objects.filter(pk=game_id)).get()


def forgotten(now: datetime) -> QuerySet[Game]:
    """The games that have waited for the server for too long."""
    return Game.objects.filter(due=True, status=Status.RUNNING, active_at__lt=now - FORGOTTEN)


def games_visible_to(user: User | None) -> QuerySet[Game]:
    """The games of lists: the public ones and the user's own, newest activity first.

    Embedded, games among them that wait for the server go on first, a few at a time.
    """
    visible = Q(visibility=Visibility.PUBLIC)
    if user is not None:
        own = Seat.objects.filter(game=OuterRef("pk"), user=user)
        visible = visible | Q(host=user) | Q(Exists(own))
    services.catch_up_all(Game.objects.filter(visible).order_by("active_at"))
    return _with_people(Game.objects.filter(visible)).order_by("-active_at", "-id")


def state_of(game: Game) -> engine.State:
    """The state now. Raises NoSuchVersion for a table, which has none yet."""
    if not game.version:
        raise NoSuchVersion(0, 0)
    return states.load(game, store.head(game.id, game.version))


def events_after(game: Game, after: int, limit: int) -> list[engine.Row]:
    """The events after a version, oldest first, at most ``limit``."""
    return store.rows(game.id, after=after, limit=limit)


def messages(game: Game, *, limit: int, after: int = 0, before: int | None = None) -> list[Message]:
    """The newest messages of a game's chat between two numbers, oldest first; for its players."""
    found = game.messages.filter(number__gt=after).select_related(
        "user", "handover__giver", "handover__taker"
    )
    if before is not None:
        found = found.filter(number__lt=before)
    return list(found.order_by("-number")[:limit])[::-1]


def offers_to(user: User, now: datetime) -> list[Handover]:
    """The seats that are offered to a user in running games, the newest offer first."""
    found = handing.offers_to(user, now).filter(game__status=Status.RUNNING)
    return list(found.select_related("game", "giver").order_by("-offered_at"))


def final_scores(games: Sequence[Game]) -> dict[UUID, list[engine.ScoreSheet]]:
    """The score sheets of finished games, best first; they stand in the last event of each."""
    sheets = {}
    for game_id, public in store.newest([game.id for game in games]).items():
        effects = msgspec.json.decode(public, type=PayloadEffects).effects
        scored = [effect.sheet for effect in effects if isinstance(effect, Scored)]
        sheets[game_id] = sorted(scored, key=lambda sheet: (sheet.rank, sheet.seat))
    return sheets


def names_of(game: Game, *, called: Callable[[Seat], str] = lambda seat: seat.name) -> list[str]:
    """What to call the players, by seat. Bots that share a name are numbered."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    shared = Counter(called(seat) for seat in seats)
    met: Counter[str] = Counter()
    names = []
    for name in map(called, seats):
        met[name] += 1
        names.append(f"{name} {met[name]}" if shared[name] > 1 else name)
    return names


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("host").prefetch_related("seats__user")
