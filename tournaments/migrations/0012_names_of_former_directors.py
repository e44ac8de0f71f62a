"""Of the rows that there are: who directed a draft for a while."""

import json

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def name_accounts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Numbers that have the name of an account, and were never an entrant, are that account's."""
    participants = apps.get_model("tournaments", "Participant").objects
    rows = apps.get_model("tournaments", "StoredLogRow").objects
    users = apps.get_model(settings.AUTH_USER_MODEL).objects
    same = users.filter(username=models.OuterRef("label"))
    named = participants.filter(user=None, bot="").exclude(label="")
    for one in named.filter(models.Exists(same)).iterator():
        entered = rows.filter(
            tournament=one.tournament_id, kind__in=("registered", "substituted")
        ).values_list("public", flat=True)
        if not any(json.loads(text)["person"] == one.number for text in entered.iterator()):
            former = users.get(username=one.label).pk
            participants.filter(pk=one.pk).update(former=former)


class Migration(migrations.Migration):
    """After the column, in a transaction of its own."""

    dependencies = [("tournaments", "0011_former_directors")]

    operations = [migrations.RunPython(name_accounts, migrations.RunPython.noop)]
