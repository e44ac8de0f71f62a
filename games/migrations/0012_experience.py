"""Which clans a player wants, said at an open table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_quotas"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="experience",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
    ]
