"""Tables for the players of a finished game, who are asked to play again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_max_bid")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.UUIDField(null=True, unique=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="asked",
            field=models.BooleanField(default=False),
        ),
    ]
