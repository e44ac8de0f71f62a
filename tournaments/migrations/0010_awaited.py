"""What a tournament waits for from each of its people, for lists."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Known of each tournament from its next event on."""

    dependencies = [("tournaments", "0009_sealed_seeds")]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="awaited",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
