"""Sessions of browsers."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A session, and the user who has signed in with it: it goes with the account."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sessions"
    )

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """What reads and writes them."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
