from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0003_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="seatresult",
            name="auction",
            field=models.IntegerField(default=0),
        ),
    ]
