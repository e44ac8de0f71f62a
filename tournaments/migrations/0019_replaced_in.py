"""The round in which a substitute took over a player's place, for lists."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Those of before are found by the migration that follows."""

    dependencies = [("tournaments", "0018_finals_that_run")]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="replaced_in",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
