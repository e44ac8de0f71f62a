"""Reading games. The results may hold secrets: callers redact them by the engine's views."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from msgspec import convert

from games import engine, store
from games.access import may_see, seat_of
from games.engine.effects import Scored
from games.engine.events import read_effects
from games.errors import GameError, NoSuchGame, NoSuchVersion
from games.models import Game, Handover, Message, Seat
from games.models.game import Status, Visibility
from games.quota_errors import GameTooLong, TooManyUndos
from games.runtime import state_cache
from games.services.people import quotas
from games.services.seats import transfer
from games.waiting import FORGOTTEN, ahead, database_now, forgotten

__all__ = [
    "FORGOTTEN",
    "ahead",
    "asked",
    "database_now",
    "events_after",
    "experience_of",
    "forgotten",
    "game_for",
    "games_visible_to",
    "gone_meanwhile",
    "messages",
    "names_of",
    "no_undo",
    "offers_to",
    "played_in_person",
    "seat_of",
    "state_of",
]


def game_for(user: User | None, game_id: UUID, invite: str | None = None) -> Game:
    """A game that the user may look at, with host and seats.

    A private table also opens to its ``invite`` code. Raises NoSuchGame, also for strangers to a
    private game.
    """
    game = store.game_with_people(game_id)
    if game is None or not may_see(user, game, invite):
        raise NoSuchGame
    return game


def gone_meanwhile(error: Exception, game_id: object) -> bool:
    """Whether a request about a game may have failed because the game was deleted since it began.

    Reading takes several statements, and each sees what is stored by then.
    """
    if isinstance(error, GameError | DatabaseError) or not isinstance(game_id, UUID):
        return False
    return not Game.objects.filter(pk=game_id).exists()


def played_in_person(game_ids: Iterable[UUID]) -> bool:
    """Whether a person, so no bot, has moved in one of these games."""
    return any(store.last_person(one) is not None for one in game_ids)


def games_visible_to(user: User | None) -> QuerySet[Game]:
    """The games of lists: the public ones and the user's own, newest activity first."""
    visible = Q(visibility=Visibility.PUBLIC, withheld=False)
    if user is not None:
        own = Seat.objects.filter(game=OuterRef("pk"), user=user)
        visible = visible | Q(host=user, withheld=False) | Q(Exists(own))
    return _with_people(Game.objects.filter(visible)).order_by("-active_at", "-id")


def state_of(game: Game, head: store.StreamHead | None = None) -> engine.State:
    """The state now; ``head`` is the end of the stream, where the caller knows it.

    Raises NoSuchVersion for a table, which has none yet.
    """
    if not game.version:
        raise NoSuchVersion(0, 0)
    return state_cache.load(game, head or store.head(game.id, game.version))


def no_undo(game: Game, state: engine.State) -> GameError | None:
    """Why nothing can be taken back any more, whatever the rules allow; None if it can."""
    try:
        quotas.check_undo(game, state)
    except (GameTooLong, TooManyUndos) as limit:
        return limit
    return None


def experience_of(seat: Seat, options: engine.Options) -> engine.Experience | None:
    """Which clans the player of a seat wants; None where clans do not go by player.

    At an open table that is what the player has said so far, from the start on what was fixed then.
    """
    if options.experience or options.clan_experience != "by_player":
        return options.experience_of(engine.Seat(seat.index))
    wanted: engine.Experience = convert(seat.experience or "ordinary", engine.Experience)
    return wanted


def events_after(game: Game, after: int, limit: int) -> list[engine.StoredEvent]:
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


def offers_to(user: User, now: datetime) -> QuerySet[Handover]:
    """The seats that are offered to a user in running games, the newest offer first.

    They are as many as others please.
    """
    found = transfer.offers_to(user, now).filter(game__status=Status.RUNNING)
    return found.select_related("game", "giver").order_by("-offered_at")


def asked(user: User) -> QuerySet[Seat]:
    """The seats of rematches that are kept for a user who has not answered, the newest first."""
    found = Seat.objects.filter(user=user, asked=True).select_related("game__host")
    return found.order_by("-game__created_at")


def rematch_of(game: Game, user: User | None) -> Game | None:
    """The rematch of a game, if there is one that the user may see."""
    found = Game.objects.filter(rematch_of=game.pk).prefetch_related("seats").first()
    return found if found is not None and may_see(user, found) else None


def final_scores(games: Sequence[Game]) -> dict[UUID, list[engine.ScoreSheet]]:
    """The score sheets of finished games, best first; they stand in the last event of each."""
    sheets = {}
    for game_id, public in store.newest([game.id for game in games]).items():
        scored = [effect.sheet for effect in read_effects(public) if isinstance(effect, Scored)]
        sheets[game_id] = sorted(scored, key=lambda sheet: (sheet.rank, sheet.seat))
    return sheets


def names_of(game: Game, *, called: Callable[[Seat], str] = lambda seat: seat.name) -> list[str]:
    """The displayed names of the players, by seat. Bots that share a name are numbered."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    shared = Counter(called(seat) for seat in seats)
    met: Counter[str] = Counter()
    names = []
    for name in map(called, seats):
        met[name] += 1
        names.append(f"{name} {met[name]}" if shared[name] > 1 else name)
    return names


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    # One query for the seats and the people on them.
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return games.select_related("host").prefetch_related(seats)
