"""What the server that is made has given its users."""

from msgspec import Struct


class SignedIn(Struct, frozen=True):
    """What a user needs: a token for the API, the key of a session for pages."""

    name: str
    token: str
    session: str
