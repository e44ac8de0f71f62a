"""Names of tables for which nobody types one: they have the user name of the host in them."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.models import Game
from games.names import LONGEST

MOST_BOTS: Final = 3
FORKED: Final = ", from "
"""What follows in the name of a fork."""


def table_of(host: str) -> str:
    """What a table is called whose name is left empty."""
    return (gettext("Table of %(name)s") % {"name": host})[:LONGEST]


def against_bots(host: str, count: int) -> str:
    """What a game against bots is called that begins at once."""
    text = ngettext("%(name)s against a bot", "%(name)s against %(count)s bots", count)
    return (text % {"name": host, "count": count})[:LONGEST]


def rename(user: User, name: str) -> None:
    """Put what a person is called from now on into such names, in whatever language they are.

    Those of forks and rematches of others are among them.
    """
    names = dict(zip(_all(user.get_username()), _all(name), strict=True))
    is_one = Q(name__in=names)
    for before in names:
        is_one |= Q(name__startswith=f"{before}{FORKED}")
    found = Game.objects.filter(is_one).order_by("pk").select_for_update(no_key=True)
    for game in found.only("name"):
        before = next(one for one in names if _is_called(game.name, one))
        game.name = (names[before] + game.name.removeprefix(before))[:LONGEST]
        game.save(update_fields=["name"])


def _is_called(name: str, proposed: str) -> bool:
    return name == proposed or name.startswith(f"{proposed}{FORKED}")


def _all(host: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield table_of(host)
            for count in range(1, MOST_BOTS + 1):
                yield against_bots(host, count)
