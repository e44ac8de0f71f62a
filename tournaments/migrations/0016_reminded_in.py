"""In which round players were reminded of a deadline."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_registration_of_open_ones")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="reminded_in",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
