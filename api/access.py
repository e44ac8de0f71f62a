"""The access that an operation requires, as declared in ``document``."""

from typing import Final, NamedTuple

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from api.authentication import CHALLENGE, PasswordAuthentication
from api.errors import PasswordNeeded
from api.models import Token
from api.tokens import Scope, scopes_of


class Access(NamedTuple):
    """The scope that a token needs, None if any will do; and whether only a password opens it."""

    scope: Scope | None
    password: bool = False


READING: Final = Access(Scope.READ)
"""Also the default of operations that only read."""
PLAYING: Final = Access(Scope.PLAY)
MANAGING: Final = Access(Scope.MANAGE)
ANY_TOKEN: Final = Access(None)
BY_PASSWORD: Final = Access(None, password=True)
"""Neither a token nor a session is enough."""


class ScopeNeeded(PermissionDenied):
    """The token is valid, but lacks the scope."""

    default_code = "scope_needed"

    def __init__(self, needed: Scope, token: Token) -> None:
        own = scopes_of(token)
        super().__init__(
            f"This needs a token with the scope {needed}; yours has {' and '.join(own)}. Make one "
            "with POST /api/v1/tokens, user name and password."
        )
        self.challenge = f'{CHALLENGE}, error="insufficient_scope", scope="{needed}"'
        self.facts = {"scope": needed, "scopes": own}


def check(request: Request, access: Access | None) -> None:
    """Check that the caller has the access that the operation requires; strangers pass here.

    An operation without a declaration is closed to tokens. Raises ScopeNeeded, PasswordNeeded.
    """
    if not request.user.is_authenticated:
        return
    by_password = isinstance(request.successful_authenticator, PasswordAuthentication)
    if access is not None and access.password and not by_password:
        raise PasswordNeeded
    token = request.auth
    if not isinstance(token, Token):
        return
    if access is None:
        raise PasswordNeeded
    if access.scope is not None and access.scope not in scopes_of(token):
        raise ScopeNeeded(access.scope, token)
