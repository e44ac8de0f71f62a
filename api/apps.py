"""The app that holds API tokens and the views of the API."""

from django.apps import AppConfig
from django.db.models.signals import pre_save


class ApiConfig(AppConfig):
    """Configuration of the app; its only table is that of the tokens."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have tokens follow a password that is stored under a stronger hash."""
        from django.contrib.auth.models import User  # noqa: PLC0415 - models are not loaded above

        from api.tokens import follow_rehash  # noqa: PLC0415

        pre_save.connect(follow_rehash, sender=User, dispatch_uid="api.tokens.follow_rehash")
