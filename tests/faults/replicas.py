"""A server as docker-compose.yml has it: the proxy in front of two replicas of each service."""

import http.client
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Final, Self

from simulation.postgres import Cluster
from simulation.processes import Running, free_port, listens, wait_until
from tests import proxy
from tests.faults.names import NameServer
from tests.faults.site import HEADERS, HOST, WEB_WORKERS, Site

SECOND: Final = "127.0.0.2"
SETTINGS: Final = {
    # The proxy is asked over plain HTTP here, and says so.
    "HTTPS": "0",
    "NUM_PROXIES": "1",
    "TABLES_PER_HOUR": "100000",
    "THROTTLE_ANONYMOUS": "100000/min",
    "THROTTLE_PAGES": "100000/min",
}


class Replicas:
    """The second replicas and the proxy of a site; players and followers ask the proxy.

    As a context manager it leaves the site as it was.
    """

    web = ("web", "web-2")
    stream = ("stream", "stream-2")

    def __init__(self, site: Site) -> None:
        proxy.needed()
        self.site = site
        self.web_port = self.stream_port = free_port()
        self.tokens: dict[str, str] = site.tokens
        self.cluster: Cluster = site.cluster
        self.resolver = NameServer({"web": (HOST, SECOND), "stream": (HOST, SECOND)})
        self.starts: dict[str, Callable[[], Any]] = {
            "redis": site.start_redis,
            "worker": site.start_worker,
            "worker-2": lambda: site.start_worker("worker-2"),
            "beat": site.start_beat,
            "web": self.start_web,
            "web-2": lambda: self.start_web("web-2", SECOND),
            "stream": site.start_stream,
            "stream-2": lambda: site.start_stream("stream-2", SECOND),
            "proxy": self.start_proxy,
        }

    @property
    def names(self) -> list[str]:
        """The processes that should run."""
        return list(self.starts)

    def __enter__(self) -> Self:
        self.before = dict(self.site.env)
        self.site.env.update(SETTINGS)
        self.resolver.__enter__()
        self.site.stop(*self.names[1:])
        for name in self.names[1:]:
            self.start(name)
        return self

    def __exit__(self, *_: object) -> None:
        self.site.stop(*self.names[1:])
        self.resolver.__exit__()
        self.site.env.clear()
        self.site.env.update(self.before)

    def start(self, name: str) -> None:
        """Start a process of this name, and wait until it answers."""
        self.starts[name]()

    def start_web(self, name: str = "web", host: str = HOST) -> Running:
        """A replica, with its workers."""
        started = self.site.start_web(name, host)
        wait_until("a replica answers", lambda: listens(self.site.web_port, host))
        wait_until("it has its workers", lambda: len(started.children()) == WEB_WORKERS)
        return started

    def start_proxy(self) -> Running:
        """The proxy, which finds the replicas by their names."""
        started = proxy.start(
            self.site.folder,
            port=self.web_port,
            web=self.site.web_port,
            stream=self.site.stream_port,
            WEB_HOST="web",
            STREAM_HOST="stream",
            RESOLVERS=f"resolvers udp/127.0.0.1:{self.resolver.port}",
        )
        self.site.running.append(started)
        wait_until("the proxy listens", lambda: listens(self.web_port))
        return started

    def answers(self) -> bool:
        """Whether the proxy reaches a replica."""
        connection = http.client.HTTPConnection(HOST, self.web_port, timeout=60)
        with suppress(OSError, http.client.HTTPException), closing(connection):
            connection.request("GET", "/api/v1/options", headers=HEADERS)
            return connection.getresponse().status == 200
        return False
