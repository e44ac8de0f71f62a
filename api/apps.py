"""The app that holds API tokens and the views of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Configuration of the app; its only table is that of the tokens."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
