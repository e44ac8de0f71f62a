"""Animated replays in tests: what their addresses answer."""

from django.test import Client

from games.models import Game
from web.pages.share import making


def gif(client: Client, game: Game) -> bytes:
    answer = client.get(f"/games/{game.pk}/replay.gif")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/gif")
    return answer.content


def card(client: Client, game: Game) -> bool:
    """Whether there is the neutral card in place of it."""
    answer = client.get(f"/games/{game.pk}/replay.gif")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert "ETag" not in answer
    return answer.content == making.neutral()
