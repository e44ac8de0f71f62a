"""An index for when somebody without an account has last had a validation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("replays", "0009_open_jobs")]

    operations = [
        migrations.AddIndex(
            model_name="validation",
            index=models.Index(
                fields=["created_at"],
                condition=models.Q(requested_by=None, run=None),
                name="replays_validation_strangers",
            ),
        ),
    ]
