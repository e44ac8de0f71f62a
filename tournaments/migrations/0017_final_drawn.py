"""Whether the newest round is the final, for lists."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column that repeats what the log says; the next migration fills it."""

    dependencies = [("tournaments", "0016_reminded_in")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="final_drawn",
            field=models.BooleanField(default=False, db_default=False),
        ),
    ]
