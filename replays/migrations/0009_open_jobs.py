"""Where a validation or an import was asked for, as long as it is open."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("replays", "0008_more_lines")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="address",
            field=models.CharField(blank=True, default="", max_length=45),
        )
        for name in ("import", "validation")
    ]
