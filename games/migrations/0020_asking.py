"""What a game asks of whom, so that lists of many games need no states."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_forks_follow")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="asking",
            field=models.TextField(blank=True, default=""),
        ),
    ]
