"""The replays room as a Django app."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """Reads streams; never appends to one but through the services of ``games``."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listens to what happens in games."""
        from games.signals import game_finished  # noqa: PLC0415 - nothing is loaded before this
        from replays import receivers  # noqa: PLC0415

        game_finished.connect(receivers.record_result, dispatch_uid="record_result")
