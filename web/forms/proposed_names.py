"""Names of tables for which nobody types one: they have the user name of the host in them."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Concat, Left, Substr
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.models import Game
from games.names import LONGEST

MOST_BOTS: Final = 3


def table_of(host: str) -> str:
    """What a table is called whose name is left empty."""
    return (gettext("Table of %(name)s") % {"name": host})[:LONGEST]


def against_bots(host: str, count: int) -> str:
    """What a game against bots is called that begins at once."""
    text = ngettext("%(name)s against a bot", "%(name)s against %(count)s bots", count)
    return (text % {"name": host, "count": count})[:LONGEST]


def lock_games(user: User) -> None:
    """Lock the games that ``rename`` changes: whoever locks games and users takes games first."""
    found = _named_after(user).order_by("pk").select_for_update(no_key=True)
    list(found.values_list("pk"))


def rename(user: User, name: str) -> None:
    """Put what a person is called from now on into such names, in whatever language they are.

    Those of forks and rematches are among them, also of others: they begin alike. One that does
    not, since it had to be cut, is that of a table from then on.
    """
    names = dict(zip(_all(user.get_username()), _all(name), strict=True))
    begun = [
        When(Q(name=before) | Q(name__startswith=f"{before},"), then=_instead(before, after))
        for before, after in names.items()
    ]
    renamed = Case(*begun, default=Value(next(iter(names.values()))))
    _named_after(user).update(name=renamed)


def _named_after(user: User) -> QuerySet[Game]:
    return Game.objects.filter(named_after=user)


def _instead(before: str, after: str) -> Left:
    """The expression for a name that begins with ``after`` where it began with ``before``."""
    return Left(Concat(Value(after), Substr(F("name"), len(before) + 1)), LONGEST)


def _all(host: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield table_of(host)
            for count in range(1, MOST_BOTS + 1):
                yield against_bots(host, count)
