"""Settings of gunicorn on a public server, for `gunicorn -c`."""

import os
from typing import Any

from caledonia import logs
from games import metrics

bind = "0.0.0.0:8000"
workers = 2
worker_class = "gthread"
threads = 2
graceful_timeout = 8
# The heartbeat of the workers belongs in memory.
worker_tmp_dir = "/dev/shm"  # noqa: S108 - it is gunicorn that makes the file
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


def child_exit(server: Any, worker: Any) -> None:
    """A worker is gone, its streams with it."""
    metrics.process_ended(worker.pid)
