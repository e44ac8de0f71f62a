"""The store of sessions (``SESSION_ENGINE``): Django's own, which also stores their users."""

from typing import Any

from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import CreateError, UpdateError
from django.db import IntegrityError
from django.http import HttpRequest

from games.errors import ChangedMeanwhile
from games.models.session import Session
from games.runtime.commit import lost_a_race


class UserGone(ChangedMeanwhile, UpdateError):
    """The user of a session was deleted: 409 in a view, 400 where Django stores it at the end."""


class SessionStore(db.SessionStore):
    """Sessions in the table of ``Session``.

    They are signed by the name of this class, which is that of Django's: so those from before there
    was this table go on.
    """

    keeps_key = False
    """Whether ``cycle_key`` does nothing just now."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The table."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """A row for a session that holds ``data``."""
        made = super().create_model_instance(data)
        assert isinstance(made, Session)
        user = data.get(SESSION_KEY)
        made.user_id = None if user is None else int(user)
        return made

    def cycle_key(self) -> None:
        """Go on under another key, unless it is kept. Raises UserGone."""
        if not self.keeps_key:
            super().cycle_key()

    def save(self, must_create: bool = False) -> None:
        """Write it. Raises UserGone; for a CreateError Django would try other keys, for ever."""
        try:
            super().save(must_create)
        except (CreateError, IntegrityError) as error:
            cause = error.__context__ if isinstance(error, CreateError) else error
            if isinstance(cause, IntegrityError) and lost_a_race(cause):
                raise UserGone from error
            raise


def user_of(request: HttpRequest) -> User | AnonymousUser:
    """The user of the session of a request.

    Where only an earlier ``SECRET_KEY`` verifies it, Django stores the hash of the new one and has
    the session go on under another key. Its other requests, of more tabs, come with the key of
    before and would be signed out, and the answers would take the new cookie away too. So the key
    stays.
    """
    session = request.session
    assert isinstance(session, SessionStore)
    session.keeps_key = True
    try:
        return get_user(request)
    finally:
        session.keeps_key = False
