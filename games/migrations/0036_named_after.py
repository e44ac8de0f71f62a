"""Games say whose user name the server has put into their names; what is there already, by it."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import CharField, F, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Concat, Left

PROPOSED = (
    ("Table of ", ""),
    ("", " against a bot"),
    ("", " against 2 bots"),
    ("", " against 3 bots"),
    ("Stół gracza ", ""),
    ("", " przeciw botowi"),
    ("", " przeciw 2 botom"),
    ("", " przeciw 3 botom"),
    ("", "の卓"),
    ("", " 対 ボット1体"),
    ("", " 対 ボット2体"),
    ("", " 対 ボット3体"),
)
"""What was around the user name, in each language."""
LONGEST = 100


def note(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note it for tables that are called exactly as the server calls those of their hosts.

    Then for rematches and forks that have a name of that.
    """
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    for before, after in PROPOSED:
        name = Left(Concat(Value(before), F("host__username"), Value(after)), LONGEST)
        games.filter(host__isnull=False, name=name).update(named_after=F("host"))
    open_ones = games.filter(named_after=None)
    origins = {
        origin: games.filter(pk=OuterRef(origin), named_after__isnull=False)
        for origin in ("rematch_of", "forked_from")
    }
    ending = Concat(Value(", from "), Cast("forked_version", CharField()))
    found = 1
    while found:
        found = 0
        for origin, known in origins.items():
            same = Subquery(known.values("name"))
            name = same if origin == "rematch_of" else Concat(same, ending)
            heirs = open_ones.filter(**{f"{origin}__isnull": False}).filter(name=name)
            found += heirs.update(named_after=Subquery(known.values("named_after")))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0035_lists_by_ending"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="named_after",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(note, migrations.RunPython.noop, elidable=True),
    ]
