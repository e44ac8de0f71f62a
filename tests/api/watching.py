"""Streams that are polled again and again, without a client."""

from django.http import StreamingHttpResponse
from django.utils import timezone

from api.live import feeds
from api.live.feeds import GameFeed, look
from api.live.viewers import StreamViewer
from api.models import Token
from games.models import Game
from simulation.live import ServerSentEvent, events_in
from tests.api.conftest import Caller

ANONYMOUS = StreamViewer(None, None, None, "address-192.0.2.1")


def viewer(caller: Caller) -> StreamViewer:
    """The caller as a viewer by token."""
    token = Token.objects.get(user=caller.user)
    return StreamViewer(caller.user.pk, token.pk, None, "address-192.0.2.1")


def events_at(caller: Caller, path: str, **headers: str) -> list[ServerSentEvent]:
    """All that a stream has to tell now."""
    answered = caller.get(path, **headers)
    assert answered.status_code == 200, answered.content
    assert isinstance(answered, StreamingHttpResponse)
    return events_in(answered.getvalue())


def versions(events: list[ServerSentEvent]) -> list[int]:
    """The versions of the events among them, each checked against its id."""
    found = [one for one in events if one.event == "event"]
    assert [one.id for one in found] == [str(one.data["version"]) for one in found]
    return [one.data["version"] for one in found]


class Watching:
    """A feed that is polled again and again, without a client."""

    def __init__(self, feed: feeds.Feed) -> None:
        self.feed = feed
        self.over = False

    def now(self) -> list[ServerSentEvent]:
        """What is new since the last time."""
        text, more = b"", True
        while more and not self.over:
            (delivery,) = look([self.feed], now=timezone.now())
            self.feed, self.over, more = delivery.feed, delivery.over, delivery.more
            text += delivery.text
        return events_in(text)


def watching(caller: Caller, game: Game, after: int = 0) -> Watching:
    watched = Watching(GameFeed(viewer(caller), game.pk, after))
    watched.now()
    return watched


def ends(watched: Watching, reason: str) -> None:
    """The stream says why it ends, and nothing else."""
    (end,) = watched.now()
    assert (end.event, end.data) == ("end", {"reason": reason})
    assert watched.over
