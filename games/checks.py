"""System checks."""

from collections.abc import Iterable, Iterator, Sequence

from django.apps import AppConfig
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from games import engine, packs, triggers


def check_triggers(
    app_configs: Sequence[AppConfig] | None,
    databases: Sequence[str] | None = None,
    **kwargs: object,
) -> list[checks.CheckMessage]:
    """Whether the database would refuse to change the stream.

    A warning and not an error: ``migrate`` runs this check first, and is the remedy.
    """
    found: list[checks.CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if not triggers.has_table(connection):
            continue
        found.extend(missing(triggers.missing(connection), alias, check="games.W001"))
    return found


def missing(names: Iterable[str], alias: str, *, check: str) -> Iterator[checks.Warning]:
    """The warnings of a check about triggers that a database lacks."""
    for name in names:
        yield checks.Warning(
            f"The trigger {name} is missing in the database {alias!r}.",
            hint="Run `manage.py migrate`, which puts it back.",
            id=check,
        )


def check_content(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Whether the content pack for new games can be used."""
    try:
        packs.current()
    except (engine.PackError, OSError) as error:
        return [
            checks.Error(
                engine.packs.unusable(error),
                hint="Mend the files, or leave CONTENT_PACK empty for the built-in values.",
                id="games.E001",
            )
        ]
    return []


def check_pack() -> None:
    """For servers, which run no system checks. Raises ImproperlyConfigured."""
    for fault in check_content(None):
        raise ImproperlyConfigured(f"CONTENT_PACK: {fault.msg} {fault.hint}")
