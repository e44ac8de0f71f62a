"""Who looks at a page."""

from django.contrib.auth.models import User
from django.http import HttpRequest


def user_of(request: HttpRequest) -> User | None:
    """The signed-in user; None for a stranger."""
    return request.user if request.user.is_authenticated else None
