"""How long the log of a tournament is, for the quota of its director."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default: each tournament notes it when it goes on."""

    dependencies = [("tournaments", "0012_names_of_former_directors")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="log_bytes",
            field=models.PositiveIntegerField(default=0, db_default=0),
        ),
    ]
