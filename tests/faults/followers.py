"""People who watch a game while things break, over a stream that they open again and again."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from simulation.served import events_of
from tests.faults.players import Evening
from tests.faults.site import HEADERS, HOST, Site

SILENCE = 10.0
"""Seconds without even a heartbeat, after which a follower comes again."""


class Follower(threading.Thread):
    """Follows a game to its end; ``received`` are versions and chains in the order of arrival.

    ``opened`` counts the streams that it took.
    """

    def __init__(self, site: Site, game: str, host: str = HOST) -> None:
        super().__init__(name=f"follower of {game}")
        self.site, self.game, self.host = site, game, host
        self.received: list[tuple[int, str]] = []
        self.opened = 0
        self.over = False
        self.stop = threading.Event()

    def run(self) -> None:
        """Open a stream, and another one whenever it breaks off."""
        while not (self.over or self.stop.wait(0.05)):
            with suppress(OSError, http.client.HTTPException):
                self.follow()

    def follow(self) -> None:
        """One stream, as far as it goes."""
        port = self.site.stream_port
        connection = http.client.HTTPConnection(self.host, port, timeout=SILENCE)
        try:
            last = self.received[-1][0] if self.received else 0
            path = f"/api/v1/games/{self.game}/stream"
            connection.request("GET", path, headers={**HEADERS, "Last-Event-ID": str(last)})
            response = connection.getresponse()
            self.over = response.status == 204
            if response.status == 200:
                self.opened += 1
                self.read(response)
        finally:
            connection.close()

    def read(self, response: http.client.HTTPResponse) -> None:
        """The events of the stream, until it ends."""
        for sent in events_of(iter(response.readline, b"")):
            if sent.event == "event":
                self.received.append((sent.data["version"], sent.data["chain"]))
            self.over = sent.event == "end"
            if self.stop.is_set():
                return


@contextmanager
def following(evening: Evening) -> Iterator[list[Follower]]:
    """A follower of each table."""
    followers = [Follower(evening.site, table.game) for table in evening.tables]
    for one in followers:
        one.start()
    try:
        yield followers
    finally:
        for one in followers:
            one.stop.set()
        for one in followers:
            one.join()
