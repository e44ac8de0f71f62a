"""The column of the lines that had none is to hold all of them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("replays", "0010_strangers_turns")]

    operations = [migrations.RenameField("seatresult", "more", "lines")]
