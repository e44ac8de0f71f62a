"""The app that holds games, seats and events."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Configuration of the app."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
