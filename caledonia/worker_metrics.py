"""Metrics of a Celery worker, which has no web server of its own."""

import logging
import threading
from collections.abc import Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings

from caledonia import health
from games.runtime import metrics

log = logging.getLogger(__name__)


class Quiet(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        """Nothing."""


def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The WSGI application: /metrics for callers with the token, else nothing."""
    status, body = 404, b""
    if environ["PATH_INFO"] == "/metrics":
        status, body = health.scrape(environ.get("HTTP_AUTHORIZATION", ""), games=False)
    start_response(f"{status} ", [("Content-Type", metrics.CONTENT_TYPE)])
    return [body]


def serve() -> None:
    """Listen on METRICS_PORT, if there is one, in a thread that ends with the process."""
    metrics.begin()
    if not settings.METRICS_PORT:
        return
    server = make_server("", settings.METRICS_PORT, answer, handler_class=Quiet)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    log.info("metrics on port %s", settings.METRICS_PORT)
