"""When people can register, for lists."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns that repeat what the log says; the next migration fills them."""

    dependencies = [("tournaments", "0013_log_bytes")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="registration_opens",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="registration_closes",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="registration_closed",
            field=models.BooleanField(default=False, db_default=False),
        ),
    ]
