"""The shapes of requests and responses about accounts and their tokens."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from api.bodies import Name, Request
from api.tokens import ALL_SCOPES, Scope


class Me(Struct, frozen=True):
    """The user that the request acts as."""

    id: int
    username: str
    first_name: str
    last_name: str
    joined_at: datetime


class AccountDeletion(Request, frozen=True):
    """The caller's own user name, so that an account is not deleted by mistake."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]


class TokenRequest(Request, frozen=True):
    """A token to be made; the name reminds its owner what it is for.

    Give it no more ``scopes`` than its program needs: `read` sees what you see, `play` takes seats
    and plays, `manage` is for the rest, such as tables, forks, imports and tokens.
    """

    name: Name = "token"
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=3)] = ALL_SCOPES
    expires_at: Annotated[datetime, Meta(tz=True)] | None = None


class TokenInfo(Struct, frozen=True):
    """A token without its secret; ``prefix`` is how its text begins."""

    id: int
    name: str
    prefix: str
    scopes: list[Scope]
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class NewToken(TokenInfo, frozen=True):
    """A token just made; ``token`` is shown this once."""

    token: str


class TokenList(Struct, frozen=True):
    """The caller's tokens, oldest first."""

    results: list[TokenInfo]
