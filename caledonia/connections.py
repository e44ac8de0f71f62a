"""Connections to the database, the cache and the broker; each has timeouts."""

from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from caledonia import addresses

SQLITE: Final = "django.db.backends.sqlite3"


def database(name: str, file: Path, *, pooled: bool = False) -> dict[str, Any]:
    """The database that an environment variable names; without it a SQLite ``file``.

    ``pooled`` is one behind a pooler that gives a connection to a transaction, not to a client.
    """
    found = addresses.database(name, f"sqlite:///{file}", conn_max_age=600, conn_health_checks=True)
    if found["ENGINE"] == SQLITE:
        file.parent.mkdir(exist_ok=True)
        # A transaction that reads first and writes later cannot wait for its turn, it just fails
        # with "database is locked"; IMMEDIATE takes the turn at the start.
        options: dict[str, Any] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        return {**found, "OPTIONS": options}
    # For a server that does not answer. The variable can override this, as what follows.
    options = {"connect_timeout": 5, **found.get("OPTIONS", {})}
    if pooled:
        return _pooled(name, {**found, "OPTIONS": options})
    # For locks, and for a transaction whose process or machine is gone.
    timeouts = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=120s"
    return {**found, "OPTIONS": {"options": timeouts, **options}}


def replica(name: str) -> dict[str, Any]:
    """The standby that an environment variable names, without a pooler in front of it.

    Raises ImproperlyConfigured.
    """
    found = database(name, Path("unused"))
    if found["ENGINE"] == SQLITE:
        raise ImproperlyConfigured(f"{name} must be the address of a standby of PostgreSQL")
    # Whoever waits for it can have the same from the database.
    options = {"tcp_user_timeout": 5000, **found["OPTIONS"], "connect_timeout": 2}
    options["options"] += " -c default_transaction_read_only=on"
    return {**found, "OPTIONS": options, "TEST": {"MIRROR": "default"}}


def _pooled(name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Nothing that outlives a transaction: no parameters, no cursors, no prepared statements.

    Raises ImproperlyConfigured.
    """
    if "options" in found["OPTIONS"]:
        raise ImproperlyConfigured(f"{name} must not have options with DATABASE_POOLED=1")
    options = {**found["OPTIONS"], "prepare_threshold": None}
    return {**found, "OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": True}


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
