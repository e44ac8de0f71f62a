"""The Django app of replays."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_delete, pre_migrate


class ReplaysConfig(AppConfig):
    """Reads streams; never appends to one but through the services of ``games``."""

    name = "replays"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connects signal receivers and system checks."""
        from games.runtime import dispatch  # noqa: PLC0415 - nothing is loaded before this
        from games.signals import game_disclosed, game_finished  # noqa: PLC0415
        from replays import checks, receivers, tasks  # noqa: PLC0415
        from replays.heads.triggers import TABLES  # noqa: PLC0415
        from replays.models import Result  # noqa: PLC0415
        from replays.statistics import kept_sums  # noqa: PLC0415

        dispatch.hand_over(tasks.validate_game, tasks.run_import)

        register(checks.check_lengths)
        register(checks.check_times)
        register(checks.check_head_places)
        register(checks.check_head_triggers, Tags.database)
        pre_migrate.connect(TABLES.triggers.before_migrate, sender=self)
        post_migrate.connect(TABLES.triggers.after_migrate, sender=self)
        pre_delete.connect(kept_sums.forget, sender=Result, dispatch_uid="forget_sums")
        for known in (game_finished, game_disclosed):
            known.connect(receivers.record_result, dispatch_uid="record_result")
