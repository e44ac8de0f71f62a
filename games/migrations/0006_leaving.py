"""How games end, and who leaves them before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_endings(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now every game ended with its scoring."""
    games = apps.get_model("games", "Game").objects.filter(status="finished")
    games.update(ended_by="scoring")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="ended_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("scoring", "its last round was played and scored"),
                    ("resignation", "too few people were left, and what stood was scored"),
                    ("agreement", "all agreed to end it, without scores"),
                ],
                default="",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="abandons",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="resigned",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(note_endings, migrations.RunPython.noop, elidable=True),
    ]
