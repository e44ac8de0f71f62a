"""Settings of gunicorn on a public server, for `gunicorn -c`."""

import os
import socket
from typing import Any

from caledonia import logs
from games.runtime import metrics

bind = "0.0.0.0:8000"
workers = 2
# Twelve threads each, and a loop that collects bodies and hands out answers.
worker_class = "caledonia.web_worker.WebWorker"
graceful_timeout = 8
# Longer than the proxy keeps a connection, so that it never asks on one that is being closed.
keepalive = 60
# The heartbeat of the workers belongs in memory.
worker_tmp_dir = "/dev/shm"  # noqa: S108 - it is gunicorn that makes the file
# How long a proxy that reads nothing may keep the last piece of an answer.
unread_seconds = 20
# Who the proxy is, TRUST_PROXY says.
forwarded_allow_ips = ""
control_socket_disable = True
own_log_level = os.environ.get("LOG_LEVEL", "").strip().upper() or "INFO"
own_log_format = os.environ.get("LOG_FORMAT", "").strip().lower() or "json"
logconfig_dict = {
    **logs.configuration(own_log_format, own_log_level),
    "loggers": {
        "gunicorn.error": {"handlers": ["console"], "level": own_log_level, "propagate": False}
    },
}


def on_starting(server: Any) -> None:
    """Before the first worker."""
    metrics.begin()


def when_ready(server: Any) -> None:
    """Connections inherit it from the socket that they come by: gunicorn has no such timeout."""
    for listener in server.LISTENERS:
        if listener.sock.family in (socket.AF_INET, socket.AF_INET6):
            listener.sock.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_seconds * 1000
            )


def child_exit(server: Any, worker: Any) -> None:
    """A worker is gone, its streams with it."""
    metrics.process_ended(worker.pid)
