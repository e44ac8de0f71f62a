"""System checks."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.core import checks

from web import catalogues


def check_catalogues(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Whether pages would speak every language as it was written last."""
    return [
        checks.Warning(
            f"{source} has changed and is not compiled: its language speaks English there.",
            hint="Run `manage.py compilemessages`.",
            id="web.W001",
        )
        for source in catalogues.stale()
    ]
