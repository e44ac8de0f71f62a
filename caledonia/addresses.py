"""Settings that are addresses: of hosts, origins, the database, Redis and mail.

As those of ``games.runtime.environment``, all raise ImproperlyConfigured with the name of the
variable and what it may be. What may hold a password is not shown.
"""

import re
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import SplitResult, parse_qsl, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from games.runtime.environment import text, words

LOCAL: Final = ["localhost", "127.0.0.1", "[::1]"]
HOST: Final = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*",
    re.IGNORECASE,
)
"""A name, or an IPv4 address."""
SENDER: Final = re.compile(r"(?:[^<>@\r\n]*<([^<>\s]+)>|([^<>\s]+))")
MAILBOX: Final = re.compile(r"[^@,;:\"\\()\[\]]+@([^@,;]+)")
POSTGRES: Final = ("postgres", "postgresql", "pgsql")
SCHEMA: Final = "currentSchema"
"""Of ``dj_database_url``, and no parameter of PostgreSQL."""
SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


def hosts(name: str) -> list[str]:
    """Hosts to be served, without ports: ``.example.org`` is a domain with its subdomains."""
    found = words(name)
    for one in found:
        if one != "*" and not (_is_host(one.removeprefix(".")) or _is_host_of_ipv6(one)):
            _refuse(
                name, "host names such as caledonia.example.org, without https:// and port", one
            )
    return found


def origins(name: str) -> list[str]:
    """Origins of requests, ``https://*.example.org`` those of all subdomains."""
    found = words(name)
    for one in found:
        if not is_origin(one.replace("://*.", "://")):
            _refuse(name, "origins such as https://caledonia.example.org", one)
    return found


def site(name: str, default: str) -> str:
    """The address of a site, without a slash at the end."""
    value = text(name, default).rstrip("/")
    if not is_origin(value):
        _refuse(name, "an address such as https://caledonia.example.org", value)
    return value


def site_of(hosts_served: list[str], *, https: bool, public: bool) -> str:
    """SITE_URL, by itself of the first host; a ``public`` server that serves any has to name one.

    Otherwise links in mail would lead to the machine of whoever reads it.
    """
    first = (hosts_served or ["localhost"])[0]
    if public and first == "*" and not text("SITE_URL"):
        raise ImproperlyConfigured(
            "SITE_URL is not set, and ALLOWED_HOSTS=* does not tell it: set it to an address such "
            "as https://caledonia.example.org, with which links in mail begin."
        )
    local = first.lstrip(".").replace("*", "localhost")
    return site("SITE_URL", f"{'https' if https else 'http'}://{local}")


def host(name: str) -> str:
    """A host, or nothing."""
    value = text(name)
    if value and not (_is_host(value) or _is_host_of_ipv6(f"[{value}]")):
        _refuse(name, "a host such as mail.example.org, without a port", value)
    return value


def sender(name: str, default: str) -> str:
    """The address of a sender, with a name or without."""
    value = text(name, default)
    found = SENDER.fullmatch(value)
    mailbox = MAILBOX.fullmatch(found[1] or found[2]) if found else None
    if mailbox is None or not _is_host(mailbox[1]):
        _refuse(name, "an address such as Caledonia <games@example.org>", value)
    return value


def redis_url(name: str) -> str:
    """The address of a database of Redis, or nothing."""
    value = text(name)
    if value and not _is_redis(value):
        _refuse(name, "an address such as redis://:password@host:6379/0")
    return value


def database(name: str, default: str, **options: Any) -> dict[str, Any]:
    """The database of an address as Django wants it, with options of ``dj_database_url``."""
    value = text(name)
    if value and not (_is_postgres(value) or _is_sqlite(value)):
        _refuse(name, "an address such as postgres://user:password@host:5432/name")
    return dict(dj_database_url.parse(value or default, **options))


def is_origin(value: str) -> bool:
    """Whether it is a scheme, a host and perhaps a port, and nothing else."""
    try:
        url = urlsplit(value)
        known = url.port is None or url.port > 0
    except ValueError:
        return False
    name = url.netloc.removesuffix(f":{url.port}")
    plain = url.scheme in ("http", "https") and value == f"{url.scheme}://{url.netloc}"
    return plain and known and (_is_host(name) or _is_host_of_ipv6(name))


def _is_host(value: str) -> bool:
    return HOST.fullmatch(value) is not None


def _is_host_of_ipv6(value: str) -> bool:
    try:
        IPv6Address(value.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return value[0] == "[" and value[-1] == "]"


def _is_redis(value: str) -> bool:
    import redis  # noqa: PLC0415 - it takes half a second, and a server without Redis needs none

    try:
        url = urlsplit(value)
        plain = url.scheme in ("redis", "rediss") and url.hostname and url.port != 0
        if not plain or url.fragment or not re.fullmatch(r"/?|/[0-9]{1,5}", url.path):
            return False
        if any(not name.startswith(("ssl_", "socket_")) for name in _parameters(url)):
            return False
        redis.ConnectionPool.from_url(value).make_connection()
    except (ValueError, TypeError, redis.RedisError):
        return False
    return True


def _is_postgres(value: str) -> bool:
    import psycopg  # noqa: PLC0415 - only where the database is PostgreSQL

    try:
        url = urlsplit(value)
        if url.scheme not in POSTGRES or not url.path.strip("/") or url.port == 0:
            return False
        known = {name: found for name, found in _parameters(url).items() if name != SCHEMA}
        psycopg.conninfo.make_conninfo("", **known)
        int(known.get("connect_timeout", "0"))
    except (ValueError, TypeError, psycopg.Error):
        return False
    return known.get("sslmode", "prefer") in SSL_MODES


def _is_sqlite(value: str) -> bool:
    """A file in a directory that there is, without parameters, which would not be used."""
    path = value.removeprefix("sqlite:///")
    return path not in (value, "") and "?" not in path and Path(path).parent.is_dir()


def _parameters(url: SplitResult) -> dict[str, str]:
    """Raises ValueError for text without a value, and for a name that is given twice."""
    pairs = parse_qsl(url.query, keep_blank_values=True, strict_parsing=bool(url.query))
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a parameter is given twice")
    return found


def _refuse(name: str, what: str, value: str | None = None) -> NoReturn:
    shown = "" if value is None else f", not {value!r}"
    raise ImproperlyConfigured(f"{name} must be {what}{shown}")
