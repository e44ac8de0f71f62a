"""Signing in: binding a session to a user, whichever credentials were checked before."""

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.runtime.commit import in_transaction, lock_with_password


@in_transaction
def sign_in(request: HttpRequest, user: User) -> None:
    """Make the session of a request that of a user, and store it while the account is locked.

    So an account that is deleted at the same moment leaves no session behind. Raises
    ChangedMeanwhile when the account is gone, or has another password than ``user`` was read with.
    """
    stored = lock_with_password(user)
    login(request, stored, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.save()
