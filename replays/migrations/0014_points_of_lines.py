"""Numbers of the lines of the score sheet, which the database derives from their JSON.

Each makes the table anew: with PostgreSQL half a minute for 100,000 games of four.
"""

from django.db import migrations, models
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

LINES = (
    *("glory", "basic_goods", "processed_goods", "money", "hops", "cotton", "tobacco"),
    *("sugar_cane", "exports", "settlements", "auction", "award"),
)


class Migration(migrations.Migration):
    dependencies = [("replays", "0013_no_columns_of_lines")]

    operations = [
        migrations.AddField(
            "seatresult",
            f"{line}_points",
            models.GeneratedField(
                expression=Cast(KT(f"lines__{line}"), models.IntegerField()),
                output_field=models.IntegerField(null=True),
                db_persist=True,
            ),
        )
        for line in LINES
    ]
