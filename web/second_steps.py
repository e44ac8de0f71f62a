"""Between the two steps of signing in: the password was right, the code has not been sent yet.

All that the browser has then is an anonymous session that names the user, signed, for a few
minutes, and only as long as the password stays the same. It opens the page for the code and nothing
else.
"""

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

KEY: Final = "second_step"
"""In the session."""
SALT: Final = "web.second_steps"
GOOD_FOR: Final = timedelta(minutes=10)


def begin(request: HttpRequest, user: User) -> None:
    """Note that this browser has sent the password of a user; its session gets another key."""
    request.session.cycle_key()
    request.session[KEY] = signing.dumps([user.pk, user.get_session_auth_hash()], salt=SALT)


def pending(request: HttpRequest) -> User | None:
    """The user whose code this browser has yet to send."""
    try:
        number, stamp = signing.loads(request.session.get(KEY, ""), salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=number, is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), stamp):
        return None
    return user


def end(request: HttpRequest) -> None:
    """Forget it: the user has signed in."""
    request.session.pop(KEY, None)
