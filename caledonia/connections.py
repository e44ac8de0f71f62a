"""Connections to the database, the cache and the broker; each has timeouts."""

from pathlib import Path
from typing import Any

from caledonia import addresses


def database(name: str, file: Path) -> dict[str, Any]:
    """The database that an environment variable names; without it a SQLite ``file``."""
    found = addresses.database(name, f"sqlite:///{file}", conn_max_age=600, conn_health_checks=True)
    if found["ENGINE"] == "django.db.backends.sqlite3":
        file.parent.mkdir(exist_ok=True)
        # A transaction that reads first and writes later cannot wait for its turn, it just fails
        # with "database is locked"; IMMEDIATE takes the turn at the start.
        options: dict[str, Any] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    else:
        # Timeouts for a server that does not answer, for locks, and for a transaction whose
        # process or machine is gone. The variable can override them.
        options = {
            "connect_timeout": 5,
            "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=120s",
            **found.get("OPTIONS", {}),
        }
    return {**found, "OPTIONS": options}


def cache(redis_url: str, namespace: str) -> dict[str, Any]:
    """The cache: in Redis, or in the memory of the process without it."""
    if not redis_url:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "KEY_PREFIX": namespace,
            "OPTIONS": {"MAX_ENTRIES": 2000},
        }
    return {
        "BACKEND": "games.runtime.redis_cache.FailFastRedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": namespace,
        # A cache that hangs is worse than no cache.
        "OPTIONS": {
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
            # No pickles: write access to Redis must not allow running code here.
            "serializer": "games.runtime.redis_values.PlainSerializer",
        },
    }


def broker_options(namespace: str) -> dict[str, Any]:
    """The options of the broker in Redis."""
    return {
        "socket_connect_timeout": 2,
        "socket_timeout": 3,
        "visibility_timeout": 900,
        # Only for this installation: it deletes messages there that it has not signed.
        "unacked_key": f"{namespace}.unacked",
        "unacked_index_key": f"{namespace}.unacked_index",
        "unacked_mutex_key": f"{namespace}.unacked_mutex",
        "unacked_restore_limit": 100,
        # One list for each queue.
        "priority_steps": [0],
    }
