"""The page of an open table, as tests read it."""

from django.test import Client

from games.models import Game


def url(game: Game, action: str = "") -> str:
    """The address of the table, or of what can be done there."""
    return f"/games/{game.pk}/{action and action + '/'}"


def room(client: Client, game: Game) -> str:
    """The page as this browser gets it."""
    page = client.get(url(game))
    assert page.status_code == 200
    return page.content.decode()
