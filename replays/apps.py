"""The replays room as a Django app."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """Reads streams; never appends to one but through the services of ``games``."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"
