"""The worker of gunicorn for `web`: a loop that waits for clients, and threads that answer."""

from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]

from caledonia.http_protocol import BoundedProtocol


class WebWorker(UvicornWorker):  # type: ignore[misc]
    """As uvicorn runs ``stream``: no line for each request, and no header of a proxy believed."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "http": BoundedProtocol,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "lifespan": "on",
        "timeout_graceful_shutdown": 7,
    }
