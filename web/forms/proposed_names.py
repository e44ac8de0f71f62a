"""Names of tables for which nobody types one: they have the user name of the host in them."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.models import Game
from games.names import LONGEST, shortened

MOST_BOTS: Final = 3
FORKED: Final = ", from "
"""What follows in the name of a fork."""
SURE: Final = LONGEST - 20
"""So many letters of a name are in that of each fork of it."""


def table_of(host: str) -> str:
    """What a table is called whose name is left empty."""
    return (gettext("Table of %(name)s") % {"name": host})[:LONGEST]


def against_bots(host: str, count: int) -> str:
    """What a game against bots is called that begins at once."""
    text = ngettext("%(name)s against a bot", "%(name)s against %(count)s bots", count)
    return (text % {"name": host, "count": count})[:LONGEST]


def rename(user: User, name: str) -> None:
    """Put what a person is called from now on into such names, in whatever language they are.

    Those of forks are among them, also of others. A name that was cut is known in the person's own
    games alone: it may be that of somebody else.
    """
    names = dict(zip(_all(user.get_username()), _all(name), strict=True))
    whole = [one for one in names if len(one) < LONGEST]
    forks = Q()
    for before in names:
        forks |= Q(forked_from__isnull=False, name__startswith=before[:SURE])
    own = Q(host=user, name__in=names)
    found = Game.objects.filter(Q(name__in=whole) | own | forks)
    for game in found.order_by("pk").select_for_update(no_key=True).only("name"):
        _rename(game, names)


def _rename(game: Game, names: Mapping[str, str]) -> None:
    stem, mark, ending = game.name.rpartition(FORKED)
    for before, after in names.items():
        if game.name == before:
            game.name = after
        elif mark and stem == shortened(before, len(stem)) and len(stem) >= min(len(before), SURE):
            rest = f"{mark}{ending}"
            game.name = shortened(after, LONGEST - len(rest)) + rest
        else:
            continue
        game.save(update_fields=["name"])
        return


def _all(host: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield table_of(host)
            for count in range(1, MOST_BOTS + 1):
                yield against_bots(host, count)
