import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ANY = {"players", "map"}
"""What differs in usual games too; options at their default are not stored."""


def mark_variants(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Games that were counted before are told apart by the options that they were created with."""
    results = apps.get_model("replays", "Result")
    unusual = [
        key
        for key, options in results.objects.values_list("pk", "game__options").iterator()
        if json.loads(options).keys() - ANY
    ]
    for start in range(0, len(unusual), 500):
        results.objects.filter(pk__in=unusual[start : start + 500]).update(usual=False)


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0004_auctions"),
        ("games", "0006_leaving"),
    ]

    operations = [
        migrations.AddField(
            model_name="result",
            name="usual",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(mark_variants, migrations.RunPython.noop),
    ]
