"""Games of tournaments whose tables have another result."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """All games so far count for their tournaments."""

    dependencies = [("games", "0032_lists_by_status")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="set_aside",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
