"""The Django app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, ratings, and what is told of players."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
