"""How the database, the cache and the broker are reached; no wait for any of them is unbounded."""

from pathlib import Path
from typing import Any

from caledonia import addresses


def database(name: str, file: Path) -> dict[str, Any]:
    """The database that a variable of the environment names, a SQLite ``file`` without it."""
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
        # No wait is unbounded: not for a server that does not answer, not for a lock, and not for
        # a transaction whose process or machine is gone. The variable may say otherwise.
        options = {
            "connect_timeout": 5,
            "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=120s",
            **found.get("OPTIONS", {}),
        }
    return {**found, "OPTIONS": options}


def cache(redis_url: str, namespace: str) -> dict[str, Any]:
    """The cache: in Redis, or without it in the process."""
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
        # A cache that hangs is worse than none.
        "OPTIONS": {
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
            # Write access to Redis does not allow running code here.
            "serializer": "games.runtime.redis_values.PlainSerializer",
        },
    }


def broker_options(namespace: str) -> dict[str, Any]:
    """The options of the broker in Redis."""
    return {
        "socket_connect_timeout": 2,
        "socket_timeout": 3,
        "visibility_timeout": 900,
        # Of this installation only: what it has not signed is deleted there.
        "unacked_key": f"{namespace}.unacked",
        "unacked_index_key": f"{namespace}.unacked_index",
        "unacked_mutex_key": f"{namespace}.unacked_mutex",
        "unacked_restore_limit": 100,
        # One list for each queue.
        "priority_steps": [0],
    }
