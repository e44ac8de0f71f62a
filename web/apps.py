"""The app that holds pages and templates."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Configuration of the app."""

    name = "web"
