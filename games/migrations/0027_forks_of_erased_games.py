"""Forks of games that were erased are shown to their players alone, and so are their own forks."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def hide_forks(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Hide what nothing would hide any more along with the game that it comes from."""
    games = apps.get_model("games", "Game").objects
    shown = games.filter(source="forked").exclude(visibility="private")
    hidden = shown.exclude(forked_from__in=games.values("pk"))
    while found := list(hidden.values_list("pk", flat=True)):
        games.filter(pk__in=found).update(visibility="private")
        hidden = shown.filter(forked_from__in=found)


class Migration(migrations.Migration):
    dependencies = [("games", "0026_rematches")]

    operations = [migrations.RunPython(hide_forks, migrations.RunPython.noop)]
