"""Lines of the score sheet have no columns any more.

Going back, each column comes with 0 in every row, which databases note without writing the rows;
the migration before fills them.
"""

from django.db import migrations, models

LINES = (
    *("glory", "basic_goods", "processed_goods", "money", "hops", "cotton", "tobacco"),
    *("sugar_cane", "exports", "settlements", "auction"),
)


class Migration(migrations.Migration):
    dependencies = [("replays", "0012_fill_lines")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("seatresult", name, models.IntegerField(default=0))
                for name in LINES
            ]
        ),
        *(migrations.RemoveField("seatresult", name) for name in LINES),
    ]
