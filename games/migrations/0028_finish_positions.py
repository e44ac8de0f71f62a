"""The order in which games ended, also for those that were over before it was kept."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000


def number(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Number the games that ended here by the time at which they did, then by id."""
    game = apps.get_model("games", "Game")
    ended = game.objects.filter(status="finished", finish_position=None).exclude(source="imported")
    known = game.objects.aggregate(last=models.Max("finish_position"))["last"] or 0
    numbered = list[Any]()
    for one in ended.only("pk").order_by("finished_at", "pk").iterator(AT_ONCE):
        one.finish_position = known + len(numbered) + 1
        numbered.append(one)
    game.objects.bulk_update(numbered, ["finish_position"], batch_size=AT_ONCE)
    counter = apps.get_model("games", "FinishCounter")
    counter.objects.update_or_create(pk=1, defaults={"last": known + len(numbered)})


class Migration(migrations.Migration):
    dependencies = [("games", "0027_forks_of_erased_games")]

    operations = [
        migrations.CreateModel(
            name="FinishCounter",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("last", models.PositiveBigIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="games_one_finish_counter"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="finish_position",
            field=models.PositiveBigIntegerField(null=True, unique=True),
        ),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
