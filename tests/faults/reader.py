"""Who looks at games that are over, in every way that goes through all of one."""

import gzip
import http.client
from collections.abc import Iterable
from contextlib import closing

import msgspec

from simulation.processes import wait_until
from tests.faults.site import HEADERS, HOST, Site

LOG = "games/{}/replay/log/?v=5"
"""A page that needs no static files, which are not collected here."""
OVER = "SELECT count(*) FROM games_game WHERE status = 'finished'"


class Reader:
    """Alice, who reads what she has played."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def ask(self, path: str) -> tuple[int, bytes]:
        """Status and body."""
        headers = {**HEADERS, "Authorization": f"Bearer {self.site.tokens['alice']}"}
        web = http.client.HTTPConnection(HOST, self.site.web_port, timeout=60)
        with closing(web) as connection:
            connection.request("GET", f"/{path}", headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def get(self, path: str) -> bytes:
        """The body; any other answer than 200 is a failure."""
        status, body = self.ask(path)
        assert status == 200, (path, status, body)
        return body

    def versions_of(self, games: list[str]) -> dict[str, int]:
        """The versions of games that are over, once they count in the statistics."""
        cluster = self.site.cluster
        wait_until("results are stored", lambda: cluster.query(OVER) == [(self.results(),)])
        found = "SELECT id::text, version FROM games_game WHERE id = ANY(%s::uuid[])"
        return dict(cluster.query(found, games))

    def results(self) -> int:
        """How many games there are in the statistics."""
        ((number,),) = self.site.cluster.query("SELECT count(*) FROM replays_result")
        return int(number)

    def reads_whole(self, game: str, version: int) -> None:
        """Each kind of answer about a game has its last event."""
        for path in (f"replays/{game}", f"replays/{game}/frames?from={version}"):
            assert msgspec.json.decode(self.get(f"api/v1/{path}"))["version"] == version
        course = msgspec.json.decode(self.get(f"api/v1/replays/{game}/statistics"))
        assert (course["version"], course["status"]) == (version, "finished")
        lines = self.get(f"api/v1/games/{game}/export").splitlines()
        assert sum(b'"chain"' in line for line in lines) >= version
        assert self.get(LOG.format(game))

    def finds_all(self, games: Iterable[str], by: str) -> None:
        """Statistics by a value that was not asked for yet, and the file of all games."""
        found = msgspec.json.decode(self.get(f"api/v1/statistics?with=all&rules=all&by={by}"))
        assert found["all"]["games"] == self.results()
        data = gzip.decompress(self.get("api/v1/replays/export?limit=500"))
        assert all(game.encode() in data for game in games)
