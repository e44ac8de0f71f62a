"""Whose user name the server has put into names of games, where that shows in the name."""

import re
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import CharField, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat, Left, Length, RTrim

PROPOSED = (
    ("Table of ", ""),
    ("", " against a bot"),
    ("", " against 2 bots"),
    ("", " against 3 bots"),
    ("Stół gracza ", ""),
    ("", " przeciw botowi"),
    ("", " przeciw 2 botom"),
    ("", " przeciw 3 botom"),
    ("", "の卓"),
    ("", " 対 ボット1体"),
    ("", " 対 ボット2体"),
    ("", " 対 ボット3体"),
)
"""What was around the user name, in each language."""
LONGEST = 100
FORKED = re.compile(r"(, from \d+)+$")


def proposed(name: str, user: str) -> Q:
    """Whether a name is one that the server gives to tables of a user."""
    found = Q()
    for before, after in PROPOSED:
        called = Left(Concat(Value(before), F(f"{user}__username"), Value(after)), LONGEST)
        found |= Q(**{name: called})
    return found


def note(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note it for what is called so after its host, or who sits there; then what was made of it."""
    alias = schema_editor.connection.alias
    games = apps.get_model("games", "Game").objects.using(alias)
    seats = apps.get_model("games", "Seat").objects.using(alias)
    games.filter(proposed("name", "host"), host__isnull=False).update(named_after=F("host"))
    there = seats.filter(proposed("game__name", "user"), game=OuterRef("pk"), user__isnull=False)
    others = games.filter(Exists(there), named_after=None)
    others.update(named_after=Subquery(there.values("user")[:1]))
    _note_forks_of_erased_games(apps, alias)
    found = 1
    while found:
        found = _note_heirs(games)


def _note_forks_of_erased_games(apps: Apps, alias: str) -> None:
    games = apps.get_model("games", "Game").objects.using(alias)
    users = apps.get_model(settings.AUTH_USER_MODEL).objects.using(alias)
    forks = games.filter(named_after=None, forked_from__isnull=False)
    orphans = forks.exclude(Exists(games.filter(pk=OuterRef("forked_from"))))
    for game_id, name in list(orphans.values_list("pk", "name")):
        stem = FORKED.sub("", name)
        called = [
            stem[len(before) : len(stem) - len(after)]
            for before, after in PROPOSED
            if stem.startswith(before) and stem.endswith(after)
        ]
        owner = users.filter(username__in=called).first()
        if owner is not None:
            games.filter(pk=game_id).update(named_after=owner)


def _note_heirs(games: Any) -> int:
    """Rematches and forks of what is noted by now, whose names were made of that name."""
    found = 0
    ending = Concat(Value(", from "), Cast("forked_version", CharField()))
    for origin in ("rematch_of", "forked_from"):
        known = games.filter(pk=OuterRef(origin), named_after__isnull=False)
        name: Any = Subquery(known.values("name"))
        if origin == "forked_from":
            name = Concat(RTrim(Left(name, LONGEST - Length(ending))), ending)
        heirs = games.filter(named_after=None, name=name, **{f"{origin}__isnull": False})
        found += heirs.update(named_after=Subquery(known.values("named_after")))
    return found


class Migration(migrations.Migration):
    # Each step can be done again: a migration that was broken off goes on, and locks nothing long.
    atomic = False
    dependencies = [("games", "0036_named_after")]

    operations = [migrations.RunPython(note, migrations.RunPython.noop, elidable=True)]
