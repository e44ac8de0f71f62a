import logging
import unicodedata

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LONGEST = 150
log = logging.getLogger(__name__)


def normalise(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Normalise the names that the profile page stored as they were typed.

    Who types the former name signs in as before, unless another account has the normalised one.
    """
    users = apps.get_model("auth", "User").objects
    for pk, name in list(users.values_list("pk", "username")):
        wanted = unicodedata.normalize("NFKC", name)[:LONGEST]
        if wanted == name:
            continue
        free, number = wanted, 1
        while users.filter(username__iexact=free).exclude(pk=pk).exists():
            number += 1
            free = f"{wanted[: LONGEST - 8]}-{number}"
        users.filter(pk=pk).update(username=free)
        log.warning("user %s is named %r now: the name was not normalised", pk, free)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0021_unused_packs"),
    ]

    operations = [migrations.RunPython(normalise, migrations.RunPython.noop)]
