"""At which version the sweep has last seen a game that was due."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_experience")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="swept_version",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
