"""The format of log lines: JSON for machines, plain text for people.

python-json-logger is only a formatter, so lines of Django, Celery and gunicorn come out alike.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from games.runtime import tracing

FORMATS: Final = ("json", "plain")
LEFT_OUT: Final = ("request", "data", "taskName", "ids", "color_message")
"""Objects that Django and Celery add to a record: addresses with queries, arguments of tasks."""


class TracingFilter(logging.Filter):
    """Adds the ids bound in the current context to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        ids = tracing.current()
        for name in tracing.NAMES:
            if name in ids and not hasattr(record, name):
                setattr(record, name, ids[name])
        listed = " ".join(f"{name}={ids[name]}" for name in tracing.NAMES if name in ids)
        record.ids = f" [{listed}]" if listed else ""
        return True


class JsonLines(JsonFormatter):
    """One object a line, without what may hold secrets."""

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """The fields of a line as they are written."""
        return {name: value for name, value in log_data.items() if name not in LEFT_OUT}


def configuration(form: str, level: str) -> dict[str, Any]:
    """The argument of ``logging.config.dictConfig``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "ids": {"()": "caledonia.logs.TracingFilter"},
            "addresses": {"()": "caledonia.log_addresses.AddressFilter"},
        },
        "formatters": {
            "plain": {"format": "{asctime} {levelname} {name}: {message}{ids}", "style": "{"},
            "json": {
                "()": "caledonia.logs.JsonLines",
                "fmt": ["levelname", "name", "message"],
                "rename_fields": {"levelname": "level", "name": "logger"},
                "timestamp": "time",
            },
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["ids", "addresses"],
            },
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": LOGGERS,
    }


LOGGERS: Final[Mapping[str, Any]] = {
    # The default handler would mail and print a second time.
    "django": {"handlers": [], "level": "INFO", "propagate": True},
    # A 404 is an answer, not news.
    "django.request": {"level": "ERROR"},
    # Strangers may ask for any host; the 400 that they get says enough.
    "django.security.DisallowedHost": {"level": "CRITICAL"},
    # Servers would write unmasked paths, and caledonia.requests has a line already.
    "django.server": {"level": "CRITICAL"},
    "uvicorn.access": {"level": "CRITICAL"},
    "gunicorn.access": {"level": "CRITICAL"},
    "celery": {"level": "WARNING"},
    "kombu": {"level": "WARNING"},
}
