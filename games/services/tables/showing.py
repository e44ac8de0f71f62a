"""The visibility of games. A fork shows a position of another game, and follows its visibility."""

from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from games.errors import VisibilityFixed
from games.models import Game
from games.models.game import Source, Status, Visibility
from games.runtime import notifications
from games.runtime.commit import in_transaction

HIDING: Final = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)
"""From what all may see to what the fewest may."""


def lock_family(game_id: UUID) -> None:
    """Lock a game, the one it was branched off, and the forks that are shown to others.

    Each before its own forks, those of one game in the order of their ids, and all before anything
    else is locked: so no other fork is shown from then on, and nobody can keep a game from being
    hidden by showing forks of it.
    """
    origin = Game.objects.filter(pk=game_id, source=Source.FORKED).values("forked_from")
    _lock(Game.objects.filter(pk__in=origin))
    _lock(Game.objects.filter(pk=game_id))
    _lock_shown_forks(game_id)


def show(game: Game, host: User, wanted: Visibility) -> None:
    """Set the visibility of a game; its forks are shown to no more people from then on.

    Their own forks come with them. For a game whose family is locked; the caller saves it. Raises
    VisibilityFixed.
    """
    promised = _promised(game, host)
    shown_more = HIDING.index(wanted) < HIDING.index(Visibility(game.visibility))
    if shown_more and HIDING.index(wanted) < HIDING.index(promised):
        raise VisibilityFixed(promised)
    game.visibility = wanted
    _hide(_lock_shown_forks(game.pk), wanted)


@in_transaction
def hide_games(*, tournament: UUID, visibility: str) -> None:
    """Show the games of a tournament, and their forks, to no more people than this says."""
    wanted = Visibility(visibility)
    more = HIDING[: HIDING.index(wanted)]
    shown = _lock(Game.objects.filter(tournament=tournament, visibility__in=more))
    _hide(shown | _lock_shown_forks(*shown), wanted)


def hide_forks(game_id: UUID) -> None:
    """Show the forks of a locked game, and their own, to their players alone: it is to be erased.

    Nothing would hide them any more along with the game that it was branched off itself.
    """
    _hide(_lock_shown_forks(game_id), Visibility.PRIVATE)


def _hide(forks: set[UUID], wanted: Visibility) -> None:
    """Show those of some games that more people may see to no more than ``wanted`` says."""
    more = HIDING[: HIDING.index(wanted)]
    for fork in Game.objects.filter(pk__in=forks, visibility__in=more):
        Game.objects.filter(pk=fork.pk).update(visibility=wanted)
        notifications.changed(fork.pk)


def _lock_shown_forks(*game_ids: UUID) -> set[UUID]:
    """Lock the forks of locked games, and forks of those, as far as others may see them.

    To show one takes the lock of the game that it was branched off, so none comes after these.
    """
    found: set[UUID] = set()
    games = set(game_ids)
    while games:
        forks = Game.objects.filter(forked_from__in=games, source=Source.FORKED)
        games = _lock(forks.exclude(visibility=Visibility.PRIVATE)) - found
        found |= games
    return found


def _lock(games: QuerySet[Game]) -> set[UUID]:
    """Lock games in the order of their ids; returns which."""
    locked = games.select_for_update(no_key=True).order_by("pk")
    return set(locked.values_list("pk", flat=True))


def _promised(game: Game, host: User) -> Visibility:
    """The most people to whom a game may be shown.

    Those who have played in it beside its host did so under its visibility. A fork has the position
    of another game, so it is shown to no more people than that one, and to its players alone if
    that one is gone. So is a rematch as long as somebody who was asked has not answered.
    """
    most = [Visibility.PUBLIC]
    if game.source == Source.FORKED and game.forked_from is not None:
        origin = Game.objects.filter(pk=game.forked_from).first()
        most.append(Visibility.PRIVATE if origin is None else Visibility(origin.visibility))
    if game.rematch_of is not None and game.seats.filter(asked=True).exists():
        origin = Game.objects.filter(pk=game.rematch_of).first()
        most.append(Visibility.PRIVATE if origin is None else Visibility(origin.visibility))
    if game.status != Status.OPEN and _others_have_played(game, host):
        most.append(Visibility(game.visibility))
    return max(most, key=HIDING.index)


def _others_have_played(game: Game, host: User) -> bool:
    """Whether anybody but its host has a seat of a game, or has had one since it started.

    A seat that was taken over had two players, so one who is not the host.
    """
    seated = game.seats.exclude(user=host).filter(bot="")
    return seated.exists() or game.handovers.filter(at__isnull=False).exists()
