"""The Django app of tournaments."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_delete, pre_migrate


class TournamentsConfig(AppConfig):
    """Tournaments, ratings, and what is shown of players."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connects what keeps logs append-only, and what hears of games that are over."""
        from games.models import Game  # noqa: PLC0415 - models are loaded only now
        from games.signals import account_deleted, game_erasing, game_finished  # noqa: PLC0415
        from replays.heads import streams  # noqa: PLC0415
        from tournaments import checks, receivers  # noqa: PLC0415
        from tournaments.heads import TOURNAMENTS  # noqa: PLC0415
        from tournaments.store.triggers import TABLES  # noqa: PLC0415

        streams.cover(TOURNAMENTS)
        register(checks.check_triggers, Tags.database)
        pre_migrate.connect(TABLES.triggers.before_migrate, sender=self)
        post_migrate.connect(TABLES.triggers.after_migrate, sender=self)
        game_finished.connect(receivers.game_over, dispatch_uid="tournament_result")
        account_deleted.connect(receivers.forget_person, dispatch_uid="tournament_person")
        game_finished.connect(receivers.rate_game, dispatch_uid="rate_game")
        account_deleted.connect(receivers.keep_steps, dispatch_uid="keep_steps")
        game_erasing.connect(receivers.lock_tournament, dispatch_uid="lock_tournament")
        pre_delete.connect(receivers.forget_game, sender=Game, dispatch_uid="forget_rated_game")
