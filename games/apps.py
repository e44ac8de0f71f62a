"""The app that holds games, seats and events."""

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    """Configuration of the app."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connects what keeps the stream append-only, and hands the tasks over."""
        from games import tasks, triggers  # noqa: PLC0415 - models are loaded only now
        from games.checks import check_content, check_triggers  # noqa: PLC0415
        from games.runtime import dispatch  # noqa: PLC0415

        dispatch.hand_over(tasks.run_round_end, tasks.run_round_end_later)
        dispatch.hand_over(tasks.run_bots, tasks.run_bots_alone, tasks.run_bots_later)
        dispatch.hand_over(tasks.forget_unseen)

        checks.register(check_content)
        checks.register(check_triggers, checks.Tags.database)
        pre_migrate.connect(triggers.before_migrate, sender=self)
        post_migrate.connect(triggers.after_migrate, sender=self)
