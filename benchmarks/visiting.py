"""A client of the API: whole requests, without the network."""

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api import tokens


class Visitor:
    """A user with a token, so that the calls of strangers are not counted."""

    def __init__(self, name: str) -> None:
        self.client = Client(SERVER_NAME="localhost")
        user = User.objects.create_user(name)
        _, token = tokens.issue(user=user, name="benchmark", now=timezone.now())
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> bytes:
        """The body of an answer."""
        answered = self.client.get(f"/api/v1/{path}", headers=self.headers)
        assert answered.status_code == 200, answered.content
        return answered.content
