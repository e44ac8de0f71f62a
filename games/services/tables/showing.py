"""The visibility of games. A fork shows a position of another game, and follows its visibility."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games.errors import VisibilityFixed
from games.models import Game
from games.models.game import Source, Status, Visibility
from games.runtime import notifications
from games.runtime.commit import StartOver

HIDING: Final = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)
"""From what all may see to what the fewest may."""


def lock_family(game_id: UUID) -> None:
    """Lock a game, the one it was branched off, and the forks that are shown to others.

    All in the order of their ids, before anything else is locked. Raises StartOver when another
    fork has been shown meanwhile.
    """
    _lock(lambda: _family(game_id))


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
    _hide(_shown_forks({game.pk}), wanted)


def hide_forks(game_id: UUID) -> None:
    """Show the forks of a game, and their own, to their players alone: it is about to be erased.

    Nothing would hide them any more along with the game that it was branched off itself. Raises
    StartOver when another fork has been shown meanwhile.
    """
    _hide(_lock(lambda: _shown_forks({game_id})), Visibility.PRIVATE)


def _hide(forks: set[UUID], wanted: Visibility) -> None:
    """Show those of some games that more people may see to no more than ``wanted`` says."""
    more = HIDING[: HIDING.index(wanted)]
    for fork in Game.objects.filter(pk__in=forks, visibility__in=more):
        Game.objects.filter(pk=fork.pk).update(visibility=wanted)
        notifications.changed(fork.pk)


def _lock(find: Callable[[], set[UUID]]) -> set[UUID]:
    """Lock the games that are found, in the order of their ids; the same are found afterwards."""
    found = find()
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=found).order_by("pk")
    list(locked.values_list("pk"))
    if not find() <= found:
        raise StartOver("another fork is shown now")
    return found


def _family(game_id: UUID) -> set[UUID]:
    origin = Game.objects.filter(pk=game_id, source=Source.FORKED).values_list("forked_from")
    return {game_id, *(pk for (pk,) in origin if pk is not None), *_shown_forks({game_id})}


def _shown_forks(games: set[UUID]) -> set[UUID]:
    """The forks of games, and forks of those, as far as others may see them."""
    found: set[UUID] = set()
    while games:
        forks = Game.objects.filter(forked_from__in=games, source=Source.FORKED)
        games = set(forks.exclude(visibility=Visibility.PRIVATE).values_list("pk", flat=True))
        games -= found
        found |= games
    return found


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
