"""Forks are shown to no more people than the games that they come from."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HIDING = ("public", "unlisted", "private")


def hide_forks(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Hide forks whose game was hidden after they were shown, and then their own forks."""
    games = apps.get_model("games", "Game").objects
    hidden = True
    while hidden:
        hidden = False
        for place, wanted in enumerate(HIDING):
            of_those = games.filter(visibility=wanted).values("pk")
            forks = games.filter(source="forked", forked_from__in=of_those)
            if forks.filter(visibility__in=HIDING[:place]).update(visibility=wanted):
                hidden = True


class Migration(migrations.Migration):
    dependencies = [("games", "0018_session_users")]

    operations = [
        migrations.AddIndex(
            "game",
            models.Index(
                condition=models.Q(("forked_from__isnull", False)),
                fields=["forked_from"],
                name="games_forks",
            ),
        ),
        migrations.RunPython(hide_forks, migrations.RunPython.noop),
    ]
