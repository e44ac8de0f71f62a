"""Since when a game waits for a seat."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def note_since(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nearly always the last event of a game is what made it wait."""
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    waiting = apps.get_model("games", "Seat").objects.filter(waiting=True)
    waiting.update(waiting_since=Subquery(games.values("active_at")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_chat"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="waiting_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(note_since, migrations.RunPython.noop, elidable=True),
    ]
