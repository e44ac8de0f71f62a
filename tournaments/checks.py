"""System checks."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.core import checks
from django.db import connections

from games.checks import missing
from tournaments.store.triggers import TABLES


def check_triggers(
    app_configs: Sequence[AppConfig] | None,
    databases: Sequence[str] | None = None,
    **kwargs: object,
) -> list[checks.CheckMessage]:
    """Whether the database would refuse to change the logs of tournaments."""
    found: list[checks.CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if TABLES.exist(connection):
            found.extend(missing(TABLES.missing(connection), alias, check="tournaments.W001"))
    return found
