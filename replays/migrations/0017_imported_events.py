"""An import keeps how many events came in, so that they count when the game is gone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0016_kept_sums"),
    ]

    operations = [
        migrations.AddField(
            model_name="import",
            name="events",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
