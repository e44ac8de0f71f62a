"""Who is asked to direct a tournament with others, and has not answered yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """All co-directors so far stay."""

    dependencies = [("tournaments", "0007_ages_of_receipts")]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="asked_to_direct",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
