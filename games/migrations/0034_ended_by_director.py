"""Games that a director of their tournament ends."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One more value; no row changes."""

    dependencies = [("games", "0033_set_aside")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="ended_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("scoring", "its last round was played and scored"),
                    ("resignation", "too few people were left, and what stood was scored"),
                    ("agreement", "all agreed to end it, without scores"),
                    ("director", "a director of its tournament ended it, without scores"),
                ],
                default="",
                max_length=12,
            ),
        ),
    ]
