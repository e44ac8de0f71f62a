"""How long PostgreSQL works for a request.

Only web processes have this limit. Commands such as ``migrate``, ``partition_events`` and
``rebuild_statistics``, and the tasks of workers, take as long as they need.
"""

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections


def bound() -> None:
    """Have PostgreSQL end each statement of this process after DATABASE_STATEMENT_SECONDS.

    For the entry points of web processes, before their first connection. A ``statement_timeout`` in
    DATABASE_URL stays. What is ended raises OperationalError, which is answered by 503. A pooler
    would not pass it on: with DATABASE_POOLED the pooler has to set it. A replica has no pooler.
    """
    for alias, database in connections.settings.items():
        if database["ENGINE"] != "django.db.backends.postgresql":
            continue
        if settings.DATABASE_POOLED and alias == DEFAULT_DB_ALIAS:
            continue
        options = str(database["OPTIONS"].get("options", ""))
        if "statement_timeout" not in options:
            limit = f"-c statement_timeout={settings.DATABASE_STATEMENT_SECONDS}s"
            database["OPTIONS"]["options"] = f"{options} {limit}".strip()
