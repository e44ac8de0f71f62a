"""The app that holds pages and templates."""

from django.apps import AppConfig
from django.core import checks

from web.checks import check_catalogues


class WebConfig(AppConfig):
    """Configuration of the app."""

    name = "web"

    def ready(self) -> None:
        """Has checks look at the translations."""
        checks.register(check_catalogues, checks.Tags.translation)
